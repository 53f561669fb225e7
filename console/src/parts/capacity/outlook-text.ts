import type { CapacityHistory } from '@gantry/contract/nouns/capacity/entity';
import type { TFunction } from 'i18next';
import { dateFormat } from '../../ui/format.ts';

/** How something goes on, in one sentence: when it is full at this rate, or why nothing is said of that. */
export function outlookText(
  t: TFunction<'monitoring'>,
  { since, outlook, full_at: fullAt, trend }: CapacityHistory,
  language: string,
  format: (value: number) => string,
): string {
  const day = (at: string) => dateFormat(language, { dateStyle: 'long' }).format(new Date(at));
  if (outlook === 'collecting') return since === null ? t('capacity.none') : t('capacity.collecting', { date: day(since) });
  if (outlook === 'fills' && fullAt !== null) return t('capacity.fills', { date: day(fullAt), rate: format(trend?.per_day ?? 0) });
  return t(`capacity.${outlook === 'fills' ? 'later' : outlook}`);
}
