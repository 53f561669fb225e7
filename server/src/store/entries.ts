/** Keeps the list tables of a kind in step with its rows, inside the transaction that changes them. */
import { CompiledQuery, sql } from 'kysely';
import { execute, numberRows, valueGroups, type Flavour } from './database.ts';
import { keysOf, termsOf, type Key, type Layout } from './layout.ts';
import type { Document } from './port.ts';
import type { Db } from './tables.ts';

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

/** Rows per statement: SQLite takes 32,766 values and must not hold the event loop for long. */
const ROWS_PER_STATEMENT = 100;

function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Writes what differs between before and after, and nothing else. */
export async function writeEntries(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  await writeList(db, flavour, layout, changes);
  if (layout.many.length > 0) await writeTerms(db, flavour, layout, changes);
  if (layout.found.length > 0) await writeTexts(db, flavour, layout, changes);
}

async function writeList(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  const added: unknown[][] = [];
  for (const { rid, before, after } of changes) {
    const gone = before?.scopes.filter((scope) => !after?.scopes.includes(scope)) ?? [];
    if (gone.length > 0)
      await sql`delete from ${sql.table(layout.list)} where scope in ${numberRows(flavour, gone)} and rid = ${rid}`.execute(db);
    if (!after) continue;
    const stays = before?.scopes.filter((scope) => after.scopes.includes(scope)) ?? [];
    for (const scope of after.scopes) if (!stays.includes(scope)) added.push([scope, rid, ...after.keys]);
    const changed = layout.columns.flatMap(({ name }, place) =>
      before && before.keys[place] !== after.keys[place] ? [{ name, value: after.keys[place] ?? null }] : [],
    );
    if (stays.length === 0 || changed.length === 0) continue;
    const set = sql.join(changed.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`));
    await sql`update ${sql.table(layout.list)} set ${set} where scope in ${numberRows(flavour, stays)} and rid = ${rid}`.execute(db);
  }
  const columns = ['scope', 'rid', ...layout.columns.map(({ name }) => name)];
  await insertRows(db, flavour, layout.list, columns, added);
}

async function writeTerms(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  const added: unknown[][] = [];
  for (const { rid, before, after } of changes) {
    if (before && after && same([before.scopes, before.terms], [after.scopes, after.terms])) continue;
    // Few rows change what they belong to: for those all terms are written anew.
    if (before && before.terms.length > 0) await sql`delete from ${sql.table(layout.terms)} where rid = ${rid}`.execute(db);
    for (const scope of after?.scopes ?? []) for (const [field, value] of after?.terms ?? []) added.push([scope, field, value, rid]);
  }
  await insertRows(db, flavour, layout.terms, ['scope', 'field', 'value', 'rid'], added);
}

async function writeTexts(db: Db, flavour: Flavour, layout: Layout, changes: readonly EntryChange[]): Promise<void> {
  const places = layout.found.map((column) => layout.columns.indexOf(column));
  const texts = (entry: Entry | null) => (entry ? places.map((place) => entry.keys[place] ?? '') : null);
  const row = flavour === 'sqlite' ? 'rowid' : 'rid';
  const added: unknown[][] = [];
  const gone: number[] = [];
  for (const { rid, before, after } of changes) {
    const [old, now] = [texts(before), texts(after)];
    if (same(old, now)) continue;
    if (old) gone.push(rid);
    if (now) added.push([rid, ...now]);
  }
  if (gone.length > 0) await sql`delete from ${sql.table(layout.find)} where ${sql.ref(row)} in ${numberRows(flavour, gone)}`.execute(db);
  await insertRows(db, flavour, layout.find, [row, ...layout.found.map(({ name }) => name)], added);
}

async function insertRows(db: Db, flavour: Flavour, table: string, columns: readonly string[], rows: readonly unknown[][]): Promise<void> {
  for (const part of chunks(rows, ROWS_PER_STATEMENT)) {
    const text = `insert into ${table} (${columns.join(', ')}) values ${valueGroups(flavour, part.length, columns.length)}`;
    await execute(db, CompiledQuery.raw(text, part.flat()));
  }
}
