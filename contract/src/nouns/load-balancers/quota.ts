import type { QuotaShare } from '../../wire/quotas.ts';

/** What a load balancer takes from the quota of its project. */
export const LOAD_BALANCER_QUOTA = { load_balancers: 1 } as const satisfies QuotaShare;
