import type { Statuses } from '../../wire/statuses.ts';

/** How a compute node may be shown (S0 §4). */
export const NODE_STATUSES = {
  disabled: 'neutral',
  maintenance: 'warning',
  releasing: 'progress',
  joining: 'progress',
  healthy: 'ok',
  critical: 'error',
  offline: 'error',
  warning: 'warning',
  reconfiguring: 'progress',
  recovering: 'progress',
  'recovery failed': 'error',
} as const satisfies Statuses;
type NodeStatus = keyof typeof NODE_STATUSES;

interface Shown {
  state?: string | null | undefined;
  in_maintenance: boolean;
}

const RECOVERY: ReadonlySet<string> = new Set<NodeStatus>(['recovering', 'recovery failed']);

/** Whether a node comes into the cluster or leaves it (S0 §4). */
export const isLoading = ({ state }: Pick<Shown, 'state'>): boolean => state === 'joining' || state === 'releasing';

export const isInRecovery = ({ state }: Pick<Shown, 'state'>): boolean => RECOVERY.has(state ?? '');

/**
 * What is shown of a node: offline where it is that or says nothing, then what it recovers from, then maintenance, then its own state
 * (S0 §4). A node that is `up` is healthy.
 */
export function nodeStatusOf({ state, in_maintenance: inMaintenance }: Shown): string {
  if (state === undefined || state === null || state === '' || state === 'offline') return 'offline';
  if (isInRecovery({ state })) return state;
  if (inMaintenance) return 'maintenance';
  return state === 'up' ? 'healthy' : state;
}

interface Stated {
  id: string;
  state: string;
}

const withState = <T extends Stated>(nodes: readonly T[], ids: ReadonlySet<string>, state: string): T[] =>
  nodes.map((node) => (ids.has(node.id) ? { ...node, state } : node));

/** Nodes as they look as soon as their release was asked for, before anybody has answered (S0 §4). */
export const releasing = <T extends Stated>(nodes: readonly T[], ids: ReadonlySet<string>): T[] => withState(nodes, ids, 'releasing');

/** The same once it has failed (S0 §4). */
export const notReleased = <T extends Stated>(nodes: readonly T[], ids: ReadonlySet<string>): T[] => withState(nodes, ids, 'up');
