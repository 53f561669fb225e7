/** How the compute cluster may be (S0 §4); absent: not installed. */
export const COMPUTE_CLUSTER_STATUSES = [
  'absent',
  'active',
  'critical',
  'warning',
  'reconfiguring',
  'deploying',
  'destroying',
  'error',
] as const;
export type ComputeClusterStatus = (typeof COMPUTE_CLUSTER_STATUSES)[number];

const CONFIGURED: ReadonlySet<string> = new Set<ComputeClusterStatus>(['active', 'reconfiguring', 'critical', 'warning']);

/** Whether there is a compute cluster to work with (S0 §4). */
export const isComputeConfigured = ({ status }: { status: string }): boolean => CONFIGURED.has(status);
