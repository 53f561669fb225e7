/** The default database: one file, one connection that writes and one that only reads. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Tables } from './tables.ts';
import { translated } from './unavailable.ts';

/** KiB of pages each connection keeps in memory. */
const CACHE_KIB = 48 * 1024;

export function openSqlite(file: string): Database {
  const { writer, reader } = connect(file);
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writer, 'begin immediate') });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reader, 'begin') });
  const listeners = new Set<() => void>();
  const announcing = new WeakSet<Db>();

  const transaction: Database['transaction'] = async (work) => {
    const { result, told } = await write.transaction().execute(async (db) => ({ result: await work(db), told: announcing.has(db) }));
    if (told) for (const listener of listeners) listener();
    return result;
  };

  return {
    flavour: 'sqlite',
    read,
    write,
    snapshot: (work) => read.transaction().execute(work),
    transaction,
    exclusive: transaction,
    // There is but one writer at a time: numbers follow commits by themselves.
    lockLog: async () => {},
    announce: async (db) => {
      announcing.add(db);
    },
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await read.destroy();
      await write.destroy();
    },
  };
}

function connect(file: string): { writer: DatabaseSync; reader: DatabaseSync } {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const writer = new DatabaseSync(file, { timeout: 20, enableForeignKeyConstraints: true });
    writer.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory`);
    const reader = new DatabaseSync(file, { timeout: 20, readOnly: true });
    reader.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory; pragma query_only = on`);
    return { writer, reader };
  } catch (error) {
    throw translated(error);
  }
}
