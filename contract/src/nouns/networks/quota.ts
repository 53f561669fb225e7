import type { QuotaShare } from '../../wire/quotas.ts';

/** What a network takes from the quota of its project. */
export const NETWORK_QUOTA = { networks: 1 } as const satisfies QuotaShare;
