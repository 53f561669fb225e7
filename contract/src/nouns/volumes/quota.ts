import type { QuotaShare } from '../../wire/quotas.ts';

/** What a volume takes from the quota of its project. */
export const VOLUME_QUOTA = { volumes: 1, gigabytes: 'size' } as const satisfies QuotaShare;
