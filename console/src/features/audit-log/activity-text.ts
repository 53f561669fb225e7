import type { TFunction } from 'i18next';
import { callTable } from '../../app/api/call-table.ts';

/** An activity in words: the command that it asks for, else its own; one that this console does not know shows as it is called. */
export function activityText(t: TFunction<'audit-log'>, name: string): string {
  const call = callTable[name];
  if (call?.capability === undefined) return t(`activity.${name.replace('.', '-')}` as 'activity.session-login', { defaultValue: name });
  const activity = t(`command.${call.capability}` as 'title.list', { ns: 'nouns' as 'audit-log', defaultValue: name });
  return call.path.includes('{') || call.idempotent ? activity : t('several', { activity });
}
