import { describe, expect, it } from 'vitest';
import { kinds } from '@gantry/contract';
import type { Field, Kind } from '@gantry/contract/wire/kind';
import { openStore } from '../../src/store/open.ts';
import { keysOf, layoutOf } from '../../src/store/entries/layout.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { idsOf, kindOf, project, put, row, system } from './support/rows.ts';

/** Names of the indexes and tables of lists. */
async function objects({ options }: TestPlace): Promise<string[]> {
  const rows = await direct(
    options,
    options.url === undefined
      ? `select name from sqlite_schema where name not like 'sqlite_%' and name not like 'find_%\\_%' escape '\\'`
      : `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  );
  return rows.map(({ name }) => String(name)).sort();
}

const withFields = (kind: Kind, fields: Readonly<Record<string, Field>>): ReadonlyMap<string, Kind> =>
  new Map([...kinds, [kind.name, { ...kind, fields }]]);
const sort = (key: string) => ({ key, descending: false });

describe.each(databases)('tables of lists on $name', ({ name }) => {
  it('tables of lists are made on an empty database, and found as they are at the next start', async () => {
    const place = await testPlace(name, {}, true);
    const first = await openStore(place.options);
    await put(first, row('server', 's1', { name: 'a' }));
    await first.close();
    const made = await objects(place);
    for (const kind of kinds.values()) expect(made).toContain(`list_${kind.name}`);
    const again = await openStore(place.options);
    expect(idsOf(await again.read.list({ kind: kindOf('server'), visibility: system, filters: {}, sort: sort('name'), limit: 5 }))).toEqual(
      ['s1'],
    );
    await again.close();
    expect(await objects(place)).toEqual(made);
    place.remove();
  });

  it('tables of lists follow the declaration: new keys work on old rows, and what is no longer declared is gone', async () => {
    const place = await testPlace(name);
    const server = kindOf('server');
    const before = await openStore(place.options);
    await put(
      before,
      ...['b', 'a', 'c'].map((id, index) => row('server', id, { name: id, description: `text ${3 - index}`, key_name: 'k' })),
    );
    await put(
      before,
      { ...row('image', 'i1', { name: 'i' }), shares: [{ target: 'public', state: 'accepted' }] },
      row('node', 'n1', { host: 'h' }),
    );
    await before.close();

    const { status: _status, ...fields } = server.fields;
    const changed: ReadonlyMap<string, Kind> = withFields(server, {
      ...fields,
      description: { path: 'description', type: 'text', sort: true, filter: ['contains'] },
    });
    const after = await openStore({ ...place.options, kinds: changed });
    const kind = changed.get('server')!;
    const list = (more: object) =>
      after.read.list({
        kind,
        visibility: project('p1', 'd1'),
        filters: {},
        sort: sort('description'),
        limit: 9,
        withCount: true,
        ...more,
      });
    expect(idsOf(await list({}))).toEqual(['c', 'a', 'b']);
    expect(idsOf(await list({ filters: { description: { operator: 'contains', values: ['xt 2'] } } }))).toEqual(['a']);
    await expect(list({ sort: sort('status') })).rejects.toMatchObject({ code: 'validation_failed' });
    await after.close();
    const now = await objects(place);
    expect(now).toContain('list_server_description');
    expect(now).not.toContain('list_server_status');

    // As the step of a version that gives the kind up.
    await direct(place.options, `delete from schema_versions where kind = 'node'`);
    const fewer = new Map([...kinds].filter(([one]) => one !== 'node'));
    await (await openStore({ ...place.options, kinds: fewer })).close();
    expect((await objects(place)).filter((one) => one.includes('node'))).toEqual([]);
    const back = await openStore(place.options);
    expect(idsOf(await back.read.list({ kind: kindOf('node'), visibility: system, filters: {}, sort: sort('host'), limit: 5 }))).toEqual([
      'n1',
    ]);
    expect(
      idsOf(await back.read.list({ kind: kindOf('image'), visibility: project('x', 'y'), filters: {}, sort: sort('name'), limit: 5 })),
    ).toEqual(['i1']);
    await back.close();
    place.remove();
  });

  it('tables of lists are made once by several stores that open the database together', async () => {
    const place = await testPlace(name, {}, true);
    const stores = await Promise.all([1, 2, 3].map((index) => openStore({ ...place.options, owner: `p${index}` })));
    await put(stores[2]!, row('server', 's1', { name: 'a' }));
    for (const store of stores)
      expect(
        idsOf(await store.read.list({ kind: kindOf('server'), visibility: system, filters: {}, sort: sort('name'), limit: 5 })),
      ).toEqual(['s1']);
    for (const store of stores) await store.close();
    place.remove();
  });
});

describe('a layout', () => {
  it('the layout of a kind refuses to sort by a key with many values, and refuses names that are none', () => {
    const server = kindOf('server');
    expect(() => layoutOf({ ...server, fields: { ip: { path: 'a.b', type: 'text', many: true, sort: true } } })).toThrow(
      'cannot be sorted by',
    );
    expect(() => layoutOf({ ...server, fields: { 'a; drop': { path: 'a', type: 'text', sort: true } } })).toThrow('cannot name');
    expect(() => layoutOf({ ...server, name: 'Server' })).toThrow('cannot name');
  });

  it('the layout of a kind sorts by the part of a whole or what is left of it, and gives the least key without a whole', () => {
    const node = kindOf('node');
    const part = (free: number, whole: unknown, field: NonNullable<Field['part']>) =>
      keysOf(layoutOf({ ...node, fields: { share: { path: 'free', part: field, type: 'integer', sort: true } } }), { free, whole });
    expect(part(24, 32, { of: 'whole', left: true })).toEqual([250_000]);
    expect(part(24, 32, { of: 'whole' })).toEqual([750_000]);
    for (const whole of [0, null, 'much']) expect(part(24, whole, { of: 'whole' })).toEqual([Number.MIN_SAFE_INTEGER]);
  });
});
