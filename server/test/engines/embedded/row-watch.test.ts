import { describe, expect, it, vi } from 'vitest';
import { RowWatch } from '../../../src/engines/embedded/platform/row-watch.ts';
import type { LogEntry } from '../../../src/port/store/changes.ts';

/** A change log in memory. */
class Log {
  readonly #entries: LogEntry[] = [];
  readonly #listeners = new Set<() => void>();
  floor = 0;
  fails = false;
  reads = 0;

  get followers(): number {
    return this.#listeners.size;
  }

  head = async (): Promise<number> => this.#entries.length;

  since = async (seq: number, limit: number): Promise<{ entries: LogEntry[]; truncated: boolean }> => {
    this.reads += 1;
    if (this.fails) throw new Error('the database is away');
    return { entries: this.#entries.slice(seq, seq + limit), truncated: seq < this.floor };
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  write(...ids: readonly string[]): void {
    for (const id of ids) {
      const seq = this.#entries.length + 1;
      const at = '2026-01-01T00:00:00.000Z';
      this.#entries.push({
        seq,
        kind: 'server',
        id,
        operation: 'updated',
        revision: 1,
        status: null,
        before: null,
        after: null,
        error: null,
        at,
      });
    }
    for (const listener of this.#listeners) listener();
  }
}

const LONG = { timeout: 10_000 };
const forever = new AbortController().signal;

/** Someone who waits for a row, and how often it looked. */
function wait(watch: RowWatch, id: string, signal = forever) {
  const state = { looks: 0, isDone: false };
  const done = watch.until(id, signal, async () => {
    state.looks += 1;
    return state.isDone;
  });
  return { state, done };
}

describe('waiting for rows', () => {
  it('a wait for a row looks when its own row has changed, and not for each change of others', async () => {
    const log = new Log();
    const watch = new RowWatch(log);
    const waiters = Array.from({ length: 600 }, (_, index) => wait(watch, `s${index}`));
    await vi.waitFor(() => expect(waiters.every(({ state }) => state.looks > 0)).toBe(true), LONG);
    expect(log.followers).toBe(1);
    // More than is read of the log at once.
    for (const { state } of waiters) state.isDone = true;
    log.write(...waiters.map((_, index) => `s${index}`));
    await Promise.all(waiters.map(({ done }) => done));
    // Two looks each, and what a slow machine adds by the clock; not one for each change of another's row.
    expect(waiters.reduce((sum, { state }) => sum + state.looks, 0)).toBeLessThan(waiters.length * 10);
    expect(log.reads).toBeLessThan(5);
    expect(log.followers).toBe(0);
  });

  it('a wait for a row misses nothing that happens while it looks for the first time', async () => {
    const log = new Log();
    const watch = new RowWatch(log);
    let looks = 0;
    await watch.until('s1', forever, async () => {
      looks += 1;
      if (looks === 1) log.write('s1');
      return looks === 2;
    });
    expect(looks).toBe(2);
  });

  it('a wait for a row looks again where the log was cut or cannot be read', async () => {
    const log = new Log();
    const watch = new RowWatch(log);
    const one = wait(watch, 's1');
    await vi.waitFor(() => expect(one.state.looks).toBeGreaterThan(0), LONG);
    const before = one.state.looks;
    log.fails = true;
    log.write('other');
    await vi.waitFor(() => expect(one.state.looks).toBeGreaterThan(before), LONG);
    log.fails = false;
    log.floor = 10;
    one.state.isDone = true;
    log.write('other');
    await one.done;
  });

  it('a wait for a row ends with the reason of its signal, and leaves nothing behind', async () => {
    const log = new Log();
    const watch = new RowWatch(log);
    const end = new AbortController();
    const one = wait(watch, 's1', end.signal);
    await vi.waitFor(() => expect(one.state.looks).toBeGreaterThan(0), LONG);
    end.abort(new Error('let go'));
    await expect(one.done).rejects.toThrow('let go');
    expect(log.followers).toBe(0);
  });

  it('a wait for a row throws what its question throws', async () => {
    const watch = new RowWatch(new Log());
    await expect(watch.until('s1', forever, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
