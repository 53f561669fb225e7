import { isEnded, type TaskItem } from '@gantry/contract/nouns/tasks/entity';
import type { Statuses } from '@gantry/contract/wire/statuses';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../ui/failure.ts';
import { numberFormat } from '../../ui/format.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { FailureText } from '../../ui/show/failure-text.tsx';
import { useUiText } from '../../ui/text.ts';
import { api } from '../api/calls.ts';
import { useItem } from '../api/hooks.ts';
import { useFailure } from '../errors/failure.ts';
import { wholeText } from '../errors/whole-text.ts';
import { taskFailure } from '../errors/task-failure.ts';
import { dismiss, notify } from '../notify/notices.ts';
import { ItemLink } from '../resource/item-link.tsx';
import { ResourceStatus } from '../resource/status.tsx';
import type { OpenedProps } from './dialogs.ts';
import { showTask } from './shown-tasks.ts';

export interface DeletionProps {
  /** Namespace of the texts of what is deleted. */
  noun: string;
  /** The task that deletes it. */
  taskId: string;
  /** Asks for the deletion of those once more; answers the task that does it. */
  again(ids: readonly string[]): Promise<string>;
}

const hasFailed = ({ state }: TaskItem): boolean => isEnded({ state }) && state !== 'success';

/** How far the deletion of a thing has come, in the words of statuses: here it is well when the thing is gone. */
const DELETION_STATUSES = { deleting: 'progress', deleted: 'ok', error_deleting: 'error' } as const satisfies Statuses;
const statusOf = (item: TaskItem): keyof typeof DELETION_STATUSES =>
  item.state === 'success' ? 'deleted' : hasFailed(item) ? 'error_deleting' : 'deleting';

/**
 * How far the deletion of several things has come: a bar, and a result for each, those that failed first, with the way to try them again. It
 * closes by itself when all of them are gone.
 */
export function Deletion({ noun, taskId, again, onClose }: DeletionProps & OpenedProps) {
  const { t, i18n } = useTranslation('resource');
  const { t: ui } = useUiText();
  const { t: shell } = useTranslation('shell');
  const describe = useFailure();
  const [current, setCurrent] = useState(taskId);
  const [refusal, setRefusal] = useState<Failure>();
  const { data: task, error, refetch } = useItem(api.tasks.read, { taskId: current });
  const ended = task !== undefined && isEnded(task);
  const items = task?.items ?? [];
  const done = items.filter(({ state }) => state === 'success').length;
  const failed = items.filter(hasFailed);
  const isAllDone = ended && failed.length === 0 && task.state === 'success';

  useEffect(() => {
    const hide = showTask(current);
    // It may have been told before the answer was here.
    dismiss(`task:${current}`);
    return () => {
      // What goes on without the dialog ends in a notice.
      if (!ended) hide();
    };
  }, [current, ended]);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  useEffect(() => {
    if (isAllDone) onClose();
  }, [isAllDone, onClose]);

  const retry = () => {
    setRefusal(undefined);
    again(failed.flatMap(({ id }) => (id === null ? [] : [id]))).then(setCurrent, (reason: unknown) => {
      const refused = describe(reason);
      if (isThere.current) setRefusal(refused);
      else notify({ type: 'error', title: t('deletion.title'), message: wholeText(refused) });
    });
  };
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  const number = numberFormat(i18n.language);
  const ordered = [...failed, ...items.filter((item) => !hasFailed(item))];
  return (
    <>
      <progress className="gantry-dialog-progress" aria-label={t('deletion.title')} {...(task && { value: done, max: items.length })} />
      <output>{t('deletion.progress', { done: number.format(done), total: number.format(items.length) })}</output>
      {!ended && <p className="gantry-subtle">{t('deletion.goes-on')}</p>}
      {task?.error && items.length === 0 && <ErrorState failure={taskFailure(shell, task.error)} />}
      <List isPlain className="gantry-confirm-list" aria-label={t('deletion.results')}>
        {ordered.map((item) => (
          <ListItem key={item.id ?? item.name}>
            {hasFailed(item) ? (
              <ItemLink kind={task?.entity ?? ''} id={item.id}>
                {item.name}
              </ItemLink>
            ) : (
              <bdi>{item.name}</bdi>
            )}{' '}
            <ResourceStatus noun={noun} of={DELETION_STATUSES} status={statusOf(item)} />
            {item.error && <FailureText failure={taskFailure(shell, item.error)} />}
          </ListItem>
        ))}
      </List>
      {refusal && <ErrorState failure={refusal} />}
      {ended && failed.some(({ id }) => id !== null) && (
        <div>
          <Button variant="secondary" onClick={retry}>
            {ui('error.retry')}
          </Button>
        </div>
      )}
    </>
  );
}
