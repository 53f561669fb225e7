/** What can be done with a VPN connection as it is (S2 §4, screens I1). */
import { no, type Rule } from '../../wire/rule-result.ts';
import type { VpnConnection } from './entity.ts';
import { isVpnInProgress } from './statuses.ts';

type State = Pick<VpnConnection, 'status'>;

const whenSettled: Rule<State> = ({ status }) =>
  isVpnInProgress(status) ? no('vpn_connection_busy', { vpn_connection_status: status }) : true;

export const isVpnEditable = whenSettled;
export const isVpnRestartable = whenSettled;

/** Clouds whose agent is gone never end what they began: it can be deleted all the same. */
export const isVpnDeletable: Rule<State> = ({ status }) =>
  status === 'PENDING_DELETE' ? no('vpn_connection_busy', { vpn_connection_status: status }) : true;
