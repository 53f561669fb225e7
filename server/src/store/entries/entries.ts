/** Keeps the list tables of a kind in step with its rows, inside the transaction that changes them. */
import { CompiledQuery, sql } from 'kysely';
import { numberRows, valueGroups, type Flavour } from '../sql/database.ts';
import { keysOf, termsOf, type Column, type Key, type Layout } from './layout.ts';
import type { Document } from '../../port/store/rows.ts';
import type { Db } from '../sql/tables.ts';
import { writeCounts } from './counts.ts';
import { send } from '../sql/unanswered.ts';

/** What lists hold of a row. */
export interface Entry {
  /** Numbers of the row's scope names, `all` among them. */
  scopes: readonly number[];
  keys: readonly (Key | null)[];
  terms: readonly [field: number, value: string][];
}

export interface EntryChange {
  rid: number;
  before: Entry | null;
  after: Entry | null;
}

export const entryOf = (layout: Layout, document: Document, scopes: readonly number[]): Entry => ({
  scopes,
  keys: keysOf(layout, document),
  terms: termsOf(layout, document),
});

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** PostgreSQL takes 65,535 values and counts round trips; SQLite takes 32,766, and keeps what it has prepared for each number of rows. */
const ROWS_PER_STATEMENT: Readonly<Record<Flavour, number>> = { sqlite: 128, postgres: 1000 };

/** Writes what differs between before and after, and nothing else. */
export async function writeEntries(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  await writeList(db, flavour, layout, changes);
  if (layout.many.length > 0) await writeTerms(db, flavour, layout, changes);
  if (layout.found.length > 0) await writeTexts(db, flavour, layout, changes);
  if (flavour === 'sqlite') await writeCounts(db, layout, changes);
}

async function writeList(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  const added: unknown[][] = [];
  /** Rows to change, by the places of the keys that change. */
  const changed = new Map<string, { places: readonly number[]; rows: unknown[][] }>();
  for (const { rid, before, after } of changes) {
    const gone = before?.scopes.filter((scope) => !after?.scopes.includes(scope)) ?? [];
    if (gone.length > 0)
      await send(db, sql`delete from ${sql.table(layout.list)} where scope in ${numberRows(flavour, gone)} and rid = ${rid}`.compile(db));
    if (!after) continue;
    const stays = before?.scopes.filter((scope) => after.scopes.includes(scope)) ?? [];
    for (const scope of after.scopes) if (!stays.includes(scope)) added.push([scope, rid, ...after.keys]);
    const places = layout.columns.flatMap((_, place) => (before && before.keys[place] !== after.keys[place] ? [place] : []));
    if (stays.length === 0 || places.length === 0) continue;
    const group = changed.get(places.join()) ?? { places, rows: [] };
    changed.set(places.join(), group);
    for (const scope of stays) group.rows.push([scope, rid, ...places.map((place) => after.keys[place] ?? null)]);
  }
  for (const { places, rows } of changed.values()) await updateRows(db, flavour, layout, places, rows);
  const columns = ['scope', 'rid', ...layout.columns.map(({ name }) => name)];
  await insertRows(db, flavour, layout.list, columns, added);
}

async function writeTerms(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  const added: unknown[][] = [];
  const gone: number[] = [];
  for (const { rid, before, after } of changes) {
    if (before && after && same([before.scopes, before.terms], [after.scopes, after.terms])) continue;
    // Few rows change what they belong to: for those all terms are written anew.
    if (before && before.terms.length > 0) gone.push(rid);
    for (const scope of after?.scopes ?? []) for (const [field, value] of after?.terms ?? []) added.push([scope, field, value, rid]);
  }
  if (gone.length > 0) await send(db, sql`delete from ${sql.table(layout.terms)} where rid in ${numberRows(flavour, gone)}`.compile(db));
  await insertRows(db, flavour, layout.terms, ['scope', 'field', 'value', 'rid'], added);
}

/** What a column is searched in: its key, or all values of a key with many, a line each. */
function textOf({ columns, many }: Layout, column: Column, { keys, terms }: Entry): Key {
  const field = many.findIndex(({ text }) => text === column);
  if (field < 0) return keys[columns.indexOf(column)] ?? '';
  return terms.flatMap(([of, value]) => (of === field ? [value] : [])).join('\n');
}

async function writeTexts(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  const texts = (entry: Entry | null) => (entry ? layout.found.map((column) => textOf(layout, column, entry)) : null);
  const row = flavour === 'sqlite' ? 'rowid' : 'rid';
  const added: unknown[][] = [];
  const gone: number[] = [];
  for (const { rid, before, after } of changes) {
    const [old, now] = [texts(before), texts(after)];
    if (same(old, now)) continue;
    if (old) gone.push(rid);
    if (now) added.push([rid, ...now]);
  }
  if (gone.length > 0)
    await send(db, sql`delete from ${sql.table(layout.find)} where ${sql.ref(row)} in ${numberRows(flavour, gone)}`.compile(db));
  await insertRows(db, flavour, layout.find, [row, ...layout.found.map(({ name }) => name)], added);
}

async function insertRows(db: Db, flavour: Flavour, table: string, columns: readonly string[], rows: readonly unknown[][]): Promise<void> {
  await inParts(flavour, rows, (part) => {
    const text = `insert into ${table} (${columns.join(', ')}) values ${valueGroups(flavour, part.length, columns.length)}`;
    return send(db, CompiledQuery.raw(text, part.flat()));
  });
}

/** Sets the same keys of many entries; each row begins with the entry's scope and number. */
async function updateRows(db: Db, flavour: Flavour, layout: Layout, places: readonly number[], rows: readonly unknown[][]): Promise<void> {
  const columns = places.map((place) => layout.columns[place]!);
  const types = ['bigint', 'bigint', ...columns.map(({ type }) => (type === 'integer' ? 'bigint' : 'text'))];
  await inParts(flavour, rows, (part) => {
    const text = `with v (scope, rid, ${columns.map(({ name }) => name).join(', ')}) as (values ${valueGroups(flavour, part.length, types.length, types)})
      update ${layout.list} as l set ${columns.map(({ name }) => `${name} = v.${name}`).join(', ')}
      from v where l.scope = v.scope and l.rid = v.rid`;
    return send(db, CompiledQuery.raw(text, part.flat()));
  });
}

async function inParts(
  flavour: Flavour,
  rows: readonly unknown[][],
  write: (part: readonly unknown[][]) => Promise<unknown>,
): Promise<void> {
  const size = ROWS_PER_STATEMENT[flavour];
  for (let start = 0; start < rows.length; start += size) await write(rows.slice(start, start + size));
}
