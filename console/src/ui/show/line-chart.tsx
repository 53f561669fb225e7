import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { useUiText } from '../text.ts';
import { largest, roundTop, within, type Series, type TimeSpan } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import './line-chart.css';
import { dateFormat } from '../format.ts';

interface LineChartProps {
  title: string;
  /** At most four; all in one unit. */
  series: readonly Series[];
  span: TimeSpan;
  /** Top of the axis where the unit has one, such as 100 percent; absent: a round number above the largest value. */
  top?: number | undefined;
  /** 1024 for bytes. */
  base?: number;
  format(value: number): string;
  /** A part of the time was chosen; undefined: all of it. */
  onZoom(span: TimeSpan | undefined): void;
}

const Plot = lazy(() => import('./plot.tsx'));

const DAY_MS = 24 * 3_600_000;
/** Measured values over time as lines, and as a table. The time runs from left to right in every language. */
export function LineChart({ title, series: all, span, top: given, base = 1000, format, onZoom }: LineChartProps) {
  const { t, i18n } = useUiText();
  const id = useId();
  const [at, setAt] = useState<number>();
  const series = useMemo(() => all.map(({ name, points }) => ({ name, points: within(points, span) })), [all, span]);
  const top = given ?? roundTop(largest(series), base);
  const isLong = span.to - span.from > DAY_MS;
  const tick = dateFormat(i18n.language, isLong ? { month: 'short', day: 'numeric' } : { hour: 'numeric', minute: '2-digit' });
  const isEmpty = series.every(({ points }) => points.every(([, value]) => value === null));
  return (
    <figure className="gantry-chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <ul className="gantry-chart-legend">
        {series.map(({ name, points }, index) => {
          const value = (at === undefined ? points.at(-1) : points.find(([time]) => time === at))?.[1] ?? null;
          return (
            <li key={name} data-series={index}>
              {name} <bdi className="gantry-chart-value">{value === null ? '–' : format(value)}</bdi>
            </li>
          );
        })}
        {at !== undefined && (
          <li className="gantry-subtle">{dateFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(at)}</li>
        )}
      </ul>
      {isEmpty ? (
        <p className="gantry-subtle">{t('chart.empty')}</p>
      ) : (
        <Suspense fallback={<div className="gantry-chart-plot" />}>
          <Plot series={series} span={span} top={top} format={format} tick={(time) => tick.format(time)} onPoint={setAt} onZoom={onZoom} />
        </Suspense>
      )}
      {!isEmpty && <ChartTable title={title} series={series} format={format} />}
    </figure>
  );
}
