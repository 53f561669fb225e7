import type { Task } from '@gantry/contract/nouns/tasks/entity';
import RhUiListIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-list-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useListPage } from '../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../app/resource/list-page.tsx';
import { ownersIn } from '../../app/resource/owners.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { taskColumns } from './columns.tsx';
import { taskListSpec } from './list-spec.ts';
import { hasMore, TaskMore } from './task-more.tsx';
import { commandText } from './task-texts.ts';
import { useTaskFilters } from './use-filters.ts';
import { useTaskActions } from './use-task-actions.ts';
import { useFailuresSeen } from './unseen.ts';

/** Running and finished tasks of the scope: what was done, by whom, to what, how it went and why not. */
export function Page() {
  const { t, i18n } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const scope = useScopeKey();
  useFailuresSeen();
  const list = useListPage<Task>(api.tasks.list, taskListSpec);
  const filters = useTaskFilters(list.state, list.page?.data ?? []);
  const actions = useTaskActions(list.items);
  const { language: locale } = i18n;
  const columns = useMemo(() => taskColumns({ t, shell, locale, owners: ownersIn(scope) }), [t, shell, locale, scope]);
  return (
    <ResourceListPage
      noun="tasks"
      icon={RhUiListIcon}
      list={list}
      columns={columns}
      filters={filters}
      nameOf={({ name }) => commandText(t, name)}
      actions={actions}
      expand={(task) => (hasMore(task) ? <TaskMore task={task} /> : undefined)}
    />
  );
}
