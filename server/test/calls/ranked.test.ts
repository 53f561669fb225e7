import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { FIGURE_SORT_MAX } from '@gantry/contract/constants';
import type { Server, ServerMetrics } from '@gantry/contract/nouns/servers/entity';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { figureKeys } from '@gantry/contract/wire/kind';
import { rankedPage } from '../../src/calls/ranked.ts';
import type { ListRequest } from '../../src/port/store/reader.ts';
import type { Row } from '../../src/port/store/rows.ts';
import { databases } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const servers = nouns.servers.calls;
/** What each figure says of a server, in whichever unit: lists are sorted by what their bars show. */
const FIGURES: Readonly<Record<string, (server: Server) => number>> = {
  cpu_usage: ({ statistics }) => statistics.metrics.cpu_usage!,
  mem_usage: ({ statistics }) => statistics.metrics.mem_usage!,
  block_capacity: ({ statistics }) => statistics.metrics.block_capacity!,
  block_usage: ({ statistics }) => statistics.metrics.block_usage!,
  mem_share: ({ statistics, flavor }) => statistics.metrics.mem_usage! / flavor.ram,
  block_share: ({ statistics }) => statistics.metrics.block_usage! / statistics.metrics.block_capacity!,
};

describe.each(databases)('servers by what they use, on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let all: Server[];
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '40' } });
    lead = await app.as('acme-lead', 'acme-prod');
    all = (await lead.call(servers.list, { query: { limit: 1000 } })).data;
  });
  afterAll(() => app.close());

  const list = (query: Record<string, string | number | boolean>) => lead.call(servers.list, { query });
  const of = (data: readonly Server[], figure: keyof ServerMetrics) => data.map(({ statistics }) => statistics.metrics[figure]!);

  it('the servers have exactly the figures of which this test knows the values', () =>
    expect(figureKeys(serverKind).toSorted()).toEqual(Object.keys(FIGURES).toSorted()));

  it.each(Object.entries(FIGURES))('all servers are listed by the figure %s, in both directions', async (figure, valueOf) => {
    for (const [direction, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const { data, count, marker } = await list({ sort: `${figure}:${direction}`, limit: 1000, with_count: true });
      expect([data.length, count, marker]).toEqual([all.length, all.length, undefined]);
      expect(new Set(data.map(({ id }) => id)).size).toBe(all.length);
      const values = data.map(valueOf);
      expect(new Set(values).size).toBeGreaterThan(2);
      expect(values).toEqual(values.toSorted((a, b) => sign * (a - b)));
    }
  });

  it('servers sorted by a figure are paged by a marker, each once, with what the filters leave', async () => {
    const query = { sort: 'block_capacity:desc', limit: 7, status: 'ACTIVE', with_count: true };
    const wanted = all.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);
    const found: Server[] = [];
    for (let marker: string | undefined; ;) {
      const page = await list({ ...query, ...(marker !== undefined && { marker }) });
      expect([page.count, page.data.length <= 7]).toEqual([wanted.length, true]);
      found.push(...page.data);
      if ((marker = page.marker) === undefined) break;
    }
    expect(found.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
    const capacities = of(found, 'block_capacity');
    expect(capacities).toEqual(capacities.toSorted((a, b) => b - a));
  });

  it('a list of servers by a figure refuses a marker that is damaged or of another order', async () => {
    const { marker } = await list({ sort: 'cpu_usage:desc', limit: 2 });
    for (const bad of [`x${marker}`, `${marker}x`, marker!.slice(0, -1)])
      expect((await lead.refused(servers.list, { query: { sort: 'cpu_usage:desc', marker: bad } })).body.error.fields).toHaveProperty(
        'marker',
      );
    for (const sort of ['cpu_usage:asc', 'mem_usage:desc', 'name:asc'])
      expect((await lead.refused(servers.list, { query: { sort, marker: marker! } })).status, sort).toBe(400);
    const stored = await list({ sort: 'name:asc', limit: 2 });
    expect((await lead.refused(servers.list, { query: { sort: 'cpu_usage:desc', marker: stored.marker! } })).status).toBe(400);
  });

  it('sorting by figures is offered as a capability', async () => {
    expect((await lead.call(nouns.session.calls.meta)).capabilities).toContain('server.figures');
  });

  it('sorting by a figure is refused where too many servers match, and works where a filter leaves fewer', async () => {
    const [some] = all;
    const row = (await app.store.read.get({ engine: 'embedded', kind: 'server', id: some!.id }))!;
    const copies = Array.from({ length: FIGURE_SORT_MAX + 1 - all.length }, (_, index) => ({
      ...row,
      id: `copy-${index}`,
      document: { ...row.document, id: `copy-${index}`, name: `copy-${index}`, status: 'SHELVED' },
    }));
    await app.store.transaction((writer) => writer.putMany(copies.slice(1)));
    expect((await list({ sort: 'cpu_usage:desc', limit: 3, with_count: true })).count).toBe(FIGURE_SORT_MAX);
    await app.store.transaction((writer) => writer.putMany(copies));
    const { status, body } = await lead.refused(servers.list, { query: { sort: 'cpu_usage:desc', limit: 3 } });
    expect([status, body.error.err_code, body.error.data?.params]).toEqual([422, 'too_many_to_sort', { max: FIGURE_SORT_MAX }]);
    expect((await list({ sort: 'cpu_usage:desc', status: 'ACTIVE' })).data.length).toBe(20);
    expect((await list({ sort: 'name:desc', limit: 3 })).data.length).toBe(3);
  });
});

