import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeLog } from '../../../port/store/changes.ts';

/** Looks at least this often, should a change tell of another row only. Milliseconds. */
const LOOK_MS = 2000;
/** Entries of the change log read at once. */
const CHUNK = 500;

type Log = Pick<ChangeLog, 'since' | 'head' | 'subscribe'>;

/**
 * Wakes those who wait for a row when it has changed. A bulk task may leave a thousand of them waiting: the log is read once for all, and
 * each looks only when its own row was named.
 */
export class RowWatch {
  readonly #changes: Log;
  /** By row id, whatever its kind. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** While somebody waits. */
  #following: Following | undefined;

  constructor(changes: Log) {
    this.#changes = changes;
  }

  /** Asks `question` now and after each change of the row, until it says true. Throws what it throws, or the signal's reason. */
  async until(id: string, signal: AbortSignal, question: () => Promise<boolean>): Promise<void> {
    let changed = new AbortController();
    const wake = (): void => changed.abort();
    const following = this.#add(id, wake);
    try {
      await following.begun;
      for (;;) {
        signal.throwIfAborted();
        changed = new AbortController();
        if (await question()) return;
        await pause(AbortSignal.any([signal, changed.signal]));
      }
    } finally {
      this.#remove(id, wake);
    }
  }

  #add(id: string, wake: () => void): Following {
    this.#waiting.set(id, (this.#waiting.get(id) ?? new Set()).add(wake));
    return (this.#following ??= new Following(this.#changes, (changed) => this.#wake(changed)));
  }

  #remove(id: string, wake: () => void): void {
    const those = this.#waiting.get(id);
    those?.delete(wake);
    if (those?.size === 0) this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    this.#following?.stop();
    this.#following = undefined;
  }

  #wake(changed: Iterable<string> | 'all'): void {
    for (const id of changed === 'all' ? [...this.#waiting.keys()] : changed) for (const wake of this.#waiting.get(id) ?? []) wake();
  }
}

/** Reads the change log from where it was at the beginning. */
class Following {
  /** Ends when what changes from then on is told of. Throws what the store throws. */
  readonly begun: Promise<void>;
  readonly #changes: Log;
  readonly #tell: (changed: Iterable<string> | 'all') => void;
  readonly stop: () => void;
  #position = 0;
  #isReading = false;
  #again = false;

  constructor(changes: Log, tell: (changed: Iterable<string> | 'all') => void) {
    this.#changes = changes;
    this.#tell = tell;
    this.stop = changes.subscribe(() => this.#read());
    this.begun = this.#begin();
  }

  async #begin(): Promise<void> {
    this.#position = await this.#changes.head();
  }

  #read(): void {
    this.#again = true;
    if (!this.#isReading) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#isReading = true;
    try {
      await this.begun;
      while (this.#again) {
        this.#again = false;
        const { entries, truncated } = await this.#changes.since(this.#position, CHUNK);
        this.#position = truncated ? await this.#changes.head() : (entries.at(-1)?.seq ?? this.#position);
        this.#tell(truncated ? 'all' : new Set(entries.map(({ id }) => id)));
        this.#again ||= entries.length === CHUNK;
      }
    } catch {
      // Each looks for itself now, and meets the reason.
      this.#tell('all');
    } finally {
      this.#isReading = false;
    }
  }
}

/** Sleeps `LOOK_MS`, or until the signal aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_MS, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
