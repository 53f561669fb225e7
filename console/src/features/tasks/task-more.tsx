import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { taskFailure } from '../../app/errors/task-failure.ts';
import { FailureText } from '../../ui/show/failure-text.tsx';
import { ItemTable } from './item-table.tsx';
import { outcomeOf } from './outcome.ts';
import { DETAILS } from './paths.ts';

/** Things that are told of in the list itself. */
const SHOWN = 10;

/** Whether there is more to say of a task than its row does. */
export const hasMore = ({ error, items }: Task): boolean => error !== null || items.length > 1;

/** Why a task failed and at what, and the way to all that it did. */
export function TaskMore({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const several = task.items.length > 1;
  const failed = task.items.filter(({ state }) => outcomeOf(state) === 'failed');
  return (
    <>
      {task.error && !several && <FailureText failure={taskFailure(shell, task.error)} />}
      {several && failed.length > 0 && <ItemTable task={task} items={failed.slice(0, SHOWN)} />}
      <p>
        <Link to={DETAILS} params={{ taskId: task.id }}>
          {several ? t('list.all-items', { count: task.items.length }) : t('list.open')}
        </Link>
      </p>
    </>
  );
}
