import type { QuotaShare } from '../../wire/quotas.ts';

/** What a snapshot takes from the quota of its project: as much storage as its volume. */
export const VOLUME_SNAPSHOT_QUOTA = { snapshots: 1, gigabytes: 'size' } as const satisfies QuotaShare;
