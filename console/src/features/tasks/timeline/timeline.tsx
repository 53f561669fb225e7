import { TASK_STATES } from '@gantry/contract/nouns/tasks/states';
import { Link } from '@tanstack/react-router';
import { useId, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem, useList } from '../../../app/api/hooks.ts';
import type { TimelineProps } from '../../../app/feature.ts';
import { numberFormat } from '../../../ui/format.ts';
import { ShortList } from '../../../ui/list/short-list.tsx';
import { AsTable } from '../../../ui/show/as-table.tsx';
import { cssPercent } from '../../../ui/show/css-percent.ts';
import { StatusLabel } from '../../../ui/show/status-label.tsx';
import { ticksOf, tickFormat } from '../../../ui/show/time-ticks.ts';
import { useNow } from '../../../ui/use-now.ts';
import { taskColumns } from '../columns.tsx';
import { DETAILS } from '../paths.ts';
import { commandText } from '../task-texts.ts';
import { entriesOf, NAME, type Entry } from './entries.ts';
import { StateBand, StateTable } from './states.tsx';
import { stretchesOf } from './stretches.ts';
import './timeline.css';

/** Tasks that are read; the list has the others. */
const READ = 50;
/** What is told of each in the table. */
const TOLD: ReadonlySet<string> = new Set(['task', 'state', 'error', 'user', 'started', 'finished']);

/**
 * How a thing was over the time that its charts show, and below it the tasks on it, each with its name and what came of it; the time runs from
 * left to right.
 */
export function Timeline({ id, span, states }: TimelineProps) {
  const { t, i18n, ready } = useTranslation(['tasks', 'nouns' as 'tasks']);
  const { t: shell } = useTranslation('shell');
  const now = useNow();
  const { data, isPlaceholderData } = useList(api.tasks.list, { item: id, limit: READ });
  const { data: changes, isPending } = useItem(states.call, { [states.call.idParam ?? '']: id });
  const title = useId();
  const { language: locale } = i18n;
  if (!ready || !data || isPlaceholderData || isPending) return <div className="gantry-timeline-room" />;
  const entries = entriesOf(data.data, id, span, now.getTime());
  // Where they cannot be read, the tasks show without them.
  const stretches = stretchesOf(changes?.data ?? [], span);
  const lanes = Math.max(1, ...entries.map(({ lane }) => lane + 1));
  const oldest = data.data.at(-1);
  const isCut = data.marker !== undefined && oldest !== undefined && Date.parse(oldest.created_at) > span.from;
  const [tick, ticks] = [tickFormat(locale, span), ticksOf(span)];
  const part = (ms: number): string => cssPercent(ms / (span.to - span.from));
  const columns = taskColumns({ t, shell, locale, owners: { project: false, domain: false } }).filter(({ key }) => TOLD.has(key));
  return (
    <figure className="gantry-chart gantry-timeline" aria-labelledby={title}>
      <figcaption id={title}>{t('timeline.title')}</figcaption>
      {isCut && <p className="gantry-subtle">{t('timeline.only', { number: numberFormat(locale).format(READ) })}</p>}
      {(entries.length > 0 || stretches.length > 0) && (
        <div className="gantry-timeline-line" dir="ltr" style={{ '--gantry-timeline-lanes': lanes } as CSSProperties}>
          {stretches.length > 0 && <StateBand of={states} stretches={stretches} />}
          {entries.length > 0 && (
            <ul aria-label={t('timeline.tasks')}>
              {entries.map((entry) => (
                <Mark key={entry.task.id} entry={entry} />
              ))}
            </ul>
          )}
          <div className="gantry-timeline-axis" aria-hidden>
            {ticks.map((at, index) => (
              // A word of Arabic in it would turn the place around.
              <span key={at} style={{ insetInlineStart: part(at - span.from), inlineSize: part((ticks[index + 1] ?? span.to) - at) }}>
                <bdi>{tick.format(at)}</bdi>
              </span>
            ))}
          </div>
        </div>
      )}
      {entries.length === 0 && <p className="gantry-subtle">{t('timeline.none')}</p>}
      {(entries.length > 0 || stretches.length > 0) && (
        <AsTable title={t('timeline.title')}>
          {() => (
            <>
              {stretches.length > 0 && <StateTable of={states} stretches={stretches} />}
              {entries.length > 0 && (
                <ShortList
                  label={t('timeline.tasks')}
                  items={entries.map(({ task, state }) => ({ ...task, state })).toReversed()}
                  idOf={(task) => task.id}
                  nameOf={({ name }) => commandText(t, name)}
                  columns={columns}
                />
              )}
            </>
          )}
        </AsTable>
      )}
    </figure>
  );
}

/** One task: a bar as long as it took, or a point, and below it what it was and what came of it. */
function Mark({ entry: { task, state, start, length, lane, before, named } }: { entry: Entry }) {
  const { t } = useTranslation('tasks');
  const tone = TASK_STATES[state];
  const label = t('timeline.entry', { task: commandText(t, task.name), state: t(`state.${state}`) });
  const room = named ? Math.max(NAME, length) : length;
  const place: CSSProperties & Record<'--gantry-timeline-lane', number> = {
    '--gantry-timeline-lane': lane,
    ...(before ? { insetInlineEnd: cssPercent(1 - start - length) } : { insetInlineStart: cssPercent(start) }),
    inlineSize: cssPercent(room),
  };
  return (
    <li style={place} data-tone={tone} {...(before && { 'data-before': true })}>
      <Link to={DETAILS} params={{ taskId: task.id }} aria-label={label} title={label}>
        <span className="gantry-timeline-bar" style={{ inlineSize: room > 0 ? cssPercent(length / room) : 0 }} />
        {named && (
          <span className="gantry-timeline-name" dir="auto">
            <StatusLabel tone={tone}>{label}</StatusLabel>
          </span>
        )}
      </Link>
    </li>
  );
}
