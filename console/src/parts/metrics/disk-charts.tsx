import { SIZE_BASE } from '@gantry/contract/constants';
import type { VolumeRate } from '@gantry/contract/nouns/metrics/queries';
import { useTranslation } from 'react-i18next';
import { sinceBegin, spansOf } from '../../ui/show/chart-scale.ts';
import { Charts } from '../../ui/show/charts.tsx';
import { LineChart } from '../../ui/show/line-chart.tsx';
import { useChartTimes } from '../../ui/show/use-chart-times.ts';
import { valueFormat } from '../../ui/show/value-format.ts';
import { useUiText } from '../../ui/text.ts';
import type { TimelineStates } from '../../app/feature.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { Timeline } from '../../app/resource/timeline.tsx';
import { useLines } from './use-lines.ts';

const RATES: readonly VolumeRate[] = ['read', 'write', 'read-operations', 'write-operations'];

const UNITS = { transfer: 'bytes_per_second', operations: 'per_second' } as const;

interface DiskChartsProps {
  queries: Readonly<Record<VolumeRate, string>>;
  /** A query that answers more than 0 when something was wrong, and what that was. */
  trouble?: { query: string; label: string };
  /** What is said where nothing was measured. */
  none: string;
  /** The thing that is measured: its id, when it was made, ISO 8601, and how it was. Absent: many, which were there before all times that are shown. */
  of?: { id: string; since: string; states: TimelineStates };
}

/** What is read and written, in bytes and in operations, as charts over the same time. */
export function DiskCharts({ queries, trouble, none, of }: DiskChartsProps) {
  const { t, i18n } = useTranslation('resource');
  const { t: ui } = useUiText();
  const describe = useFailure();
  const times = useChartTimes();
  const { range, zoom, onZoom } = times;
  const allQueries: Partial<Record<VolumeRate | 'trouble', string>> = { ...queries, ...(trouble && { trouble: trouble.query }) };
  const { data, error, refetch } = useLines(allQueries, range);
  const span = data && (zoom ?? sinceBegin(data.span, Date.parse(of?.since ?? '')));
  const chart = (name: keyof typeof UNITS, read: VolumeRate, write: VolumeRate) =>
    data &&
    span && (
      <LineChart
        key={name}
        title={t(`disk.${name}`)}
        series={[
          { name: t('disk.read'), points: data.points[read] ?? [] },
          { name: t('disk.write'), points: data.points[write] ?? [] },
        ]}
        span={span}
        {...(name === 'transfer' && { base: SIZE_BASE })}
        {...(trouble && { shaded: { label: trouble.label, spans: spansOf(data.points.trouble ?? [], data.step) } })}
        format={valueFormat(ui, UNITS[name], i18n.language)}
        onZoom={onZoom}
      />
    );
  const isMeasured = data && RATES.some((rate) => data.points[rate]?.length);
  return (
    <Charts
      times={times}
      none={none}
      failure={error ? describe(error) : undefined}
      retry={() => void refetch()}
      isSimulated={data?.isSimulated}
      above={of && span && <Timeline id={of.id} span={span} states={of.states} />}
    >
      {data && (isMeasured ? [chart('transfer', 'read', 'write'), chart('operations', 'read-operations', 'write-operations')] : [])}
    </Charts>
  );
}