describe('a page in the order of a figure', () => {
  const known = { a: 3, b: null, c: 1, d: 3, e: null } as Readonly<Record<string, number | null>>;
  const rows = Object.keys(known).map((id) => ({ id }) as Row);
  const measured = (figures: typeof known) => async (of: readonly Row[]) =>
    of.map(({ id }) => ({ id, statistics: { metrics: { cpu_usage: figures[id] } } }));
  const page = (more: Partial<ListRequest>, figures = known) => {
    const request = { kind: serverKind, sort: { key: 'cpu_usage', descending: false }, limit: 20, filters: {}, ...more } as ListRequest;
    const findMany = async <K extends string>(_kind: K, of: readonly string[]) => new Map(of.map((id) => [id, { id } as Row<K>]));
    const list = async <K extends string>() => ({ rows: rows as Row<K>[] });
    return rankedPage(request, { list, findMany }, { measured: measured(figures), plain: measured({}) });
  };
  const ids = ({ data }: { data: readonly Record<string, unknown>[] }) => data.map(({ id }) => id).join('');
  const descending = { key: 'cpu_usage', descending: true };

  it('a page by a figure has unknown figures last, and equal ones by id, in either direction', async () => {
    expect(ids(await page({}))).toBe('cadbe');
    expect(ids(await page({ sort: descending }))).toBe('adcbe');
  });

  it('a page by a figure goes on after the last place of the page before, whatever has become of the figures', async () => {
    const first = await page({ sort: descending, limit: 2 });
    expect([ids(first), first.count]).toEqual(['ad', undefined]);
    const second = await page({ sort: descending, limit: 2, marker: first.marker! }, { ...known, a: 0, c: 2 });
    expect(ids(second)).toBe('ca');
    const third = await page({ sort: descending, limit: 2, marker: second.marker! }, {});
    expect([ids(third), third.marker]).toEqual(['ab', expect.any(String)]);
    const last = await page({ sort: descending, limit: 9, marker: third.marker! }, {});
    expect([ids(last), last.marker]).toEqual(['cde', undefined]);
  });

  it('a page by a figure refuses a marker with a place that its list cannot have', async () => {
    const { marker } = await page({ sort: descending, limit: 2 });
    const [of, , id] = JSON.parse(Buffer.from(marker!, 'base64url').toString()) as unknown[];
    for (const place of [
      [of, 'much', id],
      [of, 1, 7],
      [of, 1],
      ['disk', 1, id],
    ])
      await expect(page({ sort: descending, marker: Buffer.from(JSON.stringify(place)).toString('base64url') })).rejects.toMatchObject({
        fields: { marker: [{ code: 'marker' }] },
      });
  });
});
