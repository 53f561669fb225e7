import { useId } from 'react';
import { useUiText } from '../text.ts';
import { largest, linePath, nearest, roundTop, within, type Series, type TimeSpan } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import './line-chart.css';
import { useDragZoom } from './use-drag-zoom.ts';
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

const DAY_MS = 24 * 3_600_000;
/** Labels of the time axis, at these parts of it. */
const TICKS = [0, 0.25, 0.5, 0.75, 1] as const;

/** Measured values over time as lines, and as a table. The time runs from left to right in every language. */
export function LineChart({ title, series: all, span, top: given, base = 1000, format, onZoom }: LineChartProps) {
  const { t, i18n } = useUiText();
  const id = useId();
  const { at, place, dragged, handlers } = useDragZoom(span, onZoom);
  const series = all.map(({ name, points }) => ({ name, points: within(points, span) }));
  const top = given ?? roundTop(largest(series), base);
  const pointed = at === undefined ? undefined : nearest(series[0]?.points ?? [], at)?.[0];
  const isLong = span.to - span.from > DAY_MS;
  const tick = dateFormat(i18n.language, isLong ? { month: 'short', day: 'numeric' } : { hour: 'numeric', minute: '2-digit' });
  const isEmpty = series.every(({ points }) => points.every(([, value]) => value === null));
  return (
    <figure className="gantry-chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <ul className="gantry-chart-legend">
        {series.map(({ name, points }, index) => {
          const value = (pointed === undefined ? points.at(-1) : points.find(([time]) => time === pointed))?.[1] ?? null;
          return (
            <li key={name} data-series={index}>
              {name} <bdi className="gantry-chart-value">{value === null ? '–' : format(value)}</bdi>
            </li>
          );
        })}
        {pointed !== undefined && (
          <li className="gantry-subtle">
            {dateFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(pointed)}
          </li>
        )}
      </ul>
      {isEmpty ? (
        <p className="gantry-subtle">{t('chart.empty')}</p>
      ) : (
        <div className="gantry-chart-frame" dir="ltr" aria-hidden="true">
          <div className="gantry-chart-values">
            {[top, top / 2, 0].map((value) => (
              <bdi key={value}>{format(value)}</bdi>
            ))}
          </div>
          <svg className="gantry-chart-plot" viewBox="0 0 100 100" preserveAspectRatio="none" {...handlers}>
            <path className="gantry-chart-grid" d="M0 0H100M0 50H100M0 100H100" />
            {series.map(({ name, points }, index) => (
              <path key={name} data-series={index} className="gantry-chart-line" d={linePath(points, span, top)} />
            ))}
            {place !== undefined && <path className="gantry-chart-grid" d={`M${100 * place} 0V100`} />}
            {dragged && (
              <rect className="gantry-chart-dragged" x={100 * dragged[0]} width={100 * (dragged[1] - dragged[0])} y="0" height="100" />
            )}
          </svg>
          <div className="gantry-chart-times">
            {TICKS.map((part) => (
              <bdi key={part}>{tick.format(span.from + part * (span.to - span.from))}</bdi>
            ))}
          </div>
        </div>
      )}
      {!isEmpty && <ChartTable title={title} series={series} format={format} />}
    </figure>
  );
}
