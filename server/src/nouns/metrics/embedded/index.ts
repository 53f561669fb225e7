/** Queries of the platform's metrics: of one selector, as the console makes them. */
import { METRICS_QUERY } from '@gantry/contract/constants';
import { METRICS_SERIES } from '@gantry/contract/nouns/metrics/queries';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../port/store/rows.ts';
import type { TaskActor } from '../../../port/store/tasks.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { MetricsQuery, MetricsRangeRead, MetricsRead } from '../../../port/engine.ts';
import { narrowed } from '../../../engines/shared/metrics-guard.ts';
import { selectorOf, type Selector } from '../../../engines/shared/metrics-selector.ts';
import type { Measured } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { CLUSTER_SERIES } from './cluster.ts';
import type { Series } from './of-things.ts';
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

/** One series of an answer: its labels, and how it is measured at some instants (seconds since 1970). */
interface Found {
  labels: Record<string, string>;
  valuesAt(times: readonly number[]): Promise<(number | null)[]>;
}

const ofOne =
  (measured: Measured): Found['valuesAt'] =>
  async (times) =>
    times.map((at) => measured(at * 1000));

/** Looks at what is measured in a window. */
const LOOKS = 6;
/** Seconds that a window may be long. */
const LONGEST = 86_400;

/** The mean of what is measured in the time before each instant, which for a counter is its rate. */
const meanOver =
  (measured: Measured, seconds: number): Measured =>
  (at) => {
    const looks = Array.from({ length: LOOKS }, (_, index) => measured(at - (index * seconds * 1000) / LOOKS)).filter(
      (one) => one !== null,
    );
    return looks.length === 0 ? null : looks.reduce((sum, one) => sum + one, 0) / looks.length;
  };

/** Whether a query asks for what a series is: rates of counters, and values or means of all else. */
function isAnswered({ isCounter = false }: Series, { over }: Selector): boolean {
  if (over === undefined) return !isCounter;
  return over.seconds <= LONGEST && over.by === (isCounter ? 'rate' : 'avg_over_time');
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
  const { metric, over } = selector;
  if (Object.hasOwn(CLUSTER_SERIES, metric)) {
    if (over) throw new GantryError('not_supported');
    return projects === null ? ofCluster(platform, selector) : [];
  }
  return Object.hasOwn(SERIES, metric) ? ofResources(platform, actor, selector) : [];
}

/** A sum of everybody's: whoever does not see all has none. */
function ofCluster(platform: Platform, { metric, matchers }: Selector): Found[] {
  const labels = { __name__: metric };
  if (!matchers.every((matcher) => passes(labels, matcher))) return [];
  return [
    {
      labels,
      valuesAt: (times) =>
        CLUSTER_SERIES[metric]!(
          platform,
          times.map((at) => at * 1000),
        ),
    },
  ];
}

async function ofResources(platform: Platform, actor: TaskActor, selector: Selector): Promise<Found[]> {
  const { metric, matchers, over } = selector;
  const series = SERIES[metric]!;
  if (!isAnswered(series, selector)) throw new GantryError('not_supported');
  const { kind, label } = series;
  const visibility = visibilityOfActor(actor);
  const byId = matchers.find((matcher) => matcher.label === label && matcher.sign.startsWith('='));
  const { read } = platform.store;
  const rows: Iterable<Row> =
    byId === undefined
      ? (await read.list({ kind, visibility, filters: {}, sort: { key: 'name', descending: false }, limit: METRICS_SERIES })).rows
      : (await read.findMany(kind.name, valuesOf(byId).slice(0, METRICS_SERIES), visibility)).values();
  const own = [...rows].flatMap((row) => {
    // What is computed has no name of its own, as in Prometheus.
    const labels = { ...(!over && { __name__: metric }), [label]: row.id, project_id: row.projectId ?? '' };
    return row.engine === platform.id && matchers.every((matcher) => passes(labels, matcher)) ? [{ labels, row }] : [];
  });
  const measured = async (row: Row) => {
    const of = await series.of(platform, row);
    return over ? meanOver(of, over.seconds) : of;
  };
  return Promise.all(own.map(async ({ labels, row }) => ({ labels, valuesAt: ofOne(await measured(row)) })));
}

/** The samples of series at some instants. */
const samplesOf = (series: readonly Found[], times: readonly number[]) =>
  Promise.all(
    series.map(async ({ labels, valuesAt }) => ({
      metric: labels,
      values: (await valuesAt(times)).map((value, index): [number, string] => [times[index]!, String(value ?? NaN)]),
    })),
  );

/** Answers a query at an instant. */
export const readMetrics =
  (platform: Platform): MetricsRead =>
  async ({ actor }, { time = platform.clock.now() / 1000, ...query }) => {
    const samples = await samplesOf(await found(platform, actor, query), [time]);
    return {
      status: 'success',
      data: { resultType: 'vector', result: samples.map(({ metric, values }) => ({ metric, value: values[0]! })) },
      simulated: true,
    };
  };

/** Answers a query over a time. Throws validation_failed where that are too many values. */
export const readMetricsRange =
  (platform: Platform): MetricsRangeRead =>
  async ({ actor }, { start, end, step, ...query }) => {
    const series = await found(platform, actor, query);
    const times = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
    if (series.length * times.length > METRICS_QUERY.samples) throw invalid('step', { code: 'invalid' });
    return { status: 'success', data: { resultType: 'matrix', result: await samplesOf(series, times) }, simulated: true };
  };
