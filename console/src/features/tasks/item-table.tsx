import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import { taskFailure } from '../../app/errors/task-failure.ts';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { useTranslation } from 'react-i18next';
import { FailureText } from '../../ui/show/failure-text.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { ItemName } from './item-name.tsx';

/** What has become of each of these things of a task, and why not. */
export function ItemTable({ task, items }: { task: Task; items: readonly Task['items'][number][] }) {
  const { t } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  return (
    <SubTable
      name="items"
      label={t('items.label')}
      items={items.map((item, index) => ({ ...item, row: item.id ?? `${index} ${item.name}` }))}
      idOf={({ row }) => row}
      nameOf={({ name, row }) => name ?? row}
      columns={[
        {
          key: 'target',
          kind: 'name',
          label: t('field.target'),
          value: ({ name, id }) => name ?? id,
          render: (item) => <ItemName kind={task.entity} item={item} />,
        },
        {
          key: 'state',
          kind: 'status',
          label: t('field.status'),
          value: ({ state }) => t(`state.${state}`),
          render: ({ state }) => <StatusLabel tone={TASK_STATES[state]}>{t(`state.${state}`)}</StatusLabel>,
        },
        {
          key: 'error',
          label: t('field.error'),
          value: ({ error }) => (error ? taskFailure(shell, error).text : null),
          render: ({ error }) => error && <FailureText failure={taskFailure(shell, error)} />,
        },
      ]}
    />
  );
}
