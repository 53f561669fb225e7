import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { taskFailure } from '../../app/errors/task-failure.ts';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import { Card, CardBody } from '@patternfly/react-core/dist/esm/components/Card';
import RhUiListIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-list-icon';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useItem } from '../../app/api/hooks.ts';
import { ResourceDetails, ResourceDetailsPage } from '../../app/resource/details-page.tsx';
import { useOwnerLine } from '../../app/resource/owners.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details, type Property } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatDuration } from '../../ui/show/format-age.ts';
import { Instant } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ItemName } from './item-name.tsx';
import { Items } from './items.tsx';
import { secondsOf } from './outcome.ts';
import { LIST } from './paths.ts';
import { Requested } from './requested.tsx';
import { commandText, progressText, targetText } from './task-texts.ts';
import './tasks.css';
import { useTaskActions } from './use-task-actions.ts';

/** Milliseconds after which a task that goes on is read again: no event tells how far a single thing has come. */
const LOOK_MS = 3000;

/** One task: what was done, by whom, to what; what came of each thing, and the whole of what went wrong. */
export function Page() {
  const { t } = useTranslation('tasks');
  const nameOf = (task: Task): string => {
    const target = targetText(t, task);
    return target === null ? commandText(t, task.name) : t('notice.with-target', { task: commandText(t, task.name), target });
  };
  return (
    <ResourceDetailsPage<Task> noun="tasks" icon={RhUiListIcon} call={api.tasks.read} list={LIST} nameOf={nameOf}>
      {(task) => <TaskDetails task={task} nameOf={nameOf} />}
    </ResourceDetailsPage>
  );
}

/** Who asked for it; null: nobody did. */
const userOf = ({ user_name: name, user_id: id }: Task): string | null => name ?? id;

function TaskDetails({ task, nameOf }: { task: Task; nameOf(task: Task): string }) {
  const { t } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const actions = useTaskActions([task]);
  useItem(api.tasks.read, { taskId: task.id }, { refetchInterval: isEnded(task) ? 0 : LOOK_MS });
  const owners = useOwnerLine(task);
  const user = userOf(task);
  const several = task.items.length > 1;
  return (
    <ResourceDetails
      item={task}
      nameOf={nameOf}
      hasTasks={false}
      actions={actions}
      buttons={actions.offers(task).flatMap(({ id, reason, busy }) => (busy || reason === undefined ? [id] : []))}
      status={<StatusLabel tone={TASK_STATES[task.state]}>{t(`state.${task.state}`)}</StatusLabel>}
      line={[...(user === null ? [] : [<bdi key="user">{user}</bdi>]), ...owners]}
    >
      <div className="gantry-task-parts">
        {task.error && !several && <ErrorState failure={taskFailure(shell, task.error)} />}
        <Card isCompact>
          <CardBody>
            <Details properties={useProperties(task)} />
          </CardBody>
        </Card>
        {several && <Items task={task} />}
        <Requested kwargs={task.kwargs} />
      </div>
    </ResourceDetails>
  );
}

function useProperties(task: Task): Property[] {
  const { t, i18n } = useTranslation('tasks');
  const now = useNow();
  const { language: locale } = i18n;
  const [item, ...others] = task.items;
  const user = userOf(task);
  return [
    { label: t('field.target'), value: item && others.length === 0 ? <ItemName kind={task.entity} item={item} /> : targetText(t, task) },
    { label: t('field.progress'), value: progressText(t, task, locale) },
    { label: t('field.user'), value: user && <bdi>{user}</bdi> },
    ...(task.project_id === null ? [] : [{ label: t('field.project'), value: task.project_name ?? task.project_id }]),
    ...(task.domain_name === null ? [] : [{ label: t('field.domain'), value: task.domain_name }]),
    { label: t('field.started'), value: <Instant at={task.created_at} /> },
    ...(task.finished_at === null ? [] : [{ label: t('field.finished'), value: <Instant at={task.finished_at} /> }]),
    { label: t('field.duration'), value: formatDuration(secondsOf(task, now), locale) },
    { label: t('field.id'), value: <CopyText text={task.id} label={t('field.id')} /> },
  ];
}
