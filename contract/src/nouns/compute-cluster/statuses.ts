import type { Statuses } from '../../wire/statuses.ts';

/** How the compute cluster may be (S0 §4); absent: not installed. */
export const COMPUTE_CLUSTER_STATUSES = {
  absent: 'neutral',
  active: 'ok',
  critical: 'error',
  warning: 'warning',
  reconfiguring: 'progress',
  deploying: 'progress',
  destroying: 'progress',
  error: 'error',
} as const satisfies Statuses;
export type ComputeClusterStatus = keyof typeof COMPUTE_CLUSTER_STATUSES;

const CONFIGURED: ReadonlySet<string> = new Set<ComputeClusterStatus>(['active', 'reconfiguring', 'critical', 'warning']);

/** Whether there is a compute cluster to work with (S0 §4). */
export const isComputeConfigured = ({ status }: { status: string }): boolean => CONFIGURED.has(status);
