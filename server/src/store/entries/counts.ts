/**
 * How many entries a scope has: all together, and with each value of the keys that are compared exactly, and of those with many values that
 * are declared to be counted. Kept in the transaction that
 * changes them, so that what many rows match is counted without going through it. On SQLite only: it has one writer at a time; elsewhere
 * all would wait for each other at these rows.
 */
import { sql } from 'kysely';
import type { Key, Layout } from './layout.ts';
import type { Db } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';

/** Stands for the key of all entries together. */
const TOTAL = { field: -1, value: '' };

/** What stands for a key with many values, by its place in the layout's `many`: below the total's. */
export const fieldOfMany = (place: number): number => TOTAL.field - 1 - place;

/** Values of a key whose entries are counted; `field` is the key's place among the layout's tallied columns, or `fieldOfMany`. */
export interface StoredCount {
  field: number;
  values: readonly string[];
}

/** What is counted of an entry: in which scopes, and by which keys, in the order of the layout's columns. */
interface Counted {
  scopes: readonly number[];
  keys: readonly (Key | null)[];
  terms: readonly [place: number, value: string][];
}

/** Where an entry is counted. */
export function* countedCells(layout: Layout, { scopes, keys, terms }: Counted): Generator<[scope: number, field: number, value: string]> {
  const places = layout.countedColumns.map((column) => layout.columns.indexOf(column));
  for (const scope of scopes) {
    yield [scope, TOTAL.field, TOTAL.value];
    for (const [field, place] of places.entries()) {
      const key = keys[place] ?? null;
      if (key !== null) yield [scope, field, String(key)];
    }
    for (const [place, value] of terms) if (layout.many[place]!.counted) yield [scope, fieldOfMany(place), value];
  }
}

/** Adds what comes and takes away what goes; what stays as it was costs nothing. */
export async function writeCounts(
  db: Db,
  layout: Layout,
  changes: readonly { before: Counted | null; after: Counted | null }[],
): Promise<void> {
  const differences = new Map<string, [scope: number, field: number, value: string, n: number]>();
  const add = (entry: Counted | null, n: number): void => {
    if (!entry) return;
    for (const [scope, field, value] of countedCells(layout, entry)) {
      const cell = `${scope} ${field} ${value}`;
      const difference = differences.get(cell);
      if (difference) difference[3] += n;
      else differences.set(cell, [scope, field, value, n]);
    }
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  const changed = [...differences.values()].filter(([, , , n]) => n !== 0);
  if (changed.length === 0) return;
  // As one value each: the statements are the same for any number of cells.
  const cells = sql.raw(`value ->> 0, value ->> 1, value ->> 2`);
  const table = sql.table(layout.countTable);
  await send(
    db,
    sql`insert into ${table} (scope, field, value, n) select ${cells}, value ->> 3 from json_each(${JSON.stringify(changed)}) where true
      on conflict (scope, field, value) do update set n = n + excluded.n`.compile(db),
  );
  const fewer = changed.filter(([, , , n]) => n < 0);
  if (fewer.length === 0) return;
  const less = sql`select ${cells} from json_each(${JSON.stringify(fewer)})`;
  await send(db, sql`delete from ${table} where (scope, field, value) in (${less}) and n = 0`.compile(db));
}

/** How many entries of a scope have one of the values. */
export async function storedCount(db: Db, layout: Layout, scope: number, { field, values }: StoredCount): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(n), 0) as count from ${sql.table(layout.countTable)}
    where scope = ${scope} and field = ${field} and value in (${sql.join(values)})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many entries a scope has. */
export const totalCount = (db: Db, layout: Layout, scope: number): Promise<number> =>
  storedCount(db, layout, scope, { field: TOTAL.field, values: [TOTAL.value] });
