import { isStatus, type Statuses } from '../../wire/statuses.ts';

/** How a storage cluster may be (S0 §4). */
export const STORAGE_CLUSTER_STATUSES = {
  healthy: 'ok',
  degraded: 'warning',
  unavailable: 'error',
  warning: 'warning',
  error: 'error',
  unknown: 'neutral',
} as const satisfies Statuses;
type StorageClusterHealth = keyof typeof STORAGE_CLUSTER_STATUSES;

/** What a storage cluster's status says; one that nobody knows counts as an error (S0 §4). */
export const storageHealthOf = (status: string): StorageClusterHealth => (isStatus(STORAGE_CLUSTER_STATUSES, status) ? status : 'error');
