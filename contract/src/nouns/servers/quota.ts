import type { QuotaShare } from '../../wire/quotas.ts';

/** What a server takes from the quota of its project, beside its volumes. */
export const SERVER_QUOTA = { instances: 1, cores: 'flavor.vcpus', ram: 'flavor.ram' } as const satisfies QuotaShare;
