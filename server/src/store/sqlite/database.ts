/** The default database: one file, one connection that writes, in a thread (writer.ts), and one that only reads. */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../sql/database.ts';
import { Checkpointer } from './checkpoint.ts';
import { DiskWrites } from './durable.ts';
import { sqliteDialect } from './dialect.ts';
import { openReader, type SqliteReader } from './reader.ts';
import { WriterStatements } from './writer.ts';
import type { Db, Tables } from '../sql/tables.ts';
import { translated } from '../faults/unavailable.ts';

/** KiB of pages the reader keeps in memory: single rows; lists are read elsewhere (lists.ts). */
const READ_CACHE_KIB = 8 * 1024;

/** `shape`: of this program (schema/shape.ts). */
export function openSqlite(file: string, shape: string, log: Logger): Database {
  const reader = openPrepared(file);
  const checkpoints = new Checkpointer(file, log);
  const disk = new DiskWrites(file);
  const write = new Kysely<Tables>({
    dialect: sqliteDialect(new WriterStatements(file, shape), {
      begin: 'begin immediate',
      turns: 'elsewhere',
      before: () => checkpoints.beforeWrite(),
      after: () => checkpoints.wrote(),
      settled: () => disk.reached(),
    }),
  });
  const listeners = new Set<() => void>();
  const announcing = new WeakSet<Db>();

  const transaction: Database['transaction'] = async (work) => {
    const { result, announced } = await write
      .transaction()
      .execute(async (db) => ({ result: await work(db), announced: announcing.has(db) }));
    if (announced) for (const listener of listeners) listener();
    return result;
  };

  return {
    flavour: 'sqlite',
    read: reader.db,
    write,
    snapshot: reader.snapshot,
    transaction,
    exclusive: transaction,
    // There is but one writer at a time.
    lockWriters: async () => {},
    // Numbers follow commits by themselves.
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

/** The reader of a file, which is made where it is not there: only a connection that writes could do that. Throws StoreUnavailable. */
function openPrepared(file: string): SqliteReader {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // For its owner only; SQLite gives what it makes beside the file the same mode.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    const maker = new DatabaseSync(file, { timeout: 20 });
    try {
      maker.exec('pragma journal_mode = wal');
      return openReader(file, READ_CACHE_KIB, 'reading');
    } finally {
      maker.close();
    }
  } catch (error) {
    throw translated(error);
  }
}
