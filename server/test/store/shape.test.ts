import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { kinds } from '@gantry/contract';
import type { Kind } from '@gantry/contract/wire/kind';
import { openStore, StoreOutdated, StoreRefused } from '../../src/store/open.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { ENGINE, kindOf, put, row } from './support/rows.ts';

const node = kindOf('node');
/** The program of a later version: the documents of nodes have another shape, and there is one more kind. */
const later: ReadonlyMap<string, Kind> = new Map([
  ...kinds,
  [
    'node',
    {
      ...node,
      version: node.version + 1,
      upgrades: { ...node.upgrades, [node.version]: (document) => ({ ...document, moved: document['host'] }) },
    },
  ],
  ['rack', { ...node, name: 'rack' }],
]);
const withoutKind = new Map([...later].filter(([name]) => name !== 'node').concat([['node', node]]));

/** As a program of before schema versions writes: its connection says nothing of its shape. */
async function writeAsBefore({ options: { url, file } }: TestPlace): Promise<unknown> {
  const statement = `update resources set document = '{}' where id = 'n1'`;
  if (url === undefined) {
    const database = new DatabaseSync(file);
    try {
      return database.prepare(statement).run();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client(url);
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

const key = { engine: ENGINE, kind: 'node', id: 'n1' };

describe.each(databases)('a store on $name that a later version has opened', ({ name }) => {
  it('a store of a later version is refused by the older one in one line that says what to do, and stays as it is', async () => {
    const place = await testPlace(name);
    const old = await openStore(place.options);
    await put(old, row('node', 'n1', { host: 'h' }));
    await old.close();
    await (await openStore({ ...place.options, kinds: later })).close();
    const refused = await openStore(place.options).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreRefused);
    expect(String(refused)).toMatch(
      new RegExp(`it has version ${node.version + 1} of node, version ${node.version} of rack\\): start that version, or restore a backup`),
    );
    expect(String(refused)).not.toContain('\n');
    const again = await openStore({ ...place.options, kinds: later });
    expect((await again.read.get(key))?.document).toMatchObject({ host: 'h', moved: 'h' });
    await again.close();
    place.remove();
  });

  it('a store is refused by a program that does not know one of its kinds', async () => {
    const place = await testPlace(name);
    await (await openStore({ ...place.options, kinds: later })).close();
    const withoutRack = new Map([...later].filter(([kind]) => kind !== 'rack'));
    await expect(openStore({ ...place.options, kinds: withoutRack })).rejects.toThrow(/it has version \d+ of rack\)/);
    await expect(openStore({ ...place.options, kinds: withoutKind })).rejects.toThrow(/it has version \d+ of node\)/);
    place.remove();
  });

  it('a store that was upgraded takes no row from the older version that still runs, and tells it so', async () => {
    const place = await testPlace(name);
    const old = await openStore({ ...place.options, owner: 'old' });
    await put(old, row('node', 'n1', { host: 'h' }));
    await old.ping();
    const fresh = await openStore({ ...place.options, owner: 'new', kinds: later });
    const change = { ...row('node', 'n1', { host: 'written by the older version' }) };
    await expect(put(old, change)).rejects.toBeInstanceOf(StoreOutdated);
    await expect(put(old, row('node', 'n2'))).rejects.toBeInstanceOf(StoreOutdated);
    await expect(old.transaction((writer) => writer.putFigures(key, { host: 'measured' }))).rejects.toBeInstanceOf(StoreOutdated);
    await expect(old.transaction((writer) => writer.remove(key))).rejects.toBeInstanceOf(StoreOutdated);
    await expect(old.ping()).rejects.toBeInstanceOf(StoreOutdated);
    await put(fresh, row('rack', 'r1'));
    await fresh.ping();
    expect((await fresh.read.get(key))?.document).toMatchObject({ host: 'h', moved: 'h' });
    expect(await fresh.read.countRows(ENGINE, 'node')).toBe(1);
    await old.close();
    await fresh.close();
    place.remove();
  });

  it('a store takes no row from a program of the time before schema versions', async () => {
    const place = await testPlace(name);
    const store = await openStore(place.options);
    await put(store, row('node', 'n1', { host: 'h' }));
    await expect(writeAsBefore(place)).rejects.toThrow(name === 'sqlite' ? /no such function: gantry_shape/ : /another version of Gantry/);
    expect((await store.read.get(key))?.document).toMatchObject({ host: 'h' });
    await store.close();
    place.remove();
  });

  it('a store remembers the step that brought schema versions, and the version of each kind', async () => {
    const place = await testPlace(name);
    await (await openStore(place.options)).close();
    const steps = await direct(place.options, 'select name from kysely_migration order by name');
    expect(steps.map((step) => step['name'])).toContain('0007-schema-versions');
    const written = await direct(place.options, 'select kind, version from schema_versions');
    expect(new Map(written.map((one) => [one['kind'], Number(one['version'])]))).toEqual(
      new Map([...kinds.values()].map((kind) => [kind.name, kind.version])),
    );
    place.remove();
  });

  it('a store is shared by programs of the same shape', async () => {
    const place = await testPlace(name);
    const stores = await Promise.all(['one', 'two'].map((owner) => openStore({ ...place.options, owner })));
    await Promise.all(stores.map((store, index) => put(store, row('node', `n${index}`))));
    expect(await stores[0]!.read.countRows(ENGINE, 'node')).toBe(2);
    for (const store of stores) await store.close();
    place.remove();
  });
});
