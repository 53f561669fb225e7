import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import { taskFailure } from '../../app/errors/task-failure.ts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../ui/show/dash.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { FailureText } from '../../ui/show/failure-text.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { ItemName } from './item-name.tsx';

/** What has become of each of these things of a task, and why not. */
export function ItemTable({ task, items }: { task: Task; items: readonly Task['items'][number][] }) {
  const { t } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  return (
    <DataTable
      label={t('items.label')}
      items={items}
      keyOf={({ id, name }, index) => id ?? `${index} ${name}`}
      columns={[
        { label: t('field.target'), render: (item) => <ItemName kind={task.entity} item={item} /> },
        { label: t('field.state'), render: ({ state }) => <StatusLabel tone={TASK_STATES[state]}>{t(`state.${state}`)}</StatusLabel> },
        { label: t('field.error'), render: ({ error }) => (error ? <FailureText failure={taskFailure(shell, error)} /> : <Dash />) },
      ]}
    />
  );
}
