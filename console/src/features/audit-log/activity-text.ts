import type { TFunction } from 'i18next';
import { callTable } from '../../app/api/call-table.ts';

/** An activity in its own words, else those of the command that it asks for; one that this console does not know shows as it is called. */
export function activityText(t: TFunction<'audit-log'>, name: string): string {
  const call = callTable[name];
  const own = t(`activity.${name.replace('.', '-')}` as 'activity.session-login', { defaultValue: '' });
  if (own !== '' || call?.capability === undefined) return own || name;
  const activity = t(`command.${call.capability}` as 'title.list', { ns: 'nouns' as 'audit-log', defaultValue: name });
  return call.path.includes('{') || call.idempotent ? activity : t('several', { activity });
}
