import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import type { LastTaskProps } from '../../app/feature.ts';
import { Ago } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { DETAILS, LIST } from './paths.ts';
import { commandText } from './task-texts.ts';
import './tasks.css';

/** What was done last to a thing and how that went, with the way to all that was done to it. */
export function LastTask({ id, level }: LastTaskProps) {
  const { t, ready } = useTranslation(['tasks', 'nouns' as 'tasks']);
  const { data, isPlaceholderData } = useList(api.tasks.list, { item: id, limit: 1 });
  const [task] = isPlaceholderData ? [] : (data?.data ?? []);
  if (!ready || !task) return null;
  // Of a task on several what came of this one.
  const state = task.items.find((item) => item.id === id)?.state ?? task.state;
  const Heading = `h${level}` as const;
  return (
    <section className="gantry-last-task">
      <Heading>{t('last.title')}</Heading>
      <p>
        <Link to={DETAILS} params={{ taskId: task.id }}>
          {commandText(t, task.name)}
        </Link>{' '}
        <Ago at={task.created_at} />
      </p>
      <StatusLabel tone={TASK_STATES[state]}>{t(`state.${state}`)}</StatusLabel>
      <p>
        <Link to={LIST} search={{ item: `in:${id}` }}>
          {t('last.all')}
        </Link>
      </p>
    </section>
  );
}
