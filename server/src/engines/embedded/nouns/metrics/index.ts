/** Queries of the platform's metrics: of one selector, as the console makes them. */
import { METRICS_QUERY } from '@gantry/contract/constants';
import { METRICS_SERIES } from '@gantry/contract/nouns/metrics/queries';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../../store/port/rows.ts';
import type { TaskActor } from '../../../../store/port/tasks.ts';
import { visibilityOfActor } from '../../../../store/visibility/visibility.ts';
import type { MetricsQuery, MetricsRangeRead, MetricsRead } from '../../../engine.ts';
import { narrowed, selectorOf, type Selector } from '../../../metrics-guard.ts';
import type { Measured } from '../../platform/guests.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../platform/seen.ts';
import { SERIES } from './series.ts';

/** What stands for several values in a pattern; others would have to be tried by an engine of patterns, which strangers could keep busy. */
const VALUES = /^(?:[\w:@-]|\\\.)+(?:\|(?:[\w:@-]|\\\.)+)*$/;

type Matcher = Selector['matchers'][number];

/** The values that a matcher lets through; undefined where it says no. Throws not_supported for a pattern that is more than some values. */
function valuesOf({ sign, value }: Matcher): readonly string[] {
  if (!sign.includes('~')) return [value];
  if (!VALUES.test(value)) throw new GantryError('not_supported');
  return value.replaceAll('\\.', '.').split('|');
}

const passes = (labels: Readonly<Record<string, string>>, matcher: Matcher): boolean =>
  valuesOf(matcher).includes(labels[matcher.label] ?? '') !== matcher.sign.startsWith('!');

/** One series of an answer: its labels, and how it is measured. */
interface Found {
  labels: Record<string, string>;
  measured: Measured;
}

/** The series that a query selects. Throws forbidden, and not_supported where it is more than one selector. */
async function found(
  platform: Platform,
  actor: TaskActor,
  { query, projects }: Pick<MetricsQuery, 'query' | 'projects'>,
): Promise<Found[]> {
  platform.assertUp();
  narrowed(query, { label: 'project_id', projects });
  const selector = selectorOf(query);
  if (!selector) throw new GantryError('not_supported');
  const { metric, matchers } = selector;
  const series = Object.hasOwn(SERIES, metric) ? SERIES[metric] : undefined;
  if (!series) return [];
  const { kind, label } = series;
  const visibility = visibilityOfActor(actor);
  const byId = matchers.find((matcher) => matcher.label === label && matcher.sign.startsWith('='));
  const { read } = platform.store;
  const rows: Iterable<Row> =
    byId === undefined
      ? (await read.list({ kind, visibility, filters: {}, sort: { key: 'name', descending: false }, limit: METRICS_SERIES })).rows
      : (await read.findMany(kind.name, valuesOf(byId).slice(0, METRICS_SERIES), visibility)).values();
  const own = [...rows].flatMap((row) => {
    const labels = { __name__: metric, [label]: row.id, project_id: row.projectId ?? '' };
    return row.engine === platform.id && matchers.every((matcher) => passes(labels, matcher)) ? [{ labels, row }] : [];
  });
  return Promise.all(own.map(async ({ labels, row }) => ({ labels, measured: await series.of(platform, row) })));
}

const valueOf = (measured: Measured, at: number): [number, string] => [at, String(measured(at * 1000) ?? NaN)];

/** Answers a query at an instant. */
export const readMetrics =
  (platform: Platform): MetricsRead =>
  async ({ actor }, { time = platform.clock.now() / 1000, ...asked }) => {
    const result = (await found(platform, actor, asked)).map(({ labels, measured }) => ({
      metric: labels,
      value: valueOf(measured, time),
    }));
    return { status: 'success', data: { resultType: 'vector', result } };
  };

/** Answers a query over a time. Throws validation_failed where that are too many values. */
export const readMetricsRange =
  (platform: Platform): MetricsRangeRead =>
  async ({ actor }, { start, end, step, ...asked }) => {
    const series = await found(platform, actor, asked);
    const times = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
    if (series.length * times.length > METRICS_QUERY.samples) throw invalid('step', { code: 'invalid' });
    const result = series.map(({ labels, measured }) => ({ metric: labels, values: times.map((at) => valueOf(measured, at)) }));
    return { status: 'success', data: { resultType: 'matrix', result } };
  };
