import { AUDIT_RESULTS } from '@gantry/contract/nouns/audit-log/results';
import { statusNames } from '@gantry/contract/wire/statuses';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFilterNeeded } from '../../app/list/use-choice-filter.ts';
import { useDomainFilter } from '../../app/list/use-domain-filter.ts';
import { useProjectFilter } from '../../app/list/use-project-filter.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { activityText } from './activity-text.ts';

const PERIODS = ['1h', '24h', '7d', '30d'] as const;

/** The filters of the audit log. What they choose from is read when a filter is opened or set. */
export function useAuditFilters(state: ListState): ListFilter[] {
  const { t, i18n } = useTranslation('audit-log');
  const { isNeeded, onOpen } = useFilterNeeded(state, 'activity');
  const { data } = useList(api.auditLog.activities, {}, undefined, { enabled: isNeeded });
  const project = useProjectFilter(state, t('field.project'));
  const domain = useDomainFilter(state, t('field.domain'));
  return [
    { kind: 'search', key: 'user', label: t('list.by-user') },
    {
      kind: 'choice',
      key: 'activity',
      label: t('field.activity'),
      usual: true,
      onOpen,
      loading: isNeeded && data === undefined,
      options: (data?.data ?? [])
        .map(({ name }) => ({ value: name, label: activityText(t, name) }))
        .sort((a, b) => a.label.localeCompare(b.label, i18n.language)),
    },
    {
      kind: 'choice',
      key: 'result',
      label: t('field.result'),
      usual: true,
      options: statusNames(AUDIT_RESULTS).map((result) => ({ value: result, label: t(`result.${result}`) })),
    },
    {
      kind: 'choice',
      key: 'since',
      label: t('field.time'),
      usual: true,
      options: PERIODS.map((value) => ({ value, label: t(`since.${value}`) })),
    },
    { kind: 'search', key: 'timestamp', label: t('list.by-day') },
    { kind: 'search', key: 'target', label: t('field.target-id') },
    ...project,
    domain,
  ];
}
