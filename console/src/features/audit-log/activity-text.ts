import type { TFunction } from 'i18next';
import { callTable } from '../../app/api/call-table.ts';

/**
 * An activity in its own words, else those of the command that it asks for, else the one word for reading, of which refusals are recorded; one that
 * this console does not know shows as it is called.
 */
export function activityText(t: TFunction<'audit-log'>, name: string): string {
  const call = callTable[name];
  const own = t(`activity.${name.replace('.', '-')}` as 'activity.session-login', { defaultValue: '' });
  if (own !== '' || !call) return own || name;
  const activity = t(`command.${call.capability}` as 'title.list', { ns: 'nouns' as 'audit-log', defaultValue: '' });
  if (activity === '') return call.method === 'GET' ? t('reading') : name;
  return call.path.includes('{') || call.idempotent ? activity : t('several', { activity });
}
