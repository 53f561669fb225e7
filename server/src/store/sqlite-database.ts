/** The default database: one file, one connection that writes and one that only reads. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { Checkpointer } from './sqlite-checkpoint.ts';
import { DiskWrites } from './sqlite-durable.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Db, Tables } from './tables.ts';
import { translated } from './unavailable.ts';

/** KiB of pages the reader keeps in memory. */
const READ_CACHE_KIB = 48 * 1024;
/** The writer keeps what a long transaction touches again and again. */
const WRITE_CACHE_KIB = 32 * 1024;
/** Once open, locks of others are waited for by the dialect: SQLite would wait on the event loop. */
const OWN_WAITING = 'pragma busy_timeout = 0';
/** Bytes the write-ahead log's file may keep once it begins anew. */
const LOG_KEPT = 32 * 1024 * 1024;

export function openSqlite(file: string, log: Logger): Database {
  const { writer, reader } = connect(file);
  const checkpoints = new Checkpointer(file, log);
  const disk = new DiskWrites(file);
  const write = new Kysely<Tables>({
    dialect: sqliteDialect(writer, {
      begin: 'begin immediate',
      before: () => checkpoints.beforeWrite(),
      after: () => checkpoints.wrote(),
      settled: () => disk.reached(),
    }),
  });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reader, { begin: 'begin', reads: true }) });
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
    size: async () => [file, `${file}-wal`].reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0),
    place: async () => 'file',
    async close() {
      await read.destroy();
      await checkpoints.close();
      await write.destroy();
      await disk.close();
    },
  };
}

function connect(file: string): { writer: DatabaseSync; reader: DatabaseSync } {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Not `full`: the disk is waited for in a thread (sqlite-durable.ts).
    const writer = new DatabaseSync(file, { timeout: 20, enableForeignKeyConstraints: true });
    writer.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0;
      pragma journal_size_limit = ${LOG_KEPT}; pragma cache_size = -${WRITE_CACHE_KIB}; pragma temp_store = memory; ${OWN_WAITING}`);
    const reader = new DatabaseSync(file, { timeout: 20, readOnly: true });
    reader.exec(`pragma cache_size = -${READ_CACHE_KIB}; pragma temp_store = memory; pragma query_only = on; ${OWN_WAITING}`);
    return { writer, reader };
  } catch (error) {
    throw translated(error);
  }
}
