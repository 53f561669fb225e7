import { every, no, type Rule } from '../../wire/rule-result.ts';
import { isInRecovery, isLoading } from './statuses.ts';

/** What of a node its rules depend on. */
export interface NodeState {
  state: string;
  in_maintenance: boolean;
  fenced_reason: string | null;
  hypervisor: { vms: number };
}

const settled: Rule<NodeState> = (node) => (isLoading(node) ? no('node_loading') : true);
const notFenced: Rule<NodeState> = ({ fenced_reason: reason }) => (reason === null ? true : no('node_fenced'));
const up: Rule<NodeState> = ({ state }) => (state === 'offline' ? no('node_offline') : true);

/** Only with nothing on it, and nothing going on with it (S0 §4). */
export const isNodeReleasable: Rule<NodeState> = every(
  settled,
  (node) => (isInRecovery(node) ? no('node_in_recovery') : true),
  ({ hypervisor: { vms } }) => (vms > 0 ? no('node_has_servers', { count: vms }) : true),
);

export const isNodeMaintainable: Rule<NodeState> = every(settled, notFenced, up, ({ in_maintenance: already }) =>
  already ? no('node_in_maintenance') : true,
);

export const isNodeReturnable: Rule<NodeState> = ({ in_maintenance: already }) => (already ? true : no('node_not_in_maintenance'));

export const isNodeFenceable: Rule<NodeState> = every(settled, notFenced);

export const isNodeUnfenceable: Rule<NodeState> = ({ fenced_reason: reason }) => (reason === null ? no('node_not_fenced') : true);
