import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import RhUiListIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-list-icon';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useListPage } from '../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../app/resource/list-page.tsx';
import type { Column, ListFilter } from '../../ui/list/columns.ts';
import { Ago } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { taskListSpec } from './list-spec.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { TaskMore } from './task-more.tsx';
import { commandText, COMMANDS, deletedBy, stateTone, targetText } from './task-texts.ts';
import { numberFormat } from '../../ui/format.ts';

/** Running and finished tasks of the scope: what was done, to what, how it went and why not. */
export function Page() {
  const { t, i18n } = useTranslation('tasks');
  const list = useListPage<Task>(api.tasks.list, taskListSpec);
  const gone = useMemo(() => deletedBy(list.page?.data ?? []), [list.page]);
  const columns = useMemo(() => taskColumns(t, i18n.language, gone), [t, i18n.language, gone]);
  const filters: ListFilter[] = [
    {
      kind: 'choice',
      key: 'state',
      label: t('field.state'),
      usual: true,
      options: TASK_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
    },
    {
      kind: 'choice',
      key: 'name',
      label: t('field.task'),
      usual: true,
      options: COMMANDS.map((name) => ({ value: name, label: commandText(t, name) })).sort((a, b) =>
        a.label.localeCompare(b.label, i18n.language),
      ),
    },
  ];
  return (
    <ResourceListPage
      noun="tasks"
      icon={RhUiListIcon}
      list={list}
      columns={columns}
      filters={filters}
      nameOf={({ name }) => commandText(t, name)}
      expand={(task) =>
        task.error || task.items.length > 1 || task.items.some(({ error }) => error) ? <TaskMore task={task} /> : undefined
      }
    />
  );
}

function taskColumns(t: TFunction<'tasks'>, locale: string, gone: ReadonlySet<string | null>): Column<Task>[] {
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return [
    { key: 'task', label: t('field.task'), kind: 'name', value: ({ name }) => commandText(t, name) },
    {
      key: 'target',
      label: t('field.target'),
      value: (task) => targetText(t, task),
      render: (task) =>
        task.items.length === 1 && task.items[0] ? (
          <ItemLink kind={task.entity} id={gone.has(task.items[0].id) ? null : task.items[0].id}>
            {task.items[0].name}
          </ItemLink>
        ) : (
          targetText(t, task)
        ),
    },
    {
      key: 'state',
      label: t('field.state'),
      kind: 'status',
      value: ({ state }) => t(`state.${state}`),
      render: ({ state }) => <StatusLabel tone={stateTone(state)}>{t(`state.${state}`)}</StatusLabel>,
    },
    { key: 'progress', label: t('field.progress'), kind: 'number', value: ({ progress }) => percent.format(progress) },
    { key: 'user', label: t('field.user'), value: (task) => task.user_name ?? task.user_id },
    {
      key: 'started',
      label: t('field.started'),
      sort: 'created_at',
      kind: 'time',
      value: (task) => task.created_at,
      render: (task) => <Ago at={task.created_at} />,
    },
    {
      key: 'finished',
      label: t('field.finished'),
      kind: 'time',
      value: (task) => task.finished_at,
      render: (task) => task.finished_at && <Ago at={task.finished_at} />,
    },
  ];
}
