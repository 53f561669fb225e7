import type { QuotaShare } from '../../wire/quotas.ts';

/** What a security group takes from the quota of its project. */
export const SECURITY_GROUP_QUOTA = { security_groups: 1, security_group_rules: 'security_group_rules' } as const satisfies QuotaShare;
