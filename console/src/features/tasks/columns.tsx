import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { errorCodeText } from '../../app/errors/failure.ts';
import { ownerColumns, type OwnersShown } from '../../app/resource/owners.ts';
import { serverNow } from '../../ui/clock.ts';
import type { Column } from '../../ui/list/columns.ts';
import { formatDuration } from '../../ui/show/format-age.ts';
import { Ago } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { ItemName } from './item-name.tsx';
import { secondsOf } from './outcome.ts';
import { DETAILS } from './paths.ts';
import { commandText, progressText, targetText } from './task-texts.ts';

interface Looks {
  t: TFunction<'tasks'>;
  shell: TFunction<'shell'>;
  locale: string;
  /** Whose tasks are listed: of several projects, of several domains. */
  owners: OwnersShown;
}

/** Columns of the list of tasks. */
export function taskColumns({ t, shell, locale, owners }: Looks): Column<Task>[] {
  return [
    {
      key: 'task',
      label: t('field.task'),
      kind: 'name',
      fixed: true,
      value: ({ name }) => commandText(t, name),
      render: ({ id, name }) => (
        <Link to={DETAILS} params={{ taskId: id }} className="gantry-name" title={commandText(t, name)}>
          {commandText(t, name)}
        </Link>
      ),
    },
    ...ownerColumns<Task>((of) => t(`field.${of}`), owners, true),
    {
      key: 'target',
      label: t('field.target'),
      rank: 1,
      value: (task) => targetText(t, task),
      render: (task) =>
        task.items.length === 1 && task.items[0] ? <ItemName kind={task.entity} item={task.items[0]} /> : targetText(t, task),
    },
    {
      key: 'state',
      label: t('field.status'),
      kind: 'status',
      value: ({ state }) => t(`state.${state}`),
      render: ({ state }) => <StatusLabel tone={TASK_STATES[state]}>{t(`state.${state}`)}</StatusLabel>,
    },
    {
      key: 'progress',
      label: t('field.progress'),
      kind: 'number',
      rank: 4,
      value: (task) => progressText(t, task, locale),
    },
    {
      key: 'error',
      label: t('field.error'),
      rank: 5,
      value: ({ error }) => error && errorCodeText(shell, { code: error.code, params: error.params }, error.message),
    },
    { key: 'user', label: t('field.user'), rank: 2, value: (task) => task.user_name ?? task.user_id },
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
      optional: true,
      value: (task) => task.finished_at,
      render: (task) => task.finished_at && <Ago at={task.finished_at} />,
    },
    {
      key: 'duration',
      label: t('field.duration'),
      kind: 'time',
      optional: true,
      value: (task) => (isEnded(task) ? formatDuration(secondsOf(task, serverNow()), locale) : null),
    },
  ];
}
