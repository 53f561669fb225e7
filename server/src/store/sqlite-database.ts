/** The default database: one file, one connection that writes and one that only reads. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { Checkpointer } from './sqlite-checkpoint.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Tables } from './tables.ts';
import { translated } from './unavailable.ts';

/** KiB of pages the reader keeps in memory. */
const READ_CACHE_KIB = 48 * 1024;
/** The writer keeps what a long transaction touches again and again. */
const WRITE_CACHE_KIB = 64 * 1024;
/** Bytes the write-ahead log's file may keep once it begins anew. */
const LOG_KEPT = 32 * 1024 * 1024;

export function openSqlite(file: string, log: Logger): Database {
  const { writer, reader } = connect(file);
  const checkpoints = new Checkpointer(file, log);
  const use = { begin: 'begin immediate', before: () => checkpoints.beforeWrite(), after: () => checkpoints.wrote() } as const;
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writer, use) });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reader, { begin: 'begin' }) });
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
      await checkpoints.close();
      await write.destroy();
    },
  };
}

function connect(file: string): { writer: DatabaseSync; reader: DatabaseSync } {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const writer = new DatabaseSync(file, { timeout: 20, enableForeignKeyConstraints: true });
    writer.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0;
      pragma journal_size_limit = ${LOG_KEPT}; pragma cache_size = -${WRITE_CACHE_KIB}; pragma temp_store = memory`);
    const reader = new DatabaseSync(file, { timeout: 20, readOnly: true });
    reader.exec(`pragma cache_size = -${READ_CACHE_KIB}; pragma temp_store = memory; pragma query_only = on`);
    return { writer, reader };
  } catch (error) {
    throw translated(error);
  }
}
