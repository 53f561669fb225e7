import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { HOUR_MS, keepHour } from '../../../src/nouns/capacity/handler/hourly-figures.ts';
import type { Client } from '../../support/client.ts';
import { SERIES } from '../../support/series.ts';
import { Measured } from './support/measured.ts';

const servers = nouns.servers.calls;
const NONE = { cpu_usage: null, mem_usage: null, block_capacity: null, block_usage: null };
const PATIENT = { timeout: 30_000, interval: 50 };

const capabilities = async (client: Client) => (await client.call(nouns.session.calls.meta)).capabilities;
const usageOf = async (client: Client, serverId: string) => (await client.call(servers.read, { params: { serverId } })).statistics.metrics;

describe('a cloud that nothing measures', () => {
  it('a cloud that nothing measures shows no usage, and offers no statistics', async () => {
    const plain = await Measured.start(null);
    try {
      const alice = await plain.alice('acme-prod');
      const serverId = plain.cloud.id('tiny');
      expect(await capabilities(alice)).not.toContain('server.stat');
      expect(await usageOf(alice, serverId)).toEqual(NONE);
      expect(await alice.refused(servers.stat, { params: { serverId } })).toMatchObject({ status: 501, code: 'not_supported' });
      expect(await capabilities(alice)).not.toContain('server.figures');
      const byUsage = { query: { sort: 'cpu_usage:desc' } };
      expect(await alice.refused(servers.list, byUsage)).toMatchObject({ status: 501, code: 'not_supported' });
    } finally {
      await plain.close();
    }
  });
});

