import { toneOf } from '@gantry/contract/wire/statuses';
import { useTranslation } from 'react-i18next';
import type { TimelineStates } from '../../../app/feature.ts';
import { dateFormat } from '../../../ui/format.ts';
import { ShortList } from '../../../ui/list/short-list.tsx';
import { cssPercent } from '../../../ui/show/css-percent.ts';
import { Instant } from '../../../ui/show/instant.tsx';
import type { Stretch } from './stretches.ts';

interface StatesProps {
  of: TimelineStates;
  stretches: readonly Stretch[];
}

/** How a thing was: a bar as long as it had each status, which is named below where there is room. */
export function StateBand({ of: { statuses, text }, stretches }: StatesProps) {
  const { t, i18n } = useTranslation('tasks');
  const times = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <ol className="gantry-timeline-states" aria-label={t('timeline.states')}>
      {stretches.map(({ status, begin, end, start, length }, index) => (
        <li
          key={begin}
          data-tone={toneOf(statuses, status)}
          title={`${text(status)}\n${end === null ? times.format(new Date(begin)) : times.formatRange(new Date(begin), new Date(end))}`}
          // A short one stands above what comes after it.
          style={{ insetInlineStart: cssPercent(start), inlineSize: cssPercent(length), zIndex: stretches.length - index }}
        >
          <span className="gantry-timeline-bar" />
          <span className="gantry-timeline-name" dir="auto">
            {text(status)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The same as a table, the latest first. */
export function StateTable({ of: { text }, stretches }: StatesProps) {
  const { t } = useTranslation('tasks');
  return (
    <ShortList
      label={t('timeline.states')}
      items={stretches.toReversed()}
      idOf={({ begin }) => begin}
      nameOf={({ status }) => text(status)}
      columns={[
        { key: 'status', kind: 'name', label: t('field.status'), value: ({ status }) => text(status) },
        {
          key: 'started',
          kind: 'instant',
          label: t('field.started'),
          value: ({ begin }) => begin,
          render: ({ begin }) => <Instant at={begin} />,
        },
        {
          key: 'finished',
          kind: 'instant',
          label: t('field.finished'),
          value: ({ end }) => end,
          render: ({ end }) => end && <Instant at={end} />,
        },
      ]}
    />
  );
}
