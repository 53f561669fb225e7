import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, StoreUnavailable } from '../../src/store/open.ts';
import { databases, openTestStore, testPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { startPostgres } from '../support/postgres.ts';
import { ENGINE, idsOf, list, put, row } from './support/rows.ts';

/** What PostgreSQL says when a connection may be asked something. */
const READY = Buffer.from('Z\0\0\0\u0005I');

/** A wire to a server's socket, for stores. While `isCutting`, each connection is lost when something is asked of it first. */
async function wireTo(url: string) {
  const address = new URL(url);
  const target = join(address.searchParams.get('host')!, '.s.PGSQL.5432');
  const folder = mkdtempSync(join(tmpdir(), 'gantry-wire-'));
  address.searchParams.set('host', folder);
  const open = new Set<Socket>();
  const wire = {
    url: address.href,
    isCutting: false,
    cut: () => open.forEach((socket) => socket.destroy()),
    async close() {
      wire.cut();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
  const server = createServer((near) => {
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    far.on('data', (bytes: Buffer) => {
      if (wire.isCutting && bytes.includes(READY)) near.once('data', () => near.destroy());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(join(folder, basename(target)), resolve);
  });
  return wire;
}

describe('a database that does not answer', () => {
  it('a database that is not available is reported when the store opens', async () => {
    const place = await testPlace('sqlite');
    const url = 'postgres://postgres@127.0.0.1:1/nothing';
    await expect(openStore({ ...place.options, url })).rejects.toBeInstanceOf(StoreUnavailable);
    mkdirSync(`${place.options.file}.folder`);
    await expect(openStore({ ...place.options, file: `${place.options.file}.folder` })).rejects.toBeInstanceOf(StoreUnavailable);
    place.remove();
  });

  it('a database that is stopped and started again is used again, without anybody doing anything', async () => {
    const place = await testPlace('sqlite');
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const store = await openStore({ ...place.options, url: server.url('postgres') });
    await put(store, row('server', 's1', { name: 'a' }));
    let heard = 0;
    store.changes.subscribe(() => heard++);
    await expect.poll(() => heard).toBe(1);
    await server.restart(async () => {
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(list(store, 'server')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(put(store, row('server', 's2'))).rejects.toBeInstanceOf(StoreUnavailable);
    });
    expect(idsOf(await list(store, 'server'))).toEqual(['s1']);
    await put(store, row('server', 's2', { name: 'b' }));
    await expect.poll(() => heard, { timeout: 10_000 }).toBeGreaterThan(1);
    await store.close();
    place.remove();
  });

  it('connections that are lost before anything was asked of them leave their places to others', async () => {
    const place = await testPlace('sqlite');
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const wire = await wireTo(server.url('postgres'));
    onTestFinished(() => wire.close());
    const store = await openStore({ ...place.options, url: wire.url });
    wire.isCutting = true;
    for (let round = 0; round < 4; round += 1) {
      wire.cut();
      await expect(put(store, row('server', 's1'))).rejects.toBeInstanceOf(StoreUnavailable);
    }
    wire.isCutting = false;
    const heals = () =>
      put(store, row('server', 's2')).then(
        () => true,
        () => false,
      );
    await expect.poll(heals, { timeout: 20_000 }).toBe(true);
    expect(idsOf(await list(store, 'server'))).toEqual(['s2']);
    await store.close();
    place.remove();
  });

  it('a transaction whose database connections are cut in its middle leaves nothing behind', async () => {
    const place = await testPlace('postgres');
    const store = await openStore(place.options);
    const cut = store.transaction(async (writer) => {
      await writer.put(row('server', 's1'));
      await direct(
        place.options,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await writer.put(row('server', 's2'));
    });
    await expect(cut).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await list(store, 'server')).toEqual({ rows: [] });
    await put(store, row('server', 's3'));
    expect(idsOf(await list(store, 'server'))).toEqual(['s3']);
    await store.close();
    place.remove();
  });
});

describe('a SQLite file', () => {
  it('a SQLite file that another process writes to is waited for without stopping this one', async () => {
    const place = await testPlace('sqlite');
    const store = await openStore(place.options);
    const other = new DatabaseSync(place.options.file);
    other.exec('begin immediate');
    const writing = put(store, row('server', 's1'));
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(turns).toBeGreaterThan(5);
    expect(await list(store, 'server')).toEqual({ rows: [] });
    other.exec('commit');
    other.close();
    await writing;
    clearInterval(timer);
    expect(idsOf(await list(store, 'server'))).toEqual(['s1']);
    await store.close();
    place.remove();
  });

  it('the log of a SQLite file is moved into the file beside the work, and loses no row', async () => {
    const place = await testPlace('sqlite');
    const store = await openStore(place.options);
    const text = 'x'.repeat(2000);
    for (let round = 0; round < 6; round++) {
      await store.transaction((writer) =>
        writer.putMany(Array.from({ length: 400 }, (_, index) => row('server', `s${round}-${index}`, { name: `${round}-${index}`, text }))),
      );
      // Also while it is read.
      expect((await list(store, 'server', { limit: 1, withCount: true })).count).toBe((round + 1) * 400);
    }
    // Rows that reached the file itself are there for who opens it alone.
    const inFile = (): number => {
      const copy = new DatabaseSync(`file:${place.options.file}?immutable=1`, { readOnly: true });
      const { count } = copy.prepare('select count(*) as count from resources').get() as { count: number };
      copy.close();
      return count;
    };
    await expect.poll(inFile, { timeout: 10_000 }).toBeGreaterThanOrEqual(400);
    await store.close();
    const again = await openStore(place.options);
    expect(await again.read.countRows(ENGINE, 'server')).toBe(2400);
    await again.close();
    place.remove();
  });
});

describe.each(databases)('a store on $name', ({ name }) => {
  it('a store answers a ping of its database', async () => {
    const { store, close } = await openTestStore(name);
    await expect(store.ping()).resolves.toBeUndefined();
    await close();
  });
});
