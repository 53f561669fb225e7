import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { databases } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { SERIES } from '../support/series.ts';

const servers = nouns.servers.calls;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

describe.each(databases)('what servers use, on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '60' } });
    lead = await app.as('acme-lead', 'acme-prod');
  });
  afterAll(() => app.close());

  const some = async (status: string) => (await lead.call(servers.list, { query: { status, limit: 100 } })).data;

  it('statistics in lists lie within what a running server has, and show no CPU or memory in use where it is off [server.metrics-fields]', async () => {
    for (const { flavor, volumes, statistics } of await some('ACTIVE')) {
      const capacity = volumes.reduce((sum, { size }) => sum + (size ?? 0) * GIB, 0);
      const { cpu_usage, mem_usage, block_capacity, block_usage } = statistics.metrics;
      expect(cpu_usage).toBeGreaterThanOrEqual(0);
      expect(cpu_usage).toBeLessThanOrEqual(100);
      expect(mem_usage).toBeGreaterThan(0);
      expect(mem_usage).toBeLessThanOrEqual(flavor.ram * MIB);
      expect(block_capacity).toBe(capacity);
      expect(block_usage).toBeGreaterThan(0);
      expect(block_usage).toBeLessThanOrEqual(capacity);
    }
    const [off] = await some('SHUTOFF');
    expect(off!.statistics.metrics).toMatchObject({ cpu_usage: 0, mem_usage: 0, block_usage: expect.any(Number) });
  });

  it('reading statistics of servers costs neither a revision nor an entry of the change log [server.metrics-fields]', async () => {
    const revisions = async () => new Map((await some('ACTIVE')).map(({ id, revision }) => [id, revision]));
    const [before, head] = [await revisions(), await app.store.changes.head()];
    for (const serverId of before.keys()) await lead.call(servers.read, { params: { serverId } });
    expect(await revisions()).toEqual(before);
    expect(await app.store.changes.head()).toBe(head);
  });

  it('statistics of a server are told for a range of time, every series in its unit [api.server-stat]', async () => {
    const oldest = (await lead.call(servers.list, { query: { status: 'ACTIVE', sort: 'created_at:asc', limit: 1 } })).data[0]!;
    const params = { serverId: oldest.id };
    expect(await lead.call(servers.stat, { params })).toMatchObject({ range: '12h', simulated: true });
    const ranges = { '1h': [3600, 30], '12h': [43_200, 300], '1d': [86_400, 600], '1w': [604_800, 3600] } as const;
    for (const range of ['1h', '12h', '1d', '1w'] as const) {
      const stat = await lead.call(servers.stat, { params, query: { range } });
      const [seconds, step] = ranges[range];
      expect(stat.range).toBe(range);
      expect(stat.metrics.block_capacity).toBe(oldest.statistics.metrics.block_capacity);
      expect(stat.series.map(({ name, unit }) => [name, unit])).toEqual(SERIES);
      for (const { points } of stat.series) {
        const at = points.map(([time]) => time);
        expect(points.length).toBeLessThanOrEqual(168);
        expect(at).toEqual(Array.from(at, (_, index) => at[0]! + index * step * 1000));
        expect(at.at(-1)! <= Date.parse(stat.at) && at[0]! > Date.parse(stat.at) - (seconds + step) * 1000).toBe(true);
        expect(points.some(([, value]) => value !== null && value > 0)).toBe(true);
      }
    }
    expect((await lead.refused(servers.stat, { params, query: { range: '2y' } })).status).toBe(400);
  });

  it('statistics of a server show when it was off [api.server-stat]', async () => {
    const off = (await lead.call(servers.list, { query: { status: 'SHUTOFF', sort: 'created_at:desc', limit: 1 } })).data[0]!;
    const { series } = await lead.call(servers.stat, { params: { serverId: off.id }, query: { range: '1d' } });
    const cpu = series.find(({ name }) => name === 'cpu')!.points;
    // A stopped sample server had run for half an hour.
    expect(cpu.slice(0, 3).every(([, value]) => value! > 0)).toBe(true);
    expect(cpu.slice(5).every(([, value]) => value === 0)).toBe(true);
    expect(cpu.length).toBeGreaterThan(6);
    expect(cpu[0]![0]).toBeGreaterThanOrEqual(Date.parse(off.created));
  });
});
