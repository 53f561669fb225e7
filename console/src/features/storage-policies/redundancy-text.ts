import type { StoragePolicy } from '@gantry/contract/nouns/storage-policies/entity';
import { redundancyFacts, type Redundancy } from '@gantry/contract/nouns/storage-policies/redundancy';
import type { TFunction } from 'i18next';

type Texts = TFunction<'storage-policies'>;

/** How often data is kept, in words: `3` copies, or `3+2` parts. */
export const redundancyText = (t: Texts, redundancy: Redundancy): string =>
  redundancy.includes('+') ? t('redundancy.encoding', { parts: redundancy }) : t('redundancy.copies', { count: Number(redundancy) });

/** The same with what it costs and what it is good for: how much more space than data, and how many failures it survives. */
export function redundancyFactsText(t: Texts, redundancy: Redundancy, language: string): string {
  const { takes, survives } = redundancyFacts(redundancy);
  const more = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(takes - 1);
  return t('redundancy.facts', { what: redundancyText(t, redundancy), more, survives });
}

/** What no two parts of the same data share, in words. */
export const domainText = (t: Texts, domain: NonNullable<StoragePolicy['failure_domain']>): string => t(`domain.${domain}`);
