/** Writes SQLite stores on a thread of its own; see writer.ts. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { OWN_WAITING, OwnStatements, type Outcome, type Statement } from './statements.ts';
import { answerAt } from './thread.ts';
import { lowerPriority } from '../../turns/priority.ts';

/** KiB of pages kept in memory: what a long transaction touches again and again. */
const CACHE_KIB = 32 * 1024;
/** Bytes the write-ahead log's file may keep once it begins anew. */
const LOG_KEPT = 32 * 1024 * 1024;

/** What the thread is asked; `open` waits for no answer. Stores have numbers. Of several statements the last one's outcome is the answer. */
export type WriterRequest =
  | { ask: 'open'; store: number; file: string; shape: string }
  | { ask: 'execute'; store: number; statements: readonly Statement[] }
  | { ask: 'rollback'; store: number }
  | { ask: 'close'; store: number };

const port = parentPort;
if (!port) throw new Error('this file runs as a worker only');
lowerPriority();
const stores = new Map<number, { file: string; shape: string; open: OwnStatements | undefined }>();

function openWriter(file: string, shape: string): OwnStatements {
  // Not `full`: the disk is waited for elsewhere (durable.ts).
  const writer = new DatabaseSync(file, { timeout: 20, enableForeignKeyConstraints: true });
  writer.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma journal_size_limit = ${LOG_KEPT};
    pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory; ${OWN_WAITING}`);
  writer.function('gantry_shape', () => shape);
  return new OwnStatements(writer);
}

answerAt(port, (request: WriterRequest): Outcome | undefined => {
  if (request.ask === 'open') {
    stores.set(request.store, { file: request.file, shape: request.shape, open: undefined });
    return undefined;
  }
  const store = stores.get(request.store);
  if (!store) throw new Error('the store is closed');
  // Opened by the first statement, which is told where it fails; the next one tries again.
  if (request.ask === 'execute') {
    const open = (store.open ??= openWriter(store.file, store.shape));
    let outcome: Outcome | undefined;
    for (const statement of request.statements) outcome = open.execute(statement);
    return outcome;
  }
  if (request.ask === 'rollback') store.open?.rollback();
  else {
    stores.delete(request.store);
    store.open?.close();
  }
  return undefined;
});
