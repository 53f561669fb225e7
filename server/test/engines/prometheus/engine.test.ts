/** The engine on recorded answers, without a cloud beside it. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { ServerMetrics } from '@gantry/contract/nouns/servers/entity';
import type { ServerStat } from '@gantry/contract/nouns/servers/stat';
import { STAT_SERIES_NAMES, type StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import type { Engine, EngineContext } from '../../../src/port/engine.ts';
import { Client } from '../../../src/engines/prometheus/client.ts';
import { statisticsOf } from '../../../src/engines/prometheus/expressions.ts';
import { prometheus } from '../../../src/engines/prometheus/index.ts';
import { union } from '../../../src/engines/prometheus/promql.ts';
import { seriesOf, spanOf } from '../../../src/engines/prometheus/statistics.ts';
import { type Way } from '../../../../fakes/prometheus/recording.ts';
import { settingsOf } from './support/settings-of.ts';
import { ReplayPrometheus } from '../../../../fakes/prometheus/replay.ts';

const MIB = 1024 ** 2;
/** As recorded: guests of 128 MiB with one core, a disk of 64 MiB that is read and written all the time, and a network card. */
const aServer = (id: string, vcpus = 1) => ({ id, flavor: { vcpus, ram: 128 }, created: new Date(Date.now() - 86_400_000).toISOString() });
const PATIENT = { timeout: 30_000, interval: 20 };

const replay = new ReplayPrometheus();
beforeAll(() => replay.start());
afterAll(() => replay.stop());

/** Nothing of the context but the log is of use to an engine that keeps nothing. */
const context = { id: 'metrics', log: pino({ level: 'silent' }) } as EngineContext;
const engineOf = (way: Way, more: Readonly<Record<string, unknown>> = {}): Promise<Engine> =>
  prometheus.create(context, settingsOf(way, replay.url, more));

/** Usage, once the answer has come in time. */
const usageOf = (engine: Engine, servers: readonly ReturnType<typeof aServer>[]): Promise<ServerMetrics[]> =>
  vi.waitFor(async () => {
    const figures = await engine.figures!['server']!(servers);
    return figures.map((figure) => {
      if (!('statistics' in figure)) throw new Error('no answer in time');
      return (figure['statistics'] as { metrics: ServerMetrics }).metrics;
    });
  }, PATIENT);

type Series = ServerStat['series'];

/** What is measured of a recorded guest, without those figures. */
async function seriesOfGuest(way: Way, server: ReturnType<typeof aServer>, without?: string): Promise<Series> {
  const settings = settingsOf(way, replay.url);
  const span = spanOf('1h', Date.now());
  const measured = await new Client(settings, 'uuid').query(union(statisticsOf(settings, server.id))!, span, 15_000);
  return seriesOf(
    measured.filter(({ figure }) => figure !== without),
    span,
    server,
  );
}

/** Values at those instants of which something is known. */
const valuesOf = (series: Series, name: StatSeriesName): number[] =>
  series.find((one) => one.name === name)!.points.flatMap(([, value]) => (value === null ? [] : [value]));

