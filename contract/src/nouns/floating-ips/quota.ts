import type { QuotaShare } from '../../wire/quotas.ts';

/** What a floating IP takes from the quota of its project. */
export const FLOATING_IP_QUOTA = { floating_ips: 1 } as const satisfies QuotaShare;
