import type { AuditLogEntry } from '@gantry/contract/nouns/audit-log/entity';
import ClipboardListIcon from '@patternfly/react-icons/dist/esm/icons/clipboard-list-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useListPage } from '../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../app/resource/list-page.tsx';
import { activityText } from './activity-text.ts';
import { auditColumns } from './columns.tsx';
import { EntryMore } from './entry-more.tsx';
import { auditListSpec } from './list-spec.ts';
import { useAuditFilters } from './use-filters.ts';

/** Who did what, when, from where, and what came of it: read, filtered, and exported as CSV. */
export function Page() {
  const { t, i18n } = useTranslation('audit-log');
  const list = useListPage<AuditLogEntry>(api.auditLog.list, auditListSpec);
  const filters = useAuditFilters(list.state);
  const columns = useMemo(() => auditColumns(t, i18n.language), [t, i18n.language]);
  return (
    <ResourceListPage
      noun="audit-log"
      icon={ClipboardListIcon}
      list={list}
      columns={columns}
      filters={filters}
      nameOf={({ activity }) => activityText(t, activity)}
      expand={(entry) => <EntryMore entry={entry} />}
    />
  );
}
