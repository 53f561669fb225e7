import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/port/store/store.ts';
import { databases, storeForEach, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { ENGINE, put, remove, row } from './support/rows.ts';

const server = (id: string, status: string, name = id) => row('server', id, { name, status });

describe.each(databases)('the states that are kept on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  storeForEach(name, (...opened) => ([store, place] = opened));
  const key = (id: string, kind = 'server') => ({ engine: ENGINE, kind, id });
  const statuses = async (id: string, kind = 'server') => (await store.states.of(key(id, kind))).map(({ status }) => status);
  const count = async () => Number((await direct(place.options, 'select count(*) as n from states'))[0]!['n']);

  it('each status that a server takes on is kept with its time, and no other change of it', async () => {
    const [made] = await put(store, server('s1', 'BUILD'));
    const [active] = await put(store, server('s1', 'ACTIVE'));
    await put(store, server('s1', 'ACTIVE', 'renamed'), server('s2', 'ERROR'));
    await store.transaction((writer) => writer.put(server('s1', 'ACTIVE', 'renamed'), { operation: 'failed' }));
    expect(await store.states.of(key('s1'))).toEqual([
      { status: 'BUILD', at: made!.updatedAt },
      { status: 'ACTIVE', at: active!.updatedAt },
    ]);
    expect(await statuses('s2')).toEqual(['ERROR']);
  });

  it('of a transaction the last status of each thing is kept, and none where that is the one of before', async () => {
    await put(store, server('s1', 'ACTIVE'), server('s1', 'REBOOT'), server('s1', 'SHUTOFF'));
    await put(store, server('s1', 'BUILD'), server('s1', 'SHUTOFF'));
    expect(await statuses('s1')).toEqual(['SHUTOFF']);
  });

  it('no states are kept of kinds that do not ask for it, nor of a thing without a status', async () => {
    await put(store, row('image', 'i1', { status: 'active' }), row('volume', 'v1'), row('volume', 'v2', { status: 'available' }));
    expect([await statuses('i1', 'image'), await statuses('v1', 'volume')]).toEqual([[], []]);
    expect([await statuses('v2', 'volume'), await count()]).toEqual([['available'], 1]);
  });

  it('the states of many things that are written at once are all kept', async () => {
    const many = Array.from({ length: 450 }, (_, index) => server(`s${index}`, index % 2 ? 'ACTIVE' : 'ERROR'));
    await store.transaction((writer) => writer.putMany(many));
    expect([await count(), await statuses('s448'), await statuses('s449')]).toEqual([450, ['ERROR'], ['ACTIVE']]);
  });

  it('the states of a thing go with it, also where it is made and removed at once, and a later one of its id has its own', async () => {
    await put(store, server('s1', 'ACTIVE'));
    expect(await remove(store, 'server', 's1')).toBe(true);
    expect([await statuses('s1'), await count()]).toEqual([[], 0]);
    await store.transaction(async (writer) => {
      await writer.put(server('s1', 'BUILD'));
      await writer.remove(key('s1'));
      await writer.put(server('s1', 'ERROR'));
    });
    expect([await statuses('s1'), await count()]).toEqual([['ERROR'], 1]);
  });

  it('of a thing with many states the newest 500 are told', async () => {
    await put(store, server('s1', 'BUILD'));
    const values = Array.from({ length: 510 }, (_, index) => `((select max(rid) from resources), 'S${index}', '2026-11-20T10:00:00.000Z')`);
    await direct(place.options, `insert into states (rid, status, at) values ${values.join()}`);
    const told = await statuses('s1');
    expect([told.length, told[0], told.at(-1)]).toEqual([500, 'S10', 'S509']);
  });

  it('states that were over before an instant are forgotten, and not the one that was there then', async () => {
    for (const status of ['BUILD', 'ACTIVE', 'SHUTOFF']) await put(store, server('s1', status), server('s2', 'ACTIVE'));
    const aged = (status: string, at: string) => direct(place.options, `update states set at = '${at}' where status = '${status}'`);
    await aged('BUILD', '2026-10-01T00:00:00.000Z');
    await aged('ACTIVE', '2026-10-02T00:00:00.000Z');
    await store.states.prune('2026-10-01T12:00:00.000Z');
    expect(await statuses('s1')).toEqual(['BUILD', 'ACTIVE', 'SHUTOFF']);
    await store.states.prune('2026-10-03T00:00:00.000Z');
    expect([await statuses('s1'), await statuses('s2')]).toEqual([['ACTIVE', 'SHUTOFF'], ['ACTIVE']]);
  });
});
