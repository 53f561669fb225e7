import { MEASURES, type Measure, type PolicyLimit, type PolicyLimits } from '@gantry/contract/nouns/storage-policies/limits';
import type { TFunction } from 'i18next';
import { numberFormat } from '../../ui/format.ts';
import { formatSize } from '../../ui/show/format-size.ts';

/** What of a measure is limited. */
export const SHARES = ['total', 'read', 'write'] as const;

/** What limits are typed in; it is the same in each language. */
export const unitOf = (measure: Measure): string => (measure === 'iops' ? 'IOPS' : 'MiB/s');

/** One limit in words: `Reads: 1 MiB/s per GiB, at least 10 MiB/s`. */
function limitText(t: TFunction<'storage-policies'>, measure: Measure, what: string, limit: PolicyLimit, language: string): string {
  const { amount, per_gib: isEach, minimum } = limit;
  const rate = (number: number): string =>
    measure === 'iops' ? `${numberFormat(language, {}).format(number)} IOPS` : t('limits.rate', { size: formatSize(number, language) });
  if (!isEach) return t('limits.one', { what, rate: rate(amount) });
  if (minimum === undefined) return t('limits.each', { what, rate: rate(amount) });
  return t('limits.each-least', { what, rate: rate(amount), least: rate(minimum) });
}

/** All limits in words; null where there are none. */
export function limitsText(t: TFunction<'storage-policies'>, limits: PolicyLimits, language: string): string | null {
  const texts = MEASURES.flatMap((measure) =>
    SHARES.flatMap((share) => {
      const limit = limits[`${share}_${measure}`];
      return limit ? [limitText(t, measure, t(`limits.${share}`), limit, language)] : [];
    }),
  );
  return texts.length > 0 ? texts.join(' · ') : null;
}