describe('usage, as real exporters tell it', () => {
  replay.guests.set('one', '$1').set('two', '$2');

  it('usage is of the cores that are measured, and of what the guest itself says of its memory', async () => {
    const [one, two, other] = await usageOf(await engineOf('through'), [aServer('one', 4), aServer('two'), aServer('other')]);
    for (const usage of [one!, two!]) {
      // The recording has one core, whatever the flavor says by now.
      expect(usage.cpu_usage).toBeGreaterThan(3);
      expect(usage.cpu_usage).toBeLessThan(15);
      expect(usage.mem_usage).toBeGreaterThan(10 * MIB);
      expect(usage.mem_usage).toBeLessThan(64 * MIB);
      expect(usage).toMatchObject({ block_capacity: 64 * MIB, block_usage: 5 * MIB });
    }
    expect(other).toEqual({ cpu_usage: null, mem_usage: null, block_capacity: null, block_usage: null });
  });

  it('usage of memory is what the host gave where guests are not asked', async () => {
    const [one] = await usageOf(await engineOf('direct'), [aServer('one'), aServer('two')]);
    expect(one).toMatchObject({ mem_usage: 128 * MIB, block_capacity: null, block_usage: null });
    expect(one!.cpu_usage).toBeGreaterThan(3);
  });

  it('usage is asked for once while it is fresh, also by several callers at the same time', async () => {
    const engine = await engineOf('through', { limits: { fresh: 60 } });
    replay.asked.length = 0;
    const [servers, more] = [[aServer('one'), aServer('two')], aServer('three')];
    await Promise.all([usageOf(engine, servers), usageOf(engine, servers), usageOf(engine, servers.toReversed())]);
    await usageOf(engine, [...servers, more]);
    expect(replay.asked.map(({ ids }) => ids)).toEqual([['one', 'two'], ['three']]);
  });

  it('usage is asked for in parts where many servers are wanted, and waited for as long as the caller likes', async () => {
    const engine = await engineOf('through', { limits: { fresh: 60 } });
    replay.asked.length = 0;
    replay.usual = '$1';
    const many = Array.from({ length: 600 }, (_, index) => aServer(`many-${index}`));
    const { promise, resolve } = Promise.withResolvers<void>();
    replay.held = promise;
    expect(await engine.figures!['server']!(many.slice(0, 1), 0)).toEqual([{}]);
    resolve();
    const figures = await engine.figures!['server']!(many, PATIENT.timeout);
    replay.usual = undefined;
    expect(figures.every((figure) => 'statistics' in figure)).toBe(true);
    expect(replay.asked.map(({ ids }) => ids.length)).toEqual([1, 250, 250, 99]);
    await engine.stop();
  });

  it('usage is requested again after a failure, and not at all for an empty page', async () => {
    const engine = await engineOf('through', { limits: { fresh: 60 } });
    replay.trouble = () => ({ status: 422, text: '' });
    expect(await engine.figures!['server']!([aServer('one')])).toEqual([{}]);
    replay.trouble = () => undefined;
    expect((await usageOf(engine, [aServer('one')]))[0]!.mem_usage).toBeGreaterThan(0);
    replay.asked.length = 0;
    expect(await usageOf(engine, [])).toEqual([]);
    expect(replay.asked).toEqual([]);
    await engine.stop();
  });
});

describe('statistics, as real exporters tell them', () => {
  it('statistics are means of five minutes in the units of the contract', async () => {
    const stat = await seriesOfGuest('through', aServer('one'));
    const cpu = valuesOf(stat, 'cpu');
    expect(cpu.length).toBeGreaterThan(10);
    expect(Math.max(...cpu)).toBeLessThanOrEqual(100);
    expect(valuesOf(stat, 'memory').every((bytes) => bytes > 10 * MIB && bytes < 64 * MIB)).toBe(true);
    // 160 reads of 64 KiB, then half as many writes, over and over.
    const [bytes, requests] = [valuesOf(stat, 'disk-read').at(-1)!, valuesOf(stat, 'disk-read-operations').at(-1)!];
    expect(bytes / requests).toBeGreaterThan(60_000);
    expect(bytes / requests).toBeLessThan(66_000);
    expect(bytes / valuesOf(stat, 'disk-write').at(-1)!).toBeCloseTo(2, 0);
    expect(valuesOf(stat, 'network-in').at(-1)! / valuesOf(stat, 'network-in-packets').at(-1)!).toBeGreaterThan(40);
  });

  it('statistics have percentiles of latency where an exporter has a histogram', async () => {
    const stat = await seriesOfGuest('through', aServer('one'));
    const [average, p95, p99, p100] = (['average', 'p95', 'p99', 'p100'] as const).map((name) =>
      valuesOf(stat, `disk-latency-${name}`).at(-1)!,
    );
    expect(average).toBeGreaterThan(0);
    expect(average).toBeLessThan(p95!);
    expect(p95).toBeLessThanOrEqual(p99!);
    expect(p99).toBeLessThanOrEqual(p100!);
    expect(p100).toBeLessThanOrEqual(1);
    const names = new Set((await seriesOfGuest('direct', aServer('one'))).map(({ name }) => name));
    expect(STAT_SERIES_NAMES.filter((name) => !names.has(name))).toEqual(
      STAT_SERIES_NAMES.filter((name) => name.startsWith('disk-latency')),
    );
  });

  it('statistics of CPU usage are of the flavor’s cores where cores are not measured', async () => {
    const [one, quarter] = [await seriesOfGuest('through', aServer('one', 4)), await seriesOfGuest('through', aServer('one', 4), 'vcpus')];
    const [whole, part] = [valuesOf(one, 'cpu'), valuesOf(quarter, 'cpu')];
    expect(part).toHaveLength(whole.length);
    expect(part.at(-1)! * 4).toBeCloseTo(whole.at(-1)!, 3);
  });

  it('statistics begin with the server, and there are none of a server that is not measured', async () => {
    const young = { ...aServer('one'), created: new Date(Date.now() - 120_000).toISOString() };
    const series = await seriesOfGuest('through', young);
    const [first] = series.find(({ name }) => name === 'memory')!.points;
    expect(first![0]).toBeGreaterThanOrEqual(Date.parse(young.created));
    expect(await seriesOfGuest('through', aServer('other'))).toEqual([]);
  });
});

