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
import { openReader, OWN_WAITING } from './sqlite-reader.ts';
import type { Db, Tables } from './tables.ts';
import { translated } from './unavailable.ts';

/** KiB of pages the reader keeps in memory: single rows; lists are read elsewhere (sqlite-lists.ts). */
const READ_CACHE_KIB = 8 * 1024;
/** The writer keeps what a long transaction touches again and again. */
const WRITE_CACHE_KIB = 32 * 1024;
/** Bytes the write-ahead log's file may keep once it begins anew. */
const LOG_KEPT = 32 * 1024 * 1024;

export function openSqlite(file: string, log: Logger): Database {
  const writer = openWriter(file);
  const checkpoints = new Checkpointer(file, log);
  const disk = new DiskWrites(file);
  const write = new Kysely<Tables>({
    dialect: sqliteDialect(writer, {
      begin: 'begin immediate',
      turns: 'work',
      before: () => checkpoints.beforeWrite(),
      after: () => checkpoints.wrote(),
      settled: () => disk.reached(),
    }),
  });
  const reader = openReader(file, READ_CACHE_KIB, 'reading');
  const listeners = new Set<() => void>();
  const announcing = new WeakSet<Db>();

  const transaction: Database['transaction'] = async (work) => {
    const { result, told } = await write.transaction().execute(async (db) => ({ result: await work(db), told: announcing.has(db) }));
    if (told) for (const listener of listeners) listener();
    return result;
  };

  return {
    flavour: 'sqlite',
    read: reader.db,
    write,
    snapshot: reader.snapshot,
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
      await reader.close();
      await checkpoints.close();
      await write.destroy();
      await disk.close();
    },
  };
}

function openWriter(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Not `full`: the disk is waited for in a thread (sqlite-durable.ts).
    const writer = new DatabaseSync(file, { timeout: 20, enableForeignKeyConstraints: true });
    writer.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0;
      pragma journal_size_limit = ${LOG_KEPT}; pragma cache_size = -${WRITE_CACHE_KIB}; pragma temp_store = memory; ${OWN_WAITING}`);
    return writer;
  } catch (error) {
    throw translated(error);
  }
}
