import { describe, expect, it } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import { databases } from '../support/databases.ts';
import { ENGINE, idsOf, list, project, put, row, sorted, kindOf, system } from './support/rows.ts';
import { sharedStore } from './support/stores.ts';

const server = (id: string, name: string, status: string, more: Record<string, unknown> = {}) =>
  row('server', id, { name, status, task_state: null, host: 'node-1', flavor: { id: 'f1', vcpus: 1 }, networks: [], ...more });

describe.each(databases)('tasks of a day on $name', ({ name }) => {
  const at = sharedStore(name);
  it('the filter since finds the tasks that began within a day or several days, and refuses what is no period', async () => {
    const tasks = ['2026-11-23T22:59:59Z', '2026-11-23T23:00:00Z', '2026-11-24T22:59:59.999Z', '2026-11-24T23:00:00Z'];
    await put(at.store, ...tasks.map((created_at, index) => row('task', `t${index}`, { created_at, state: 'failed', items: [] })));
    const since = async (text: string, more: Record<string, string> = {}) => {
      const found = await list(at.store, 'task', { filters: { since: text, ...more }, sort: 'created_at:asc', withCount: true });
      expect(found.count).toBe(found.rows.length);
      return idsOf(found);
    };
    const day = '2026-11-23T23:00:00.000Z/2026-11-24T23:00:00.000Z';
    expect(await since(day)).toEqual(['t1', 't2']);
    expect(await since(`in:${day},2026-11-24T23:00:00Z/2026-11-25T00:00:00Z`, { state: 'failed' })).toEqual(['t1', 't2', 't3']);
    expect(await since('2026-11-20T00:00:00Z/2026-11-21T00:00:00Z')).toEqual([]);
    for (const text of ['2026-11-24', `${day}/${day}`, '2026-11-25T00:00:00Z/2026-11-24T00:00:00Z', 'yesterday'])
      await expect(since(text)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('tasks of a day and of a state are found the same among many, in a short period and in a long one, page by page in either order', async () => {
    const minute = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    const states = ['failed', 'success'];
    const task = (_: unknown, index: number) =>
      row('task', `m${index}`, { created_at: minute(index), state: states[index % 2], name: 'server.many', items: [] });
    await at.store.transaction((writer) => writer.putMany(Array.from({ length: 9000 }, task)));
    for (const [from, to] of [
      [2000, 3100],
      [1000, 7500],
    ] as const)
      for (const way of ['asc', 'desc']) {
        const filters = { since: `${minute(from)}/${minute(to)}`, state: 'failed' };
        const found: string[] = [];
        let marker: string | undefined;
        do {
          const more = marker === undefined ? {} : { marker };
          const page = await list(at.store, 'task', { filters, sort: `created_at:${way}`, limit: 900, withCount: true, ...more });
          expect(page.count).toBe((to - from) / 2);
          found.push(...idsOf(page));
          marker = page.marker;
        } while (marker !== undefined);
        const expected = Array.from({ length: (to - from) / 2 }, (_, at) => `m${from + 2 * at}`);
        expect(found, `${from} ${way}`).toEqual(way === 'asc' ? expected : expected.toReversed());
      }
  });
});

describe.each(databases)('filters on $name', ({ name }) => {
  const at = sharedStore(name);
  const ids = async (filters: Record<string, string>, more: object = {}) => {
    const found = await list(at.store, 'server', { filters, sort: 'name:asc', withCount: true, ...more });
    expect(found.count).toBe(found.rows.length);
    return idsOf(found);
  };

  it('a list without filters returns all rows of its kind', async () => {
    await put(
      at.store,
      server('s1', 'Web-1', 'ACTIVE', { networks: [{ network_id: 'n1', ips: ['10.0.0.1', 'fe80::1'] }], traits: ['GPU', 'SSD'] }),
      server('s2', 'web-2', 'SHUTOFF', {
        networks: [
          { network_id: 'n1', ips: ['10.0.0.2'] },
          { network_id: 'n2', ips: ['10.1.0.2'] },
        ],
      }),
      server('s3', 'db_100%', 'ACTIVE', { host: 'node-2', flavor: { id: 'f2', vcpus: 4 }, task_state: 'rebooting', traits: ['SSD'] }),
      server('s4', 'ΟΔΟΣ "x" 漢字の山', 'ERROR'),
      server('s5', 'İstanbul Straße', 'active'),
    );
    expect(await ids({})).toHaveLength(5);
  });

  it('the filter is finds rows by the exact value of a field', async () => {
    expect(await ids({ name: 'web-2' })).toEqual(['s2']);
    expect(await ids({ name: 'web-1' })).toEqual([]);
    expect(await ids({ status: 'ACTIVE' })).toEqual(['s3', 's1']);
    expect(await ids({ id: 's4' })).toEqual(['s4']);
    expect(await ids({ flavor: 'f2' })).toEqual(['s3']);
    expect(await ids({ task_state: 'rebooting' })).toEqual(['s3']);
    expect(await ids({ task_state: '' })).toEqual([]);
    expect(await ids({ image: 'none' })).toEqual([]);
  });

  it('the filter any finds machines by what their placement needs, whatever else they need', async () => {
    expect(await ids({ placement: 'GPU' })).toEqual(['s1']);
    expect(await ids({ placement: 'any:GPU,SSD' })).toEqual(['s3', 's1']);
    expect(await ids({ placement: 'any:none' })).toEqual([]);
    expect(await ids({ placement: 'SSD', status: 'ACTIVE', id: 'contains:S3' })).toEqual(['s3']);
  });

  it('the filter contains finds rows by a part of their id, alone and beside other filters', async () => {
    await put(
      at.store,
      ...['4e8b6f0d-7a25-4bb1', '4E8B0000-7a25-4bb2', 'c1f2a7b4-0c5d-4f3e'].map((id, index) => server(id, `id-${index}`, 'PAUSED')),
    );
    expect(await ids({ id: 'contains:4e8b' })).toHaveLength(2);
    expect(await ids({ id: 'contains:7A25-4bb1' })).toEqual(['4e8b6f0d-7a25-4bb1']);
    expect(await ids({ id: 'contains:4f' })).toEqual(['c1f2a7b4-0c5d-4f3e']);
    expect(await ids({ id: 'contains:none' })).toEqual([]);
    expect(await ids({ id: 'contains:4bb', status: 'PAUSED', name: 'contains:-1' })).toEqual(['4E8B0000-7a25-4bb2']);
    expect(await ids({ id: 'contains:4b', status: 'PAUSED' })).toHaveLength(2);
    expect(await ids({ id: 'contains:4bb', status: 'ACTIVE' })).toEqual([]);
    expect(await ids({ id: 'contains:id-' })).toEqual([]);
    await at.store.transaction(async (writer) => {
      for (const id of ['4e8b6f0d-7a25-4bb1', '4E8B0000-7a25-4bb2', 'c1f2a7b4-0c5d-4f3e'])
        await writer.remove({ engine: ENGINE, kind: 'server', id });
    });
    expect(await ids({ id: 'contains:4e8b' })).toEqual([]);
  });

  it('the filter contains finds a row by a part of one of its many values, however short the part is', async () => {
    const task = (id: string, ...names: string[]) =>
      row('task', id, {
        name: 'server.stop',
        items: names.map((one) => ({ id: `of ${one}`, name: one })),
        created_at: '2026-01-01T00:00:00Z',
      });
    await put(at.store, task('t1', 'Web-1', 'web-2'), task('t2', 'db_100%'), task('t3', 'ΟΔΟΣ', 'web-2'), task('t4'));
    const found = async (object: string, more: Record<string, string> = {}) => {
      const { rows, count } = await list(at.store, 'task', {
        filters: { object: `contains:${object}`, ...more },
        sort: 'created_at:asc',
        withCount: true,
      });
      expect(count).toBe(rows.length);
      return rows.map(({ id }) => id).sort();
    };
    expect(await found('WEB')).toEqual(['t1', 't3']);
    expect(await found('web-1')).toEqual(['t1']);
    expect(await found('b-')).toEqual(['t1', 't3']);
    expect(await found('_100%')).toEqual(['t2']);
    expect(await found('οδοσ')).toEqual(['t3']);
    expect(await found('web-1\nweb-2')).toEqual([]);
    expect(await found('web', { item: 'of Web-1' })).toEqual(['t1']);
    expect(await found('no such')).toEqual([]);
    // What it is called by now is found, and no more what it was called before.
    await put(at.store, task('t1', 'renamed', 'web-2'));
    expect([await found('renamed'), await found('web-1'), await found('web-2')]).toEqual([['t1'], [], ['t1', 't3']]);
  });

  it('the filter since takes the longest of several spans, and refuses what is no span', async () => {
    const HOUR = 3_600_000;
    const ago = { now: 0, hours: 5 * HOUR, days: 3 * 24 * HOUR, long: 40 * 24 * HOUR };
    const instantAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
    const tasks = Object.entries(ago).map(([id, ms]) =>
      row('task', `since-${id}`, { name: 'server.spans', items: [], created_at: instantAgo(ms) }),
    );
    await put(at.store, ...tasks);
    const found = async (since: string) => {
      const { rows, count } = await list(at.store, 'task', {
        filters: { since, name: 'server.spans' },
        sort: 'created_at:desc',
        withCount: true,
      });
      expect(count).toBe(rows.length);
      return rows.map(({ id }) => id.replace('since-', ''));
    };
    expect(await found('1h')).toEqual(['now']);
    expect(await found('24h')).toEqual(['now', 'hours']);
    expect(await found('in:1h,7d')).toEqual(['now', 'hours', 'days']);
    expect(await found('9999d')).toEqual(['now', 'hours', 'days', 'long']);
    await expect(found('yesterday')).rejects.toMatchObject({ code: 'validation_failed', fields: { since: [{ code: 'format' }] } });
  });

  it('the filter in finds rows with any of its values, and none without values', async () => {
    expect(await ids({ status: 'in:ACTIVE,SHUTOFF' })).toEqual(['s3', 's1', 's2']);
    expect(await ids({ id: 'in:s1,s4,nobody' })).toEqual(['s1', 's4']);
    expect(await ids({ status: 'in:' })).toEqual([]);
    expect(await ids({ id: 'in:' })).toEqual([]);
    expect(await ids({ network: 'in:' })).toEqual([]);
  });

  it('filters look into arrays, and count a row once', async () => {
    expect(await ids({ network: 'n1' })).toEqual(['s1', 's2']);
    expect(await ids({ network: 'in:n1,n2' })).toEqual(['s1', 's2']);
    expect(await ids({ ip: '10.1.0.2' })).toEqual(['s2']);
    expect(await ids({ ip: 'in:10.0.0.2,10.1.0.2' })).toEqual(['s2']);
    await put(
      at.store,
      row('project', 'p1', { name: 'p1', tags: ['a', 'b'] }),
      row('project', 'p2', { name: 'p2', tags: ['b', 'c'] }),
      row('project', 'p3', { name: 'p3', tags: [] }),
    );
    const tagged = await list(at.store, 'project', { filters: { tags: 'any:a,b' }, withCount: true });
    expect([idsOf(tagged), tagged.count]).toEqual([['p1', 'p2'], 2]);
    const untagged = async (tags: string) => {
      const found = await list(at.store, 'project', { filters: { tags }, sort: 'name:asc', withCount: true });
      expect(found.count).toBe(found.rows.length);
      return idsOf(found);
    };
    expect(await untagged('not_any:a')).toEqual(['p2', 'p3']);
    expect(await untagged('not_any:a,c')).toEqual(['p3']);
    expect(await untagged('not_any:none')).toEqual(['p1', 'p2', 'p3']);
    expect(await untagged('not_any:')).toEqual(['p1', 'p2', 'p3']);
  });

  it('the filter contains finds any part of a text, whatever its case, long or short', async () => {
    expect(await ids({ name: 'contains:WEB' })).toEqual(['s1', 's2']);
    expect(await ids({ name: 'contains:eb-' })).toEqual(['s1', 's2']);
    expect(await ids({ name: 'contains:b' })).toEqual(['s3', 's5', 's1', 's2']);
    expect(await ids({ name: 'contains:_1' })).toEqual(['s3']);
    expect(await ids({ name: 'contains:%' })).toEqual(['s3']);
    expect(await ids({ name: 'contains:_100%' })).toEqual(['s3']);
    expect(await ids({ name: 'contains:100_' })).toEqual([]);
    expect(await ids({ name: 'contains:"x"' })).toEqual(['s4']);
    expect(await ids({ name: 'contains:οδος' })).toEqual(['s4']);
    expect(await ids({ name: 'contains:ΟΔΟΣ' })).toEqual(['s4']);
    expect(await ids({ name: 'contains:字の山' })).toEqual(['s4']);
    expect(await ids({ name: 'contains:STRASSE' })).toEqual([]);
    expect(await ids({ name: 'contains:straße' })).toEqual(['s5']);
    expect(await ids({ name: 'contains:' })).toHaveLength(5);
    expect(await ids({ name: `contains:${"'; drop table resources; --"}` })).toEqual([]);
    expect(await ids({ name: 'contains:\\' })).toEqual([]);
  });

  it('the filter contains finds a part of a text with or without its accents, whichever of both was typed', async () => {
    const names = ['Café am Markt', 'CAFE\u0301 Bar', 'cafe'];
    await put(at.store, ...names.map((text, index) => server(`accent-${index}`, text, 'SUSPENDED')));
    for (const typed of ['cafe', 'café', 'CAFE\u0301'])
      expect([typed, (await ids({ name: `contains:${typed}` })).toSorted()]).toEqual([typed, ['accent-0', 'accent-1', 'accent-2']]);
    expect(await ids({ name: 'contains:cafe b', status: 'SUSPENDED' })).toEqual(['accent-1']);
    await at.store.transaction(async (writer) => {
      for (const [index] of names.entries()) await writer.remove({ engine: ENGINE, kind: 'server', id: `accent-${index}` });
    });
  });

  it('several filters on one list hold together', async () => {
    expect(await ids({ name: 'contains:web', status: 'ACTIVE', network: 'n1' })).toEqual(['s1']);
    expect(await ids({ name: 'contains:web', status: 'ERROR' })).toEqual([]);
    expect(await ids({ id: 'in:s1,s2', network: 'n2' }, { visibility: project('p1', 'd1') })).toEqual(['s2']);
  });

  it('filters find the same rows among many as among few', async () => {
    const rows = Array.from({ length: 2600 }, (_, index) =>
      server(`m${index}`, `many-${index}`, index % 2 === 0 ? 'PAUSED' : 'BUILD', {
        flavor: { id: index < 1300 ? 'big' : 'f1', vcpus: index % 3 },
        networks: [{ network_id: index % 4 === 0 ? 'even' : 'odd' }, { network_id: 'both' }],
      }),
    );
    await at.store.transaction((writer) => writer.putMany(rows));
    const numbers = Array.from({ length: 2600 }, (_, index) => index);
    const count = async (filters: Record<string, string>, sort = 'name:asc') =>
      (await list(at.store, 'server', { filters, sort, limit: 7, withCount: true })).count;
    const wanted: [Record<string, string>, (index: number) => boolean][] = [
      [{ name: 'contains:many' }, () => true],
      [{ name: 'contains:y-' }, () => true],
      [{ status: 'PAUSED' }, (index) => index % 2 === 0],
      [{ status: 'in:PAUSED,BUILD' }, () => true],
      [{ network: 'odd' }, (index) => index % 4 !== 0],
      [{ network: 'in:odd,even' }, () => true],
      [{ network: 'in:odd,both' }, () => true],
      [{ name: 'contains:many', status: 'PAUSED' }, (index) => index % 2 === 0],
      [{ flavor: 'big', network: 'odd' }, (index) => index < 1300 && index % 4 !== 0],
      [
        { flavor: 'big', status: 'PAUSED', name: 'contains:many-1' },
        (index) => index < 1300 && index % 2 === 0 && String(index).startsWith('1'),
      ],
    ];
    for (const [filters, test] of wanted) {
      const expected = numbers.filter(test).map((index) => `m${index}`);
      expect(await count(filters), JSON.stringify(filters)).toBe(expected.length);
      for (const sort of ['created_at:desc', 'status:asc']) {
        const found: string[] = [];
        let marker: string | undefined;
        do {
          const page = await list(at.store, 'server', { filters, sort, limit: 900, ...(marker !== undefined && { marker }) });
          found.push(...idsOf(page));
          marker = page.marker;
        } while (marker !== undefined);
        expect(found.length, `${JSON.stringify(filters)} ${sort}`).toBe(expected.length);
        expect(new Set(found), `${JSON.stringify(filters)} ${sort}`).toEqual(new Set(expected));
      }
    }
  });

  it('the filters any and not_any with the same values part the rows in two, page by page', async () => {
    const pool = ['a', 'b', 'c', 'ä,b', '漢'];
    const tagsOf = (index: number) => pool.filter((_, at) => ((index >> at) & 1) === 1);
    await at.store.transaction((writer) =>
      writer.putMany(
        Array.from({ length: 2600 }, (_, index) =>
          row('user', `u${String(index).padStart(4, '0')}`, { name: `u${index}`, created_at: null, tags: tagsOf(index % 32) }),
        ),
      ),
    );
    const numbers = Array.from({ length: 2600 }, (_, index) => index);
    const escaped = (value: string) => value.replace(/[\\,]/g, (sign) => `\\${sign}`);
    for (const values of [['a'], ['b', '漢'], ['ä,b'], pool, ['nobody']])
      for (const operator of ['any', 'not_any']) {
        const filters = { tags: `${operator}:${values.map(escaped).join(',')}` };
        const has = (index: number) => tagsOf(index % 32).some((tag) => values.includes(tag));
        const expected = numbers
          .filter((index) => has(index) === (operator === 'any'))
          .map((index) => `u${String(index).padStart(4, '0')}`);
        const found: string[] = [];
        let marker: string | undefined;
        do {
          const more = marker === undefined ? {} : { marker };
          const page = await list(at.store, 'user', { filters, sort: 'name:asc', limit: 900, withCount: true, ...more });
          expect(page.count, JSON.stringify(filters)).toBe(expected.length);
          found.push(...idsOf(page));
          marker = page.marker;
        } while (marker !== undefined);
        expect(found.toSorted(), JSON.stringify(filters)).toEqual(expected);
      }
    await expect(list(at.store, 'server', { filters: { placement: 'not_any:GPU' } })).rejects.toMatchObject({
      fields: { placement: [{ code: 'filter_operator', params: { operator: 'not_any' } }] },
    });
  });

  it('filters and sorts are refused where the kind does not have them', async () => {
    const refusal = (filters: Record<string, string>, more: object = {}) => list(at.store, 'server', { filters, ...more });
    const fields = (key: string, code: string) => ({ code: 'validation_failed', fields: { [key]: [{ code }] } });
    await expect(refusal({ colour: 'red' })).rejects.toMatchObject(fields('colour', 'unknown'));
    await expect(refusal({ status: 'contains:A' })).rejects.toMatchObject(fields('status', 'filter_operator'));
    await expect(refusal({ host: 'node-1' }, { visibility: project('p1', 'd1') })).rejects.toMatchObject(fields('host', 'system_only'));
    await expect(refusal({}, { sort: 'host:asc', visibility: project('p1', 'd1') })).rejects.toMatchObject(fields('sort', 'sort_key'));
    await expect(refusal({}, { sort: 'ip:asc' })).rejects.toBeInstanceOf(GantryError);
    expect(
      idsOf(await at.store.read.list({ kind: kindOf('server'), visibility: system, filters: {}, sort: sorted('host:desc'), limit: 1 })),
    ).toEqual(['s3']);
  });
});
