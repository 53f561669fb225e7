import { describe, expect, it } from 'vitest';
import type { NewAuditEntry } from '../../src/port/store/audit.ts';
import type { Records } from '../../src/port/store/records.ts';
import type { Store } from '../../src/port/store/store.ts';
import { databases, storeForEach, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { put, row } from './support/rows.ts';

const at = (seconds: number): string => new Date(1_800_000_000_000 + seconds * 1000).toISOString();
const entry = (seconds: number, call = 'servers.start'): NewAuditEntry => ({
  at: at(seconds),
  userId: 'u',
  userName: 'ann',
  domainId: 'd',
  projectId: null,
  call,
  target: 's1',
  status: 202,
  errorCode: null,
  requestId: `r${seconds}`,
  address: '127.0.0.1',
  body: { type: 'SOFT' },
  personalToken: null,
  count: 1,
});

/** Of what has no name. */
const nameless = { targets: [], count: 0, project: null, domain: null };

describe.each(databases)('records and audit on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  storeForEach(name, (...opened) => ([store, place] = opened));
  const inside = <T>(work: (records: Records) => Promise<T>): Promise<T> => store.transaction((writer) => work(writer.records));

  it('records keep values by owner, bucket and key', async () => {
    await inside(async (records) => {
      await records.put('e', 'b', 'k', { a: [1, null] });
      await records.put('e', 'c', 'k', 'other bucket');
      await records.put('f', 'b', 'k', null);
      expect(await records.get('e', 'b', 'k')).toEqual({ a: [1, null] });
    });
    expect(await store.records.get('e', 'b', 'k')).toEqual({ a: [1, null] });
    expect(await store.records.get('f', 'b', 'k')).toBeNull();
    expect(await store.records.get('e', 'b', 'unknown')).toBeUndefined();
    await inside(async (records) => {
      await records.put('e', 'b', 'k', 2);
      await records.remove('e', 'c', 'k');
    });
    expect(await store.records.get('e', 'b', 'k')).toBe(2);
    expect(await store.records.get('e', 'c', 'k')).toBeUndefined();
  });

  it('a record is claimed once, also by many at the same time', async () => {
    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, index) => inside((records) => records.claim('e', 'addresses', '10.0.0.1', index))),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await store.records.get('e', 'addresses', '10.0.0.1')).toBe(claims.indexOf(true));
    await inside((records) => records.remove('e', 'addresses', '10.0.0.1'));
    expect(await inside((records) => records.claim('e', 'addresses', '10.0.0.1', 'again'))).toBe(true);
  });

  it('records are listed by prefix, in order, page by page', async () => {
    await inside(async (records) => {
      for (const key of ['a', 'n1/10', 'n1/2', 'n1/\u{1F4BE}', 'n10/1', 'n2/1', 'N1/1']) await records.put('e', 'b', key, key);
    });
    const keys = async (options: Parameters<Records['list']>[2]) => (await store.records.list('e', 'b', options)).map(({ key }) => key);
    expect(await keys({ prefix: 'n1/' })).toEqual(['n1/10', 'n1/2', 'n1/\u{1F4BE}']);
    expect(await keys({ prefix: 'n1/', after: 'n1/10', limit: 1 })).toEqual(['n1/2']);
    expect(await keys({})).toEqual(['N1/1', 'a', 'n1/10', 'n1/2', 'n1/\u{1F4BE}', 'n10/1', 'n2/1']);
    expect(await keys({ prefix: 'x' })).toEqual([]);
  });

  it('records come due, oldest first, until they are put without a due time', async () => {
    await inside(async (records) => {
      await records.put('e', 'b', 'late', 1, at(30));
      await records.put('e', 'b', 'soon', 2, at(10));
      await records.put('e', 'b', 'never', 3);
    });
    expect(await store.records.nextDue('e', 'b')).toBe(at(10));
    expect(await store.records.due('e', 'b', at(9), 10)).toEqual([]);
    expect(await store.records.due('e', 'b', at(30), 10)).toEqual([
      { key: 'soon', value: 2, due: at(10) },
      { key: 'late', value: 1, due: at(30) },
    ]);
    expect(await store.records.due('e', 'b', at(30), 1)).toHaveLength(1);
    await inside((records) => records.put('e', 'b', 'soon', 2));
    expect(await store.records.nextDue('e', 'b')).toBe(at(30));
    expect(await store.records.nextDue('e', 'empty')).toBeUndefined();
  });

  it('audit entries are listed newest first and by call, also those written within a transaction', async () => {
    await store.audit.append(entry(1));
    await store.transaction((writer) => writer.audit(entry(3, 'servers.stop')));
    await store.audit.append({ ...entry(2), userId: null, body: null, status: 403, errorCode: 'forbidden' });
    expect((await store.audit.list({ limit: 10 })).map(({ requestId }) => requestId)).toEqual(['r3', 'r2', 'r1']);
    expect(await store.audit.list({ limit: 1, call: 'servers.start' })).toEqual([
      { ...entry(2), userId: null, body: null, status: 403, errorCode: 'forbidden', names: nameless },
    ]);
    expect(await store.audit.list({ limit: 10, call: 'servers.stop' })).toEqual([{ ...entry(3, 'servers.stop'), names: nameless }]);
  });

  it('audit entries keep the names of their project, domain and twenty targets, also when those are gone, and older entries have none', async () => {
    const [d, p] = [row('domain', 'd', { name: 'Domain' }), row('project', 'p', { name: 'Project' })];
    await put(store, d, p);
    const targetNames = Array.from({ length: 25 }, (_, index) => `web-${index}`);
    await store.audit.append({ ...entry(1), projectId: 'p', targetNames });
    await store.transaction(async (writer) => {
      await writer.audit({ ...entry(2), projectId: 'gone', domainId: null, targetNames: ['web'] });
      await writer.remove(d);
      await writer.remove(p);
    });
    await direct(place.options, `insert into audit (at, call, status, request_id) values ('${at(3)}', 'servers.stop', 202, 'r3')`);
    expect((await store.audit.list({ limit: 10 })).map(({ names }) => names)).toEqual([
      null,
      { targets: ['web'], count: 1, project: null, domain: null },
      { targets: targetNames.slice(0, 20), count: 25, project: 'Project', domain: 'Domain' },
    ]);
  });

  it('audit entries cannot be changed or taken away, but by the prune of old ones', async () => {
    for (const seconds of [1, 2, 3]) await store.audit.append(entry(seconds));
    await expect(direct(place.options, "update audit set user_name = 'ben'")).rejects.toThrow('append-only');
    await expect(direct(place.options, 'delete from audit')).rejects.toThrow('append-only');
    if (name === 'postgres') await expect(direct(place.options, 'truncate audit')).rejects.toThrow('append-only');
    await store.audit.prune(at(2));
    expect((await store.audit.list({ limit: 10 })).map(({ requestId }) => requestId)).toEqual(['r3', 'r2']);
    await expect(direct(place.options, 'delete from audit')).rejects.toThrow('append-only');
  });
});
