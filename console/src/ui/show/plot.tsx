import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Series, TimeSpan } from './chart-scale.ts';

export interface PlotProps {
  /** At most four; all in one unit. */
  series: readonly Series[];
  span: TimeSpan;
  /** Parts of it in which something was wrong. */
  shaded: readonly TimeSpan[];
  /** Of the axis of values. */
  top: number;
  format(value: number): string;
  /** A point of the axis of time, milliseconds, in words. */
  tick(at: number): string;
  /** Milliseconds of the measurement that is pointed at; undefined: none. */
  onPoint(at: number | undefined): void;
  /** A part of the time was dragged over; undefined: all of it, by a double click. */
  onZoom(span: TimeSpan | undefined): void;
}

/** Pixels that a label of the axis of time needs, and of a character of an axis. */
const [TICK, LETTER] = [90, 7];
/** Pixels: less is a click, not a drag. */
const SHORTEST = 6;
/** Lines differ by their dashes too, not only by their colour; as in `line-chart.css`. */
const DASHES = [[], [6, 2], [2, 2], [8, 2, 2, 2]];

/** Times of all series with the value of each, null where it is not known: there the line has a gap. Seconds, as uPlot counts. */
function alignedData(series: readonly Series[]): uPlot.AlignedData {
  const times = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].toSorted((a, b) => a - b);
  const values = series.map(({ points }) => {
    const known = new Map(points);
    return times.map((at) => known.get(at) ?? null);
  });
  return [times.map((at) => at / 1000), ...values];
}

/** Lines over time with a crosshair, drawn by uPlot; the time runs from left to right in every language. In a chunk of its own. */
export default function Plot({ series, span, shaded, top, format, tick, onPoint, onZoom }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const pointed = useEffectEvent(({ cursor, data }: uPlot) => {
    const at = cursor.idx == null ? undefined : data[0][cursor.idx];
    onPoint(at === undefined ? undefined : at * 1000);
  });
  const dragged = useEffectEvent((plot: uPlot) => {
    const { left, width } = plot.select;
    if (width < SHORTEST) return;
    const at = (x: number) => Math.round(1000 * plot.posToVal(x, 'x'));
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    onZoom({ from: at(left), to: at(left + width) });
  });
  const whole = useEffectEvent(() => onZoom(undefined));
  const said = useEffectEvent((value: number) => format(value));
  const timed = useEffectEvent((at: number) => tick(at));
  const range = useEffectEvent(() => ({ x: [span.from / 1000, span.to / 1000] as [number, number], y: [0, top] as [number, number] }));
  const shade = useEffectEvent(({ ctx, bbox, valToPos }: uPlot, colour: string) => {
    ctx.save();
    ctx.fillStyle = colour;
    for (const { from, to } of shaded) {
      const [left, right] = [from, to].map((at) => valToPos(at / 1000, 'x', true)) as [number, number];
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
    }
    ctx.restore();
  });
  const count = series.length;
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const colour = (name: string) => () => getComputedStyle(element).getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--gantry-chart-text'),
      grid: { stroke: colour('--gantry-chart-grid'), width: 1 },
      ticks: { show: false },
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        legend: { show: false },
        cursor: { drag: { x: true, y: false, setScale: false }, bind: { dblclick: () => () => (whole(), null) }, points: { size: 6 } },
        scales: { x: { range: () => range().x }, y: { range: () => range().y } },
        axes: [
          { ...axis, space: TICK, size: 28, values: (_, times) => times.map((at) => timed(1000 * at)) },
          {
            ...axis,
            // Round in the unit, of which uPlot knows nothing.
            splits: () => [0, range().y[1] / 2, range().y[1]],
            values: (_, values) => values.map((value) => said(value)),
            size: (_, labels) => LETTER * Math.max(4, ...(labels ?? []).map((label) => label.length)) + 16,
          },
        ],
        series: [
          {},
          ...Array.from({ length: count }, (_, index) => ({
            stroke: colour(`--gantry-series-${index}`),
            width: 1.5,
            dash: DASHES[index] ?? [],
            points: { show: false },
          })),
        ],
        hooks: {
          drawClear: [(own) => shade(own, colour('--gantry-chart-shade')())],
          setCursor: [(own) => pointed(own)],
          setSelect: [(own) => dragged(own)],
        },
      },
      undefined,
      element,
    );
    chart.current = plot;
    const sized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: element.clientHeight }));
    sized.observe(element);
    // Another theme has other colours.
    const themed = new MutationObserver(() => plot.redraw(false));
    themed.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      sized.disconnect();
      themed.disconnect();
      plot.destroy();
    };
  }, [count]);
  useEffect(() => chart.current?.setData(alignedData(series)), [count, series, span, shaded, top, format, tick]);
  return <div ref={host} className="gantry-chart-plot" dir="ltr" aria-hidden />;
}
