import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { Ago } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { commandText, stateTone } from './task-texts.ts';

/** What was done last to the thing with this id, and how that went. */
export function LastTask({ id }: { id: string }) {
  const { t, ready } = useTranslation(['tasks', 'nouns' as 'tasks']);
  const { data, isPlaceholderData } = useList(api.tasks.list, { item: id, limit: 1 });
  const [task] = isPlaceholderData ? [] : (data?.data ?? []);
  if (!ready || !task) return null;
  return (
    <section className="gantry-last-task">
      <h3>{t('last.title')}</h3>
      <p>
        {commandText(t, task.name)} <Ago at={task.created_at} />
      </p>
      <StatusLabel tone={stateTone(task.state)}>{t(`state.${task.state}`)}</StatusLabel>
    </section>
  );
}
