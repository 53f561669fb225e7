/** Keeps SQLite's write-ahead log short without stopping the event loop. */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Moved } from './checkpoint-worker.ts';

/** Bytes of log from which a checkpoint is worth while. */
const WORTH = 4 * 1024 * 1024;
/** Bytes of log from which writers wait for a checkpoint of all of it, so that the log begins anew. */
const TOO_MUCH = 64 * 1024 * 1024;

export class Checkpointer {
  readonly #file: string;
  readonly #log: Logger;
  #worker: Worker | undefined;
  #running: Promise<void> | undefined;
  /** Size of the log that the last checkpoint left, which the next one must exceed: the file shrinks only with the next write. */
  #settled = 0;
  /** Whether it left nothing to move. */
  #whole = false;

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  /** Called after writing. */
  wrote(): void {
    const size = this.#size();
    if (size < this.#settled) this.#settled = 0;
    if (size - this.#settled >= WORTH && !this.#running) this.#running = this.#run();
  }

  /** Called before writing, while nobody else may: waits where the log has grown too long. */
  async beforeWrite(): Promise<void> {
    if (this.#size() < TOO_MUCH) return;
    await this.#running;
    if (this.#whole && this.#size() === this.#settled) return;
    this.#running = this.#run();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.#running;
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage('close');
    await ended;
  }

  async #run(): Promise<void> {
    try {
      const worker = (this.#worker ??= this.#start());
      this.#whole = await new Promise<boolean>((resolve, reject) => {
        const done = ({ whole }: Moved): void => {
          worker.off('error', failed);
          resolve(whole);
        };
        const failed = (error: Error): void => {
          worker.off('message', done);
          reject(error);
        };
        worker.once('message', done);
        worker.once('error', failed);
        worker.postMessage('checkpoint');
      });
    } catch (error) {
      // The log only grows longer; the next write tries again with a new worker.
      this.#worker = undefined;
      this.#whole = false;
      this.#log.error({ err: error }, 'the database file could not be brought up to date');
    } finally {
      this.#settled = this.#size();
      this.#running = undefined;
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: this.#file });
    worker.unref();
    return worker;
  }

  #size(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}