describe('a cloud that a Prometheus measures', () => {
  let measured: Measured;
  let alice: Client;
  let tiny = '';
  let foreign = '';
  beforeAll(async () => {
    // Figures are not kept, so that each test sees its own.
    measured = await Measured.start({ limits: { request: 2, fresh: 0.001 } });
    alice = await measured.alice('acme-prod');
    [tiny, foreign] = [measured.cloud.id('tiny'), measured.cloud.id('on-volume')];
    measured.prometheus.guests.set(tiny, '$1').set(foreign, '$1');
  });
  afterAll(() => measured.close());
  beforeEach(() => {
    measured.prometheus.asked.length = 0;
  });

  const statOf = (client: Client, serverId: string) => client.call(servers.stat, { params: { serverId }, query: { range: '1h' } });
  const refusal = async () => {
    const { status, code, body } = await alice.refused(servers.stat, { params: { serverId: tiny } });
    return { status, code, detail: body.error.data?.detail };
  };
  /** Usage in the list, once the answer has come in time. */
  const listed = () =>
    vi.waitFor(async () => {
      const { data } = await alice.call(servers.list);
      const usage = new Map(data.map(({ id, statistics }) => [id, statistics.metrics]));
      expect(usage.get(tiny)?.cpu_usage).not.toBeNull();
      return usage;
    }, PATIENT);

  describe('that answers', () => {
    it('lists show what each server uses, and nothing of servers that are not measured [server.metrics-fields]', async () => {
      expect(await capabilities(alice)).toContain('server.stat');
      const usage = await listed();
      const { cpu_usage, mem_usage, block_capacity, block_usage } = usage.get(tiny)!;
      expect(cpu_usage).toBeGreaterThan(0);
      expect(cpu_usage).toBeLessThanOrEqual(100);
      expect(mem_usage).toBeGreaterThan(0);
      expect(block_capacity).toBe(64 * 1024 ** 2);
      expect(block_usage).toBeGreaterThan(0);
      expect(usage.get(measured.cloud.id('failed'))).toEqual(NONE);
    });

    it('lists servers by what they use, servers that are not measured last', async () => {
      expect(await capabilities(alice)).toContain('server.figures');
      for (const direction of ['asc', 'desc']) {
        const { data, count } = await alice.call(servers.list, { query: { sort: `mem_usage:${direction}`, with_count: true } });
        expect(count).toBe(data.length);
        const usage = data.map(({ statistics }) => statistics.metrics.mem_usage);
        expect([data[0]!.id, usage[0]]).toEqual([tiny, expect.any(Number)]);
        expect(new Set(usage.slice(1))).toEqual(new Set([null]));
      }
    });

    it('Prometheus is asked once for all servers of a page, and of those the caller sees only', async () => {
      await listed();
      const { asked } = measured.prometheus;
      expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/api/v1/query']));
      asked.length = 0;
      const { data } = await alice.call(servers.list);
      expect(data.length).toBeGreaterThan(1);
      await vi.waitFor(() => expect(asked).not.toEqual([]), PATIENT);
      expect(asked.map(({ ids }) => ids.toSorted())).toEqual([data.map(({ id }) => id).toSorted()]);
      expect(asked[0]!.ids).not.toContain(foreign);
    });

    it('tells the statistics of a server: each series in its unit, null before it was measured [api.server-stat, metrics.instance, metrics.latency]', async () => {
      const { range, series, metrics } = await statOf(alice, tiny);
      expect(range).toBe('1h');
      expect(metrics.mem_usage).toBeGreaterThan(0);
      expect(series.map(({ name, unit }) => [name, unit])).toEqual(SERIES);
      // An hour, every 30 seconds.
      for (const { points } of series) {
        expect(points.map(([at]) => at)).toEqual(Array.from({ length: 120 }, (_, index) => points[0]![0] + index * 30_000));
        expect(points[0]![1]).toBeNull();
        expect(points.some(([, value]) => value !== null && value > 0)).toBe(true);
      }
      const { asked } = measured.prometheus;
      expect(asked.every(({ ids }) => ids.length === 1 && ids[0] === tiny)).toBe(true);
      const windows = asked.flatMap(({ form }) => [...form.get('query')!.matchAll(/\[(\w+)\]/g)].map(([, window]) => window));
      expect(new Set(windows)).toEqual(new Set(['300s']));
    });

    it('statistics of a foreign server are refused like those of an unknown one, and Prometheus is asked about neither', async () => {
      for (const serverId of [foreign, '00000000-0000-4000-8000-000000000000'])
        expect(await alice.refused(servers.stat, { params: { serverId } })).toMatchObject({ status: 404, code: 'not_found' });
      expect(measured.prometheus.asked).toEqual([]);
      const dev = await measured.alice('acme-dev');
      expect((await statOf(dev, foreign)).series.length).toBeGreaterThan(0);
    });

    it('the capacity of a project and of the cluster has a trend from the figures of Prometheus, up to those that the platform has kept', async () => {
      const params = { projectId: measured.cloud.id('acme-prod') };
      const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
      await measured.app.store.transaction((writer) => keepHour(writer, `project:${params.projectId}`, hour - HOUR_MS, { cores: 5 }));
      measured.prometheus.past = { cores: 4, vcpus: 3 };
      const { data } = await alice.call(nouns.quotas.calls.capacity, { params });
      const cores = data.find(({ of }) => of === 'cores');
      expect(cores?.used.slice(-3)).toEqual([4, 4, 5]);
      expect(cores?.trend?.per_day).toBeGreaterThan(0);
      expect(data.find(({ of }) => of === 'ram')).toMatchObject({ since: null, outlook: 'collecting' });
      const cluster = (await (await measured.admin()).call(nouns.computeCluster.calls.capacity)).data;
      expect(cluster.find(({ of }) => of === 'vcpus')).toMatchObject({ trend: { from: 3, to: 3, per_day: 0 }, outlook: 'steady' });
      expect(measured.prometheus.count(/query_range/)).toBe(2);
    });

    it('reading usage and statistics costs neither a revision nor an entry of the change log', async () => {
      const head = await measured.app.store.changes.head();
      const before = (await alice.call(servers.read, { params: { serverId: tiny } })).revision;
      await listed();
      await statOf(alice, tiny);
      expect((await alice.call(servers.read, { params: { serverId: tiny } })).revision).toBe(before);
      expect(await measured.app.store.changes.head()).toBe(head);
    });
  });

  describe('that does not answer as it should', () => {
    afterEach(async () => {
      measured.prometheus.hanging = false;
      measured.prometheus.trouble = () => undefined;
      await measured.prometheus.stop();
      await measured.prometheus.start();
      await vi.waitFor(() => statOf(alice, tiny), PATIENT);
    });

    it('a Prometheus that is slow keeps neither lists nor charts waiting', async () => {
      measured.prometheus.hanging = true;
      expect((await alice.call(servers.list)).data.find(({ id }) => id === tiny)!.statistics.metrics).toEqual(NONE);
      // Why is for operators, in the log.
      expect(await refusal()).toMatchObject({ status: 503, code: 'engine_unavailable', detail: undefined });
      // It answers probes: it is not down.
      await vi.waitFor(async () => expect(await engineState()).toMatchObject({ reachable: true }), PATIENT);
    });

    it('the capacity of a project is what the platform has kept where Prometheus gives no answer', async () => {
      measured.prometheus.past = { instances: 4 };
      measured.prometheus.trouble = ({ path }) => (path.endsWith('query_range') ? { status: 503, text: '' } : undefined);
      const params = { projectId: measured.cloud.id('acme-prod') };
      const { data } = await alice.call(nouns.quotas.calls.capacity, { params });
      expect(data.find(({ of }) => of === 'instances')).toMatchObject({ since: null, used: [], outlook: 'collecting' });
    });

    it('a Prometheus that is dead is named to operators, nobody waits for it, and figures come back by themselves', async () => {
      await listed();
      await measured.prometheus.stop();
      expect(await refusal()).toMatchObject({ status: 503, code: 'engine_unavailable' });
      await vi.waitFor(
        async () => expect(await engineState()).toMatchObject({ reachable: false, services: [{ name: 'metrics' }] }),
        PATIENT,
      );
      expect(await refusal()).toMatchObject({ code: 'engine_unavailable', detail: undefined });
      expect(await usageOf(alice, tiny)).toEqual(NONE);
      expect((await alice.call(servers.list)).data.length).toBeGreaterThan(1);
      await measured.prometheus.start();
      await vi.waitFor(async () => expect(await engineState()).toMatchObject({ reachable: true }), PATIENT);
      expect((await listed()).get(tiny)!.mem_usage).toBeGreaterThan(0);
    });

    /** What `/readyz` says of the engine. */
    const engineState = async () => {
      const { json } = await measured.app.nobody.at(measured.app.app.adminUrl).raw('GET', '/readyz');
      return (json as { engines: { id: string }[] }).engines.find(({ id }) => id === 'metrics');
    };
  });
});
