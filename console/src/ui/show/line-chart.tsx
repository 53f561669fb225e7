import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { useUiText } from '../text.ts';
import { tickFormat } from './time-ticks.ts';
import { clipped, largest, roundTop, within, type Series, type TimeSpan } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import { FullScreen } from './full-screen.tsx';
import './line-chart.css';
import { dateFormat, listFormat, numberFormat } from '../format.ts';

interface LineChartProps {
  title: string;
  /** At most four; all in one unit. */
  series: readonly Series[];
  span: TimeSpan;
  /** Top of the axis where the unit has one, such as 100 percent; absent: a round number above the largest value. */
  top?: number | undefined;
  /** 1024 for bytes. */
  base?: number;
  /** Times in which something was wrong, and what that was. */
  shaded?: { label: string; spans: readonly TimeSpan[] };
  format(value: number): string;
  /** A part of the time was chosen; undefined: all of it. */
  onZoom(span: TimeSpan | undefined): void;
}

const Plot = lazy(() => import('./plot.tsx'));

const NONE: readonly TimeSpan[] = [];
/** Times that are named; of more, how many others there are. */
const NAMED = 3;

/** Times in words, the latest ones. */
function spansText(language: string, spans: readonly TimeSpan[]): string {
  const format = dateFormat(language, { dateStyle: 'short', timeStyle: 'short' });
  const named = spans.slice(-NAMED).map(({ from, to }) => format.formatRange(from, to));
  const others = spans.length - NAMED;
  return listFormat(language).format(others > 0 ? [...named, `+${numberFormat(language).format(others)}`] : named);
}

/** Measured values over time as lines, and as a table. The time runs from left to right in every language. */
export function LineChart({ title, series: all, span, top: said, base = 1000, shaded: given, format, onZoom }: LineChartProps) {
  const { t, i18n } = useUiText();
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const [at, setAt] = useState<number>();
  const series = useMemo(() => all.map(({ name, points }) => ({ name, points: within(points, span) })), [all, span]);
  const top = said ?? roundTop(largest(series), base);
  const shaded = useMemo(() => clipped(given?.spans ?? NONE, span), [given?.spans, span]);
  const tick = tickFormat(i18n.language, span);
  const isEmpty = series.every(({ points }) => points.every(([, value]) => value === null));
  return (
    <figure ref={figure} className="gantry-chart" aria-labelledby={id}>
      <figcaption>
        <span id={id}>{title}</span>
        <FullScreen of={figure} name={title} />
      </figcaption>
      <ul className="gantry-chart-legend">
        {series.map(({ name, points }, index) => {
          const value = (at === undefined ? points.at(-1) : points.find(([time]) => time === at))?.[1] ?? null;
          return (
            <li key={name} data-series={index}>
              {name} <bdi className="gantry-chart-value">{value === null ? '–' : format(value)}</bdi>
            </li>
          );
        })}
        {given && shaded.length > 0 && (
          <li data-shaded>
            {given.label} <span className="gantry-subtle">{spansText(i18n.language, shaded)}</span>
          </li>
        )}
        {at !== undefined && (
          <li className="gantry-subtle">{dateFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(at)}</li>
        )}
      </ul>
      {isEmpty ? (
        <p className="gantry-subtle">{t('chart.empty')}</p>
      ) : (
        <Suspense fallback={<div className="gantry-chart-plot" />}>
          <Plot
            series={series}
            span={span}
            shaded={shaded}
            top={top}
            format={format}
            tick={(time) => tick.format(time)}
            onPoint={setAt}
            onZoom={onZoom}
          />
        </Suspense>
      )}
      {!isEmpty && <ChartTable title={title} series={series} format={format} />}
    </figure>
  );
}