describe('a request', () => {
  it.each([
    ['a user', { username: 'gantry', password: 'pass:word' }, `Basic ${Buffer.from('gantry:pass:word').toString('base64')}`],
    ['a token', { token: 'secret' }, 'Bearer secret'],
    ['nobody', {}, undefined],
  ])('a request to Prometheus is made as %s', async (_, settings, authorization) => {
    replay.asked.length = 0;
    await usageOf(await engineOf('direct', settings), [aServer('one')]);
    expect(replay.asked.map((asked) => asked.authorization)).toEqual([authorization]);
  });

  it.each([
    [
      'a refusal',
      { status: 422, text: '{"status":"error","errorType":"execution","error":"too many samples"}' },
      /HTTP 422 too many samples/,
    ],
    ['a wrong password', { status: 401, text: 'Unauthorized' }, /HTTP 401/],
    ['a broken service', { status: 500, text: '<html>' }, /HTTP 500/],
    ['another service', { status: 200, text: '<html>welcome</html>' }, /unexpected answer/],
    ['a redirect', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }, /HTTP 302/],
    ['a scalar', { status: 200, text: '{"status":"success","data":{"resultType":"scalar","result":[1,"1"]}}' }, /unexpected answer/],
    ['a partial answer', { status: 200, text: '{"status":"success","data":{"resultType":"vector","result":[{' }, /unexpected answer/],
  ])('a request to Prometheus is an outage where it is answered with %s', async (_, answer, detail) => {
    const client = new Client(settingsOf('direct', replay.url), 'uuid');
    replay.trouble = () => answer;
    const [query, probe] = await Promise.allSettled([client.query('up', null, 15_000), client.probe(15_000, AbortSignal.timeout(15_000))]);
    replay.trouble = () => undefined;
    for (const result of [query, probe]) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'engine_unavailable', status: 503 } });
      expect(result.status === 'rejected' && String((result.reason as GantryError).detail)).toMatch(detail);
    }
  });

  it('an answer of Prometheus counts for no server that was not asked about', async () => {
    const engine = await engineOf('through');
    replay.trouble = () => ({ status: 200, text: FOREIGN });
    const figures = await usageOf(engine, [aServer('one'), aServer('two')]);
    replay.trouble = () => undefined;
    const none = { mem_usage: null, block_capacity: null, block_usage: null };
    expect(figures).toEqual([
      { ...none, cpu_usage: 7 },
      { ...none, cpu_usage: 100 },
    ]);
  });
});

const series = (uuid: string, figure: string, value: string) => ({ metric: { uuid, gantry_figure: figure }, value: [1, value] });
/** About another server as well; with values that are no numbers, and more than all of the cores. */
const FOREIGN = JSON.stringify({
  status: 'success',
  data: {
    resultType: 'vector',
    result: [
      series('foreign', 'cpu', '0.5'),
      series('one', 'cpu', '0.07'),
      series('one', 'memory', 'NaN'),
      series('one', 'block-usage', '+Inf'),
      series('two', 'cpu', '1.2'),
    ],
  },
});
