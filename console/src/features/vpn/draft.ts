import type { VpnConnection } from '@gantry/contract/nouns/vpn-connections/entity';
import { DPD_DEFAULTS, INITIATOR_DEFAULT, MTU_DEFAULT } from '@gantry/contract/nouns/vpn-connections/values';
import { IKE_VERSION_DEFAULT, POLICY_DEFAULTS } from '@gantry/contract/nouns/vpn-policies/values';

/** The two policies of a connection: how keys are agreed on, and how traffic is protected. */
export type PolicyKind = 'ike' | 'ipsec';

type PolicyMembers<K extends PolicyKind> = Record<`${K}_name` | `${K}_auth_algorithm` | `${K}_encryption_algorithm` | `${K}_pfs`, string> &
  Record<`${K}_lifetime`, number | undefined> &
  Record<`${K}policy_id`, string | undefined> &
  /** A new policy, or one that is there. */
  Record<K, 'new' | 'existing'>;

/** What is known of things that were chosen, so that the form judges as the server does. */
interface Known {
  /** Of the IKE policy that is there already. */
  ike_version: string | null;
  /** Address of the router outside. */
  address: string;
  /** Ranges of the subnets that the router is connected to, by their ids. */
  cidrs: Readonly<Record<string, string>>;
}

/** A VPN connection as it is typed, a new one or one that is changed. */
export interface VpnDraft extends PolicyMembers<'ike'>, PolicyMembers<'ipsec'> {
  ike_ike_version: string;
  router_id: string | undefined;
  local_subnet_ids: string[];
  peer_cidrs: string[];
  name: string;
  description: string;
  peer_address: string;
  peer_id: string;
  local_id: string;
  psk: string;
  psk_again: string;
  initiator: string;
  dpd_action: string;
  dpd_interval: number | undefined;
  dpd_timeout: number | undefined;
  mtu: number | undefined;
  known: Known;
}

const policy = <K extends PolicyKind>(kind: K) =>
  ({
    [kind]: 'new',
    [`${kind}policy_id`]: undefined,
    [`${kind}_name`]: '',
    ...Object.fromEntries(Object.entries(POLICY_DEFAULTS).map(([member, value]) => [`${kind}_${member}`, value])),
  }) as PolicyMembers<K>;

export const NEW_VPN: VpnDraft = {
  ...policy('ike'),
  ...policy('ipsec'),
  ike_ike_version: IKE_VERSION_DEFAULT,
  router_id: undefined,
  local_subnet_ids: [],
  peer_cidrs: [],
  name: '',
  description: '',
  peer_address: '',
  peer_id: '',
  local_id: '',
  psk: '',
  psk_again: '',
  initiator: INITIATOR_DEFAULT,
  dpd_action: DPD_DEFAULTS.action,
  dpd_interval: DPD_DEFAULTS.interval,
  dpd_timeout: DPD_DEFAULTS.timeout,
  mtu: MTU_DEFAULT,
  known: { ike_version: null, address: '', cidrs: {} },
};

/** One that is there, as the form to change it shows it. */
export const draftOf = (vpn: VpnConnection): VpnDraft => ({
  ...NEW_VPN,
  ike: 'existing',
  router_id: vpn.router_id ?? undefined,
  local_subnet_ids: [...vpn.local_subnet_ids],
  peer_cidrs: [...vpn.peer_cidrs],
  name: vpn.name,
  description: vpn.description ?? '',
  peer_address: vpn.peer_address,
  peer_id: vpn.peer_id === vpn.peer_address ? '' : vpn.peer_id,
  local_id: vpn.local_id ?? '',
  initiator: vpn.initiator,
  dpd_action: vpn.dpd.action,
  dpd_interval: vpn.dpd.interval,
  dpd_timeout: vpn.dpd.timeout,
  mtu: vpn.mtu,
  known: {
    ike_version: vpn.ike_version,
    address: vpn.local_address ?? '',
    cidrs: Object.fromEntries(vpn.local_subnet_ids.map((id, index) => [id, vpn.local_cidrs[index] ?? ''])),
  },
});

/** The ranges of the other side: rows without text are none. */
export const rangesOf = ({ peer_cidrs: ranges }: VpnDraft): string[] => ranges.map((text) => text.trim()).filter((text) => text !== '');

/** The ranges of the subnets that were chosen. */
export const localRangesOf = ({ local_subnet_ids: ids, known }: VpnDraft): string[] => ids.flatMap((id) => known.cidrs[id] ?? []);
