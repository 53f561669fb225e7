/** Makes SQLite's commits last without stopping the event loop: a disk may take as long over one write as it likes. */
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A commit writes the write-ahead log; `reached` waits, in a thread of its own, until the disk has what was written before the call. So
 * nothing is acknowledged that a power failure could take back (architecture rule 8), as with `synchronous = full`, which would wait on
 * the event loop. Commits that come meanwhile share the next wait.
 */
export class DiskWrites {
  readonly #file: string;
  #log: FileHandle | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** `file`: path of the database; its log exists from the first write on. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects where the disk failed: then it is not known what of the last commits will last. */
  reached(): Promise<void> {
    if (!this.#running) return this.#begin();
    // What runs now may have begun before the caller's commit.
    this.#next ??= this.#running
      // whoever waits for that one hears of its failure
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }

  #begin(): Promise<void> {
    this.#running = this.#sync().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #sync(): Promise<void> {
    this.#log ??= await this.#openLog();
    await this.#log.datasync();
  }

  /** The log's file stays the same as long as a connection is open; its name must last as well. */
  async #openLog(): Promise<FileHandle> {
    const log = await open(`${this.#file}-wal`, 'r');
    const folder = await open(dirname(this.#file), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return log;
  }
}
