/** A connection to the SQLite file that only reads committed state. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Database } from '../sql/database.ts';
import { sqliteDialect, type ConnectionUse } from './dialect.ts';
import { OWN_WAITING, OwnStatements } from './statements.ts';
import type { Db, Tables } from '../sql/tables.ts';
import { translated } from '../faults/unavailable.ts';

export interface SqliteReader {
  db: Db;
  /** Several reads of one moment. */
  snapshot: Database['snapshot'];
  /** Waits for whoever is at it. */
  close(): Promise<void>;
}

/** `cacheKib`: KiB of pages it keeps in memory. Throws StoreUnavailable where the file cannot be opened. */
export function openReader(file: string, cacheKib: number, turns: ConnectionUse['turns']): SqliteReader {
  try {
    const reader = new DatabaseSync(file, { timeout: 20, readOnly: true });
    reader.exec(`pragma cache_size = -${cacheKib}; pragma temp_store = memory; pragma query_only = on; ${OWN_WAITING}`);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(new OwnStatements(reader), { begin: 'begin', turns }) });
    return {
      db,
      snapshot: (work) => db.transaction().execute(work),
      async close() {
        // Kysely leaves a connection that it never used as it is.
        await db.destroy();
        if (reader.isOpen) reader.close();
      },
    };
  } catch (error) {
    throw translated(error);
  }
}
