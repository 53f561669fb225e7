/** Moves what the write-ahead log holds into the database file, off the main thread: writing and syncing take long. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../turns/priority.ts';

/** `whole`: the file has all of the log, which the next write begins anew; not so where something was written meanwhile. */
export interface Moved {
  whole: boolean;
}

const port = parentPort;
if (!port) throw new Error('this file runs as a worker only');
lowerPriority();
const database = new DatabaseSync(workerData as string, { timeout: 100 });

port.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    database.close();
    port.close();
    return;
  }
  const { log, checkpointed } = database.prepare('pragma wal_checkpoint(passive)').get() as { log: number; checkpointed: number };
  port.postMessage({ whole: log === checkpointed } satisfies Moved);
});
