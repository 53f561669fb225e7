import type { AuditLogEntry } from '@gantry/contract/nouns/audit-log/entity';
import { AUDIT_RESULTS } from '@gantry/contract/nouns/audit-log/results';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { ownerColumns } from '../../app/resource/owners.ts';
import type { Column } from '../../ui/list/columns.ts';
import { Ago } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { activityText } from './activity-text.ts';
import { targetText } from './target-text.ts';

/** Names of several that a row shows. */
const NAMED = 3;

function Target({ t, entry }: { t: TFunction<'audit-log'>; entry: AuditLogEntry }) {
  const { target, kind, gone } = entry;
  const { i18n } = useTranslation();
  const text = targetText(t, i18n.language, entry, NAMED);
  if (target === null || kind === null || gone) return <bdi>{text}</bdi>;
  return (
    <ItemLink kind={kind} id={target}>
      {text}
    </ItemLink>
  );
}

/** Columns of the audit log. */
export const auditColumns = (t: TFunction<'audit-log'>, locale: string): Column<AuditLogEntry>[] => [
  { key: 'activity', label: t('field.activity'), kind: 'name', fixed: true, value: ({ activity }) => activityText(t, activity) },
  // The log is of all projects, whichever one works in.
  ...ownerColumns<AuditLogEntry>((of) => t(`field.${of}`), { project: true, domain: true }, true),
  {
    key: 'target',
    label: t('field.target'),
    rank: 1,
    value: (entry) => targetText(t, locale, entry),
    render: (entry) => <Target t={t} entry={entry} />,
  },
  {
    key: 'result',
    label: t('field.result'),
    kind: 'status',
    value: ({ result }) => t(`result.${result}`),
    render: ({ result }) => <StatusLabel tone={AUDIT_RESULTS[result]}>{t(`result.${result}`)}</StatusLabel>,
  },
  { key: 'user', label: t('field.user'), rank: 1, value: ({ user_name: name, user_id: id }) => name ?? id },
  { key: 'address', label: t('field.address'), kind: 'address', value: ({ address }) => address },
  { key: 'error', label: t('field.error'), optional: true, value: ({ error_code: code }) => code },
  { key: 'request', label: t('field.request'), kind: 'id', optional: true, value: ({ request_id: id }) => id },
  { key: 'count', label: t('field.count'), kind: 'number', optional: true, value: ({ count }) => count },
  {
    key: 'time',
    label: t('field.time'),
    sort: 'timestamp',
    kind: 'time',
    value: ({ timestamp }) => timestamp,
    render: ({ timestamp }) => <Ago at={timestamp} />,
  },
];
