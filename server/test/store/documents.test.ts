import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { kinds } from '@gantry/contract';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Filter } from '@gantry/contract/wire/query';
import { misfitOf } from '@gantry/contract/wire/stored';
import type { Document } from '../../src/port/store/rows.ts';
import { openStore } from '../../src/store/open.ts';
import { databases, testPlace } from '../support/databases.ts';
import { ENGINE, idsOf, kindOf, put, row, system } from './support/rows.ts';

/** The kinds with one of them at a later version. */
const withKind = (kind: Kind): ReadonlyMap<string, Kind> => new Map([...kinds, [kind.name, kind]]);
const node: Kind = { ...kindOf('node'), version: 1 };
const later: Kind = {
  ...node,
  version: 3,
  upgrades: {
    1: ({ host, ...document }) => ({ ...document, name: `${String(host)} upgraded` }),
    2: ({ name, ...document }) => ({ ...document, host: `${String(name)} twice` }),
  },
};

describe.each(databases)('documents of an older version on $name', ({ name }) => {
  it('documents of an older version are upgraded step by step when the store opens, and found by what they hold now', async () => {
    const place = await testPlace(name, {}, true);
    const before = await openStore({ ...place.options, kinds: withKind(node) });
    await put(
      before,
      ...Array.from({ length: 120 }, (_, index) => row('node', `n${index}`, { host: `host ${index}` })),
      row('server', 's', { name: 's' }),
    );
    const head = await before.changes.head();
    await before.close();

    const after = await openStore({ ...place.options, kinds: withKind(later) });
    const key = { engine: ENGINE, kind: 'node', id: 'n7' };
    expect(await after.read.get(key)).toMatchObject({
      schemaVersion: 3,
      revision: 1,
      document: { id: 'n7', host: 'host 7 upgraded twice' },
    });
    const filters: Record<string, Filter> = { host: { operator: 'contains', values: ['7 upgraded tw'] } };
    const list = { kind: later, visibility: system, filters, sort: { key: 'host', descending: false }, limit: 200 };
    expect(idsOf(await after.read.list(list)).length).toBe(12);
    expect(await after.read.get({ engine: ENGINE, kind: 'server', id: 's' })).toMatchObject({ schemaVersion: kindOf('server').version });
    // Who reads it again sees the new shape; nothing changed in the cloud, so nothing is in the log.
    expect(await after.changes.head()).toBe(head);
    await after.close();
    place.remove();
  });

  it('documents without an upgrade keep the store from opening, and stay as they were', async () => {
    const place = await testPlace(name, {}, true);
    const before = await openStore({ ...place.options, kinds: withKind(node) });
    await put(before, row('node', 'n', { host: 'h' }));
    await before.close();
    const { 2: _missing, ...upgrades } = later.upgrades!;
    await expect(openStore({ ...place.options, kinds: withKind({ ...later, upgrades }) })).rejects.toThrow(
      /node cannot be brought from version 2 to 3/,
    );
    const again = await openStore({ ...place.options, kinds: withKind(node) });
    expect(await again.read.get({ engine: ENGINE, kind: 'node', id: 'n' })).toMatchObject({ schemaVersion: 1, document: { host: 'h' } });
    await again.close();
    place.remove();
  });

  it('a document that a step of its upgrade cannot be done with stays as it is, is logged, and keeps no other from being upgraded', async () => {
    const place = await testPlace(name, {}, true);
    const before = await openStore({ ...place.options, kinds: withKind(node) });
    await put(before, row('node', 'bad', { host: null }), row('node', 'good', { host: 'h' }));
    await before.close();
    const logged: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const strict = {
      ...later.upgrades,
      2: ({ name: text, ...document }: Document) => ({ ...document, host: (text as string).slice(0, 1) }),
    };
    const upgrades = { ...strict, 1: ({ host, ...document }: Document) => ({ ...document, name: host }) };
    const after = await openStore({ ...place.options, log, kinds: withKind({ ...later, upgrades }) });
    const read = (id: string) => after.read.get({ engine: ENGINE, kind: 'node', id });
    expect(await read('good')).toMatchObject({ schemaVersion: 3, document: { host: 'h' } });
    expect(await read('bad')).toMatchObject({ schemaVersion: 2, document: { name: null } });
    expect(logged).toMatchObject([{ kind: 'node', id: 'bad', version: 2 }]);
    await after.close();
    place.remove();
  });

  it('a store opens whose documents are of the first version and say nothing, or null of everything, and readers get what fits', async () => {
    const place = await testPlace(name, {}, true);
    const upgraded = [...kinds.values()].filter(({ version }) => version > 1);
    const first = new Map([...kinds].map(([of, kind]) => [of, { ...kind, version: 1 }]));
    const before = await openStore({ ...place.options, kinds: first });
    for (const { name: of, entity } of upgraded) {
      const nulls = Object.fromEntries(Object.keys((entity as z.ZodObject).shape).map((member) => [member, null]));
      await put(before, { ...row(of, 'empty', {}), document: {} }, { ...row(of, 'nulls', {}), document: nulls });
    }
    await before.close();
    const misfits: string[] = [];
    const after = await openStore({ ...place.options, misfits: (of, id) => misfits.push(`${of} ${id}`) });
    for (const kind of upgraded)
      for (const id of ['empty', 'nulls'])
        expect([kind.name, misfitOf(kind, (await after.read.get({ engine: ENGINE, kind: kind.name, id }))!)]).toEqual([
          kind.name,
          undefined,
        ]);
    expect(misfits).toEqual(upgraded.flatMap((kind) => [`${kind.name} empty`, `${kind.name} nulls`]));
    await after.close();
    place.remove();
  });
});
