import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/port/store/store.ts';
import { databases, openTestStore } from '../support/databases.ts';
import { ENGINE, idsOf, kindOf, list, project, put, remove, row } from './support/rows.ts';

describe.each(databases)('writing on $name', ({ name }) => {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openTestStore(name));
  });
  afterEach(() => close());

  const log = async () => (await store.changes.since(0, 1000)).entries;
  const key = (id: string, kind = 'server') => ({ engine: ENGINE, kind, id });

  it('the store keeps documents as they are, with the strangest texts', async () => {
    const document = { name: 'Ünïcode 💾 "quoted" \\ %_', nested: { list: [1, null, { a: true }], empty: {} }, '[1]': '{}', text: '[1]' };
    const [made] = await put(store, row('server', 's1', document));
    const read = await store.read.get(key('s1'));
    expect(read).toEqual(made);
    expect(read).toMatchObject({
      document: { id: 's1', ...document },
      revision: 1,
      schemaVersion: kindOf('server').version,
      projectId: 'p1',
      domainId: 'd1',
      userId: null,
    });
    expect(read?.createdAt).toBe(read?.updatedAt);
  });

  it('the store keeps a name that either database would refuse, and finds it', async () => {
    await put(store, row('server', 's1', { name: 'a\0b\uD800c', status: 'X\0' }));
    expect((await store.read.get(key('s1')))?.document['name']).toBe('a\0b\uD800c');
    expect(idsOf(await list(store, 'server', { filters: { name: 'a\0b\uD800c' } }))).toEqual(['s1']);
    expect(idsOf(await list(store, 'server', { filters: { name: 'contains:a\0B' } }))).toEqual(['s1']);
  });

  it('a put that changes nothing writes and logs nothing, whatever the order of members', async () => {
    const [first] = await put(store, row('server', 's1', { name: 'a', flavor: { vcpus: 1, ram: 2 } }));
    const again = await put(store, row('server', 's1', { flavor: { ram: 2, vcpus: 1 }, name: 'a', gone: undefined }));
    expect(again).toEqual([first]);
    expect(await log()).toHaveLength(1);
    expect(await store.transaction((writer) => writer.putMany([row('server', 's1', { name: 'a', flavor: { vcpus: 1, ram: 2 } })]))).toBe(0);
    expect(await log()).toHaveLength(1);
  });

  it('a transaction sees what it has written, also where it had read it before', async () => {
    const named = (name: string) => row('server', 's1', { name });
    await store.transaction(async (writer) => {
      const name = async () => (await writer.get(key('s1')))?.document['name'];
      const names = [await name()];
      await writer.put(named('a'));
      names.push(await name());
      await writer.putMany([named('b'), row('server', 's2')]);
      names.push(await name());
      await writer.putFigures(key('s1'), { id: 's1', name: 'c' });
      names.push(await name());
      await Promise.all([writer.put(named('d')), name(), writer.getMany(ENGINE, 'server', ['s2', 's1'])]);
      names.push(await name());
      expect((await writer.put(named('e'))).revision).toBe(4);
      expect(await writer.remove(key('s1'))).toBe(true);
      names.push(await name());
      expect((await writer.put(named('f'))).revision).toBe(1);
      names.push(await name());
      expect(names).toEqual([undefined, 'a', 'b', 'c', 'd', undefined, 'f']);
      expect((await writer.getMany(ENGINE, 'server', ['s2', 's1', 's2', 'none'])).size).toBe(2);
    });
    expect((await store.read.get(key('s1')))?.document['name']).toBe('f');
  });

  it('a put of an unchanged row is logged where a note says so', async () => {
    await put(store, row('server', 's1', { name: 'a', status: 'ACTIVE' }));
    const error = { code: 'engine_refused', name: 'a', params: { n: 1 }, detail: 'no' };
    const failed = await store.transaction((writer) =>
      writer.put(row('server', 's1', { name: 'a', status: 'ACTIVE' }), { operation: 'failed', error }),
    );
    expect(failed.revision).toBe(2);
    expect((await log()).at(-1)).toMatchObject({ operation: 'failed', revision: 2, error, status: 'ACTIVE', id: 's1', kind: 'server' });
  });

  it('each change of a row grows its revision and keeps its time of making', async () => {
    const [first] = await put(store, row('server', 's1', { name: 'a' }));
    const [second] = await put(store, row('server', 's1', { name: 'b' }));
    expect([first?.revision, second?.revision]).toEqual([1, 2]);
    expect(second?.createdAt).toBe(first?.createdAt);
    expect((await log()).map(({ operation, revision }) => [operation, revision])).toEqual([
      ['created', 1],
      ['updated', 2],
    ]);
  });

  it('new figures of a row change neither its revision nor the log, and lists follow', async () => {
    await put(store, row('server', 's1', { name: 'a', flavor: { ram: 1 } }), row('server', 's2', { name: 'b', flavor: { ram: 5 } }));
    await store.transaction((writer) => writer.putFigures(key('s1'), { id: 's1', name: 'a', flavor: { ram: 9 } }));
    expect(await log()).toHaveLength(2);
    expect((await store.read.get(key('s1')))?.revision).toBe(1);
    expect(idsOf(await list(store, 'server', { sort: 'ram:asc' }))).toEqual(['s2', 's1']);
    await store.transaction((writer) => writer.putFigures(key('unknown'), { id: 'unknown' }));
    expect(await store.read.get(key('unknown'))).toBeUndefined();
  });

  it('removing a row removes all that lists know of it', async () => {
    await put(store, row('server', 's1', { name: 'find me', networks: [{ network_id: 'n1', ips: ['10.0.0.1'] }] }));
    expect(await remove(store, 'server', 's1')).toBe(true);
    expect(await remove(store, 'server', 's1')).toBe(false);
    for (const filters of [{}, { name: 'contains:find' }, { network: 'n1' }, { id: 's1' }])
      expect(await list(store, 'server', { filters, withCount: true })).toEqual({ rows: [], count: 0 });
    expect((await log()).at(-1)).toMatchObject({ operation: 'deleted', revision: 2, after: null, before: ['domain:d1', 'project:p1'] });
    await put(store, row('server', 's1', { name: 'find me' }));
    expect(idsOf(await list(store, 'server', { filters: { name: 'contains:find' } }))).toEqual(['s1']);
  });

  it('lists follow when the keys, the many values and the owners of a row change', async () => {
    const networks = (...ids: string[]) => ids.map((network_id) => ({ network_id, ips: [] }));
    await put(store, row('server', 's1', { name: 'alpha', status: 'BUILD', networks: networks('n1', 'n2') }));
    await put(store, row('server', 's1', { name: 'beta', status: 'ACTIVE', networks: networks('n2', 'n3') }, { projectId: 'p2' }));
    const ids = async (filters: Record<string, string>, visibility = project('p2', 'd1')) =>
      idsOf(await list(store, 'server', { filters, visibility }));
    expect(await ids({})).toEqual(['s1']);
    expect(await ids({ name: 'contains:bet', status: 'ACTIVE', network: 'n3' })).toEqual(['s1']);
    expect(await ids({ network: 'n1' })).toEqual([]);
    expect(await ids({ name: 'contains:alpha' })).toEqual([]);
    expect(await ids({ status: 'BUILD' })).toEqual([]);
    expect(await ids({}, project('p1', 'd1'))).toEqual([]);
    expect((await log()).at(-1)).toMatchObject({ before: ['domain:d1', 'project:p1'], after: ['domain:d1', 'project:p2'] });
  });

  it('a put of many rows says how many changed, and the last one of an id counts', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => row('server', `s${index}`, { name: `n${index}` }));
    expect(await store.transaction((writer) => writer.putMany(rows))).toBe(450);
    expect(
      await store.transaction((writer) =>
        writer.putMany([...rows.slice(1), row('server', 's0', { name: 'x' }), row('server', 's0', { name: 'y' })]),
      ),
    ).toBe(1);
    expect((await store.read.get(key('s0')))?.document).toEqual({ id: 's0', name: 'y' });
    expect((await list(store, 'server', { limit: 1, withCount: true })).count).toBe(450);
    expect(await store.read.countRows(ENGINE, 'server')).toBe(450);
    await expect(store.transaction((writer) => writer.putMany([row('server', 'a'), row('volume', 'b')]))).rejects.toThrow(
      'one engine and kind',
    );
  });

  it('the store reads many rows of one engine and kind at once, and leaves out unknown ids', async () => {
    await put(store, row('server', 's1', { name: 'a' }), row('server', 's2', { name: 'b' }), row('volume', 's3'));
    await store.transaction((writer) => writer.put({ ...row('server', 's4'), engine: 'another' }));
    const wanted = ['s2', 's1', 's1', 's3', 's4', 'unknown'];
    const committed = await store.read.getMany(ENGINE, 'server', wanted);
    expect([...committed].map(([id, found]) => [id, found.document['name']]).toSorted()).toEqual([
      ['s1', 'a'],
      ['s2', 'b'],
    ]);
    expect(committed.get('s1')).toEqual(await store.read.get(key('s1')));
    expect(await store.read.getMany(ENGINE, 'server', [])).toEqual(new Map());
    await store.transaction(async (writer) => {
      await writer.put(row('server', 's5', { name: 'e' }));
      expect([...(await writer.getMany(ENGINE, 'server', ['s1', 's5', 'unknown'])).keys()].toSorted()).toEqual(['s1', 's5']);
      expect((await store.read.getMany(ENGINE, 'server', ['s1', 's5'])).size).toBe(1);
    });
  });

  it('a put of many rows lets other work have its turn', async () => {
    let turns = 0;
    let going = true;
    const turn = (): void => {
      turns += 1;
      if (going) setImmediate(turn);
    };
    setImmediate(turn);
    await store.transaction((writer) => writer.putMany(Array.from({ length: 1000 }, (_, index) => row('server', `s${index}`))));
    going = false;
    expect(turns).toBeGreaterThanOrEqual(24);
  });

  it('a sweep reads all rows of an engine and kind in chunks, and no others', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => row('server', `s${index}`, { name: `n${index}` }));
    await put(store, ...rows, row('volume', 'v1'), { ...row('server', 'other'), engine: 'another' });
    const chunks: { id: string; createdAt: string; document: unknown }[][] = [];
    for await (const chunk of store.read.sweep(ENGINE, 'server', 10)) chunks.push(chunk);
    expect(chunks.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(chunks.flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(chunks[0]?.[0]).toEqual({ id: 's0', createdAt: expect.stringMatching(/^\d{4}-.*Z$/), document: { id: 's0', name: 'n0' } });
  });

  it('a transaction writes all of its changes or none', async () => {
    const broken = store.transaction(async (writer) => {
      await writer.put(row('server', 's1'));
      await writer.records.put('o', 'b', 'k', 1);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    expect(await store.read.get(key('s1'))).toBeUndefined();
    expect(await store.records.get('o', 'b', 'k')).toBeUndefined();
    expect(await list(store, 'server', { visibility: project('p1', 'd1') })).toEqual({ rows: [] });
    await put(store, row('server', 's1'));
    expect(idsOf(await list(store, 'server', { visibility: project('p1', 'd1') }))).toEqual(['s1']);
  });

  it('a transaction reads its own writes, while others read what is committed', async () => {
    await store.transaction(async (writer) => {
      await writer.put(row('server', 's1'));
      expect(await writer.get(key('s1'))).toMatchObject({ id: 's1' });
      expect(await store.read.get(key('s1'))).toBeUndefined();
      expect(await list(store, 'server')).toEqual({ rows: [] });
    });
    expect(await store.read.get(key('s1'))).toMatchObject({ id: 's1' });
  });

  it('a transaction refuses a change past its writer instead of waiting for itself', async () => {
    const inside = (work: () => Promise<unknown>) => store.transaction(() => work());
    await expect(inside(() => store.transaction(async () => 1))).rejects.toThrow('use the transaction');
    await expect(inside(() => store.leases.hold('a', 'b', 1000))).rejects.toThrow('use the transaction');
    await expect(inside(() => store.sessions.revokeUser('u'))).rejects.toThrow('use the transaction');
    // What a transaction starts and does not wait for is outside once it has ended.
    let later: Promise<unknown> | undefined;
    await store.transaction(async () => {
      later = new Promise((resolve) => setTimeout(resolve, 30)).then(() => store.leases.hold('a', 'b', 1000));
    });
    expect(await later).toMatchObject({ name: 'a', owner: 'b' });
  });

  it('transactions run as if one after the other: no update gets lost', async () => {
    const add = () =>
      store.transaction(async (writer) => {
        const count = (await writer.records.get('o', 'b', 'count')) as number | undefined;
        await new Promise((resolve) => setTimeout(resolve, 2));
        await writer.records.put('o', 'b', 'count', (count ?? 0) + 1);
      });
    await Promise.all(Array.from({ length: 12 }, add));
    expect(await store.records.get('o', 'b', 'count')).toBe(12);
  });

  it('a row is made once, however many make it at the same time', async () => {
    const rows = await Promise.all(
      Array.from({ length: 8 }, (_, index) => store.transaction((writer) => writer.put(row('server', 's1', { name: `n${index}` })))),
    );
    expect(rows.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await store.read.countRows(ENGINE, 'server')).toBe(1);
  });

  it('the store refuses a kind that the contract does not declare', async () => {
    await expect(put(store, row('spoon', 's1'))).rejects.toThrow('no kind of the contract');
  });
});
