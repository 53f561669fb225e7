import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../ui/show/dash.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { FailureText } from '../../ui/show/failure-text.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { taskFailure } from '../../app/errors/task-failure.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { isDeletion, stateTone } from './task-texts.ts';

/** Why a task failed, and the result of each thing it worked on. */
export function TaskMore({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  return (
    <>
      {task.error && <FailureText failure={taskFailure(shell, task.error)} />}
      {task.items.length > 0 && (
        <DataTable
          label={t('items.label')}
          items={task.items}
          keyOf={({ id, name }, index) => id ?? `${index} ${name}`}
          columns={[
            {
              label: t('field.target'),
              render: ({ id, name, state }) => (
                <ItemLink kind={task.entity} id={isDeletion(task) && state === 'success' ? null : id}>
                  {name}
                </ItemLink>
              ),
            },
            { label: t('field.state'), render: ({ state }) => <StatusLabel tone={stateTone(state)}>{t(`state.${state}`)}</StatusLabel> },
            { label: t('field.error'), render: ({ error }) => (error ? <FailureText failure={taskFailure(shell, error)} /> : <Dash />) },
          ]}
        />
      )}
    </>
  );
}
