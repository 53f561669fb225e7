/** What the two databases have in common for the rest of the store. */
import { sql, type CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

export type Flavour = 'sqlite' | 'postgres';

export interface Database {
  readonly flavour: Flavour;
  /** Committed state; never waits for a writer. */
  readonly read: Db;
  /** Single statements that change something. */
  readonly write: Db;
  /** Several reads of one moment. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** All or nothing, as if transactions ran one after the other. The work may run again after a conflict. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Changes of tables, at opening: one process at a time. */
  exclusive<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Within an exclusive transaction: waits for transactions under way; those that come later see what it has changed. */
  lockWriters(db: Db): Promise<void>;
  /** Within a transaction: from here to its end no other one of any process may number log entries. */
  lockLog(db: Db): Promise<void>;
  /** Within a transaction that has logged: tells every process when it commits. */
  announce(db: Db): Promise<void>;
  /** Calls the listener after each commit that was announced, and after a time in which announcements may have been missed. */
  onAnnounced(listener: () => void): () => void;
  /** Bytes on the disk. */
  size(): Promise<number>;
  /**
   * Where the data lives, as text that is another one after it was restored from a copy. SQLite: what the backup leaves in the copy
   * (`BACKUP_PLACE`) is no such text; a file that is moved as it is stays the same.
   */
  place(db: Db): Promise<string>;
  close(): Promise<void>;
}

/** What a copy says of where it is, so that whoever opens it knows that it is one. */
export const BACKUP_PLACE = 'backup';

/** Milliseconds of the database's own clock: replicas' clocks differ. */
export const databaseNow = (flavour: Flavour): RawBuilder<number> =>
  flavour === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** A list of numbers as rows with one column `value`. */
export const numberRows = (flavour: Flavour, numbers: readonly number[]): RawBuilder<{ value: number }> =>
  flavour === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(numbers)}))`
    : sql`(select unnest(${numbers as number[]}::bigint[]) as value)`;

/** A list of texts as rows with one column `value`. */
export const textRows = (flavour: Flavour, texts: readonly string[]): RawBuilder<{ value: string }> =>
  flavour === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(texts)}))`
    : sql`(select unnest(${texts as string[]}::text[]) as value)`;

const PLACES = { sqlite: () => '?', postgres: (index: number) => `$${index}` } as const;

/**
 * `(?, ?), (?, ?)` or `($1, $2), ($3, $4)`: text is built once per size, as Kysely's trees would cost more than the insert. `types`:
 * of each column, where PostgreSQL cannot tell them by where the values go.
 */
const groups = new Map<string, string>();
export function valueGroups(flavour: Flavour, rows: number, columns: number, types?: readonly string[]): string {
  const key = `${flavour} ${rows} ${columns} ${types?.join() ?? ''}`;
  let text = groups.get(key);
  if (text === undefined) {
    let index = 0;
    const place = (column: number) => {
      const value = PLACES[flavour](++index);
      return types ? `cast(${value} as ${types[column]})` : value;
    };
    const group = () => `(${Array.from({ length: columns }, (_, column) => place(column)).join(', ')})`;
    text = Array.from({ length: rows }, group).join(', ');
    if (groups.size < 2000) groups.set(key, text);
  }
  return text;
}

/** Runs a statement that was put together as text. */
export const execute = <R>(db: Db, query: CompiledQuery): Promise<QueryResult<R>> => db.executeQuery(query as CompiledQuery<R>);

/** Lets timers and sockets have their turn between two chunks of work. */
export const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
