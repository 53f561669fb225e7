import type { QuotaShare } from '../../wire/quotas.ts';

/** What a VPN connection takes from the quota of its project. */
export const VPN_CONNECTION_QUOTA = { vpn_connections: 1 } as const satisfies QuotaShare;
