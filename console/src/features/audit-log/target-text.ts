import type { AuditLogEntry } from '@gantry/contract/nouns/audit-log/entity';
import type { TFunction } from 'i18next';
import { listFormat } from '../../ui/format.ts';

/**
 * What was made, or what it was done to: the one object by its name, where that is known, or several by theirs. null for none.
 * @param most names of several; what is beyond is counted
 */
export function targetText(
  t: TFunction<'audit-log'>,
  locale: string,
  { target, target_name: name, target_names: names, target_count: count }: AuditLogEntry,
  most = Infinity,
): string | null {
  if (count === null) return name || target;
  if (names.length === 0) return t('list.objects', { count });
  const shown = names.slice(0, most);
  return listFormat(locale).format(shown.length < count ? [...shown, t('list.others', { count: count - shown.length })] : shown);
}
