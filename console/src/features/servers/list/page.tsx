import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ToolbarItem } from '@patternfly/react-core/dist/esm/components/Toolbar';
import VirtualMachineIcon from '@patternfly/react-icons/dist/esm/icons/virtual-machine-icon';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { useListPage } from '../../../app/list/use-list-page.ts';
import { useScopeKey } from '../../../app/session/use-session.ts';
import { PageHeading } from '../../../app/shell/page-heading.tsx';
import { BulkBar } from '../../../ui/list/bulk-bar.tsx';
import { FilterBar } from '../../../ui/list/filter-bar.tsx';
import { isFiltered } from '../../../ui/list/list-state.ts';
import { ResourceTable } from '../../../ui/list/resource-table.tsx';
import { chosenElsewhere, MAX_CHOSEN, useChosen, useSelection } from '../../../ui/list/selection.ts';
import { useServerActions } from '../actions/use-server-actions.tsx';
import { CREATE } from '../paths.ts';
import { serverColumns, type View } from './columns.tsx';
import { SERVER_DEFAULT_SORT, serverListSpec } from './list-spec.ts';
import { useServerFilters } from './use-filters.ts';

const viewOf = (scope: string): View => (scope === 'system' ? 'system' : scope.startsWith('domain:') ? 'domain' : 'project');

/** The servers of the scope. */
export function Page() {
  const { t } = useTranslation('servers');
  const scope = useScopeKey();
  const view = viewOf(scope);
  const may = useMay();
  const list = useListPage(api.servers.list, serverListSpec);
  const filters = useServerFilters(list.state, view);
  const columns = useMemo(() => serverColumns(t, view), [t, view]);
  const selection = useSelection();
  const rows: readonly Server[] = list.page?.data ?? [];
  const elsewhere = chosenElsewhere(selection, rows);
  const others = useList(api.servers.list, elsewhere.query, undefined, { enabled: elsewhere.ids.length > 0 });
  const known = elsewhere.ids.length > 0 && !others.isPlaceholderData ? others.data?.data : undefined;
  const chosen = useChosen(selection, rows, elsewhere, known);
  const actions = useServerActions({ items: [...rows, ...chosen], onBulkDone: selection.clear });
  const create = view === 'project' && may(api.servers.create) ? <CreateButton /> : undefined;
  // Where there is nothing yet, the page itself has the button.
  const isEmpty = rows.length === 0 && list.page !== undefined && !isFiltered(list.state);
  return (
    <>
      <PageHeading>{t('title.list')}</PageHeading>
      <FilterBar label={t('list.filters')} filters={filters} state={list.state} onState={list.onState}>
        {create && !isEmpty && <ToolbarItem>{create}</ToolbarItem>}
      </FilterBar>
      <BulkBar
        count={selection.ids.size}
        limit={selection.ids.size >= MAX_CHOSEN ? t('bulk.limit', { count: MAX_CHOSEN }) : undefined}
        offers={actions.bulkOffers(chosen)}
        onClear={selection.clear}
      />
      <ResourceTable
        {...list}
        label={t('list.label')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        defaultSort={SERVER_DEFAULT_SORT}
        empty={{ icon: VirtualMachineIcon, title: t('list.empty-title'), body: t('list.empty-body'), action: create }}
        {...(actions.anyBulk && { selection })}
        {...(actions.any && { offers: actions.offers })}
      />
      {actions.dialog}
    </>
  );
}

function CreateButton() {
  const { t } = useTranslation('servers');
  const navigate = useNavigate();
  return <Button onClick={() => void navigate({ to: CREATE })}>{t('list.create')}</Button>;
}
