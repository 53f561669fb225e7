import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { bothDatabases, testPlace, type DatabaseName, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { put, row } from './support/rows.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function place(name: DatabaseName): Promise<TestPlace> {
  const made = await testPlace(name);
  closing.push(() => made.remove());
  return made;
}

async function open(at: TestPlace, owner = 'test'): Promise<Store> {
  const store = await openStore({ ...at.options, owner });
  closing.push(() => store.close());
  return store;
}

const server = (id: string, name = id) => row('server', id, { name, status: 'ACTIVE' });

describe.each(bothDatabases)('the change log on $name', ({ name }) => {
  it('the change log numbers entries in the order of commits, whoever commits', async () => {
    const at = await place(name);
    const stores = await Promise.all([open(at, 'one'), open(at, 'two')]);
    const seen: number[] = [];
    let done = false;
    // A reader that follows the log must never find a smaller number later than a greater one.
    const follow = async (): Promise<void> => {
      for (let since = 0; ;) {
        const finished = done;
        const { entries, truncated } = await stores[0]!.changes.since(since, 1000);
        expect(truncated).toBe(false);
        seen.push(...entries.map(({ seq }) => seq));
        since = entries.at(-1)?.seq ?? since;
        if (finished) return;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const following = follow();
    const write = (store: Store, index: number) =>
      store.transaction(async (writer) => {
        await writer.put(server(`s${index}`));
        await new Promise((resolve) => setTimeout(resolve, (index * 7) % 13));
        await writer.put(server(`t${index}`));
      });
    for (let round = 0; round < 5; round++)
      await Promise.all(stores.flatMap((store, which) => [0, 1, 2].map((index) => write(store, round * 6 + which * 3 + index))));
    done = true;
    await following;
    const { entries } = await stores[1]!.changes.since(0, 1000);
    expect(seen).toEqual(entries.map(({ seq }) => seq));
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(entries.map(({ id }) => id).sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => [`s${index}`, `t${index}`])
        .flat()
        .sort(),
    );
    expect(await stores[0]!.changes.head()).toBe(seen.at(-1));
  });

  it('the change log tells listeners after the commit, and only where something was logged', async () => {
    const store = await open(await place(name));
    const listener = vi.fn();
    const stop = store.changes.subscribe(listener);
    // On PostgreSQL the first call says that listening has begun.
    if (name === 'postgres') await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    listener.mockClear();
    await store.transaction(async (writer) => {
      await writer.put(server('s1'));
      expect(listener).not.toHaveBeenCalled();
    });
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    await put(store, server('s1'));
    await store.transaction((writer) => writer.records.put('o', 'b', 'k', 1));
    await expect(
      store.transaction(async (writer) => {
        await writer.put(server('s2'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await put(store, server('s3'));
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
    stop();
    await put(store, server('s4'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('the change log forgets old entries, and says so to readers who ask for them', async () => {
    const store = await open(await place(name));
    await put(store, server('s1'), server('s2'));
    const middle = new Date(Date.now() + 1).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await put(store, server('s3'));
    await store.changes.prune(middle);
    expect(await store.changes.since(0, 10)).toMatchObject({ truncated: true, entries: [{ id: 's3' }] });
    expect(await store.changes.since(1, 10)).toMatchObject({ truncated: true });
    expect(await store.changes.since(2, 10)).toMatchObject({ truncated: false, entries: [{ id: 's3', seq: 3 }] });
    // Nothing that is kept is older: what was forgotten is.
    expect(await store.changes.head(middle)).toBe(2);
    await store.changes.prune(new Date(Date.now() + 1000).toISOString());
    expect(await store.changes.head()).toBe(3);
    expect(await store.changes.since(3, 10)).toEqual({ truncated: false, entries: [] });
    expect(await store.changes.since(4, 10)).toMatchObject({ truncated: true });
    await put(store, server('s4'));
    expect(await store.changes.since(3, 10)).toMatchObject({ truncated: false, entries: [{ id: 's4', seq: 4 }] });
  });

  it('the change log is empty at first, and gives no more entries than asked for', async () => {
    const store = await open(await place(name));
    expect(await store.changes.since(0, 10)).toEqual({ truncated: false, entries: [] });
    expect(await store.changes.head()).toBe(0);
    await put(store, ...Array.from({ length: 5 }, (_, index) => server(`s${index}`)));
    expect((await store.changes.since(1, 2)).entries.map(({ seq }) => seq)).toEqual([2, 3]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const middle = new Date().toISOString();
    await put(store, server('s5'));
    expect([await store.changes.head(middle), await store.changes.head()]).toEqual([5, 6]);
  });
});

describe('the change log on postgres', () => {
  it('the change log gives no number while a transaction that has one is still committing', async () => {
    const at = await place('postgres');
    const [one, two] = [await open(at, 'one'), await open(at, 'two')];
    const client = new pg.Client(at.options.url);
    await client.connect();
    await client.query(`
      create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
      create constraint trigger slow_commit after insert on changes deferrable initially deferred
        for each row when (new.id = 'slow') execute function slow_commit()`);
    // The scopes' names are known from here on: else the second transaction would wait for the first one's.
    await put(one, server('first'));
    const slow = put(one, server('slow'));
    const asleep = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await expect.poll(async () => (await client.query(asleep)).rowCount, { interval: 5 }).toBe(1);
    await put(two, server('quick'));
    const seen = (await two.changes.since(0, 10)).entries.map(({ id }) => id);
    expect(seen).toEqual(['first', 'slow', 'quick']);
    await slow;
    await client.end();
  });

  it('the change log reaches the listeners of another store, again after the connection was lost', async () => {
    const at = await place('postgres');
    const [one, two] = [await open(at, 'one'), await open(at, 'two')];
    const listener = vi.fn();
    two.changes.subscribe(listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    await put(one, server('s1'));
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
    await direct(
      at.options,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    );
    // What was missed while it was away is announced by the call that says it listens again.
    await put(one, server('s2'));
    await vi.waitFor(() => expect(listener.mock.calls.length).toBeGreaterThanOrEqual(3), 5000);
    const before = listener.mock.calls.length;
    await put(one, server('s3'));
    await vi.waitFor(() => expect(listener.mock.calls.length).toBeGreaterThan(before));
  });
});
