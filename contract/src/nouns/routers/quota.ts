import type { QuotaShare } from '../../wire/quotas.ts';

/** What a router takes from the quota of its project. */
export const ROUTER_QUOTA = { routers: 1 } as const satisfies QuotaShare;
