import type { TFunction } from 'i18next';
import type { QuotaUse } from './quota-use.ts';

/** What a quota counts, in words: `vCPU`, or the storage of one policy. */
export const quotaText = (t: TFunction<'resource'>, { resource, policy }: Pick<QuotaUse, 'resource' | 'policy'>): string =>
  policy === undefined ? t(`quota.${resource}`) : t('quota.policy', { name: policy });
