import type { RowInput } from '../../../port/store/rows.ts';
import type { Strategy } from './strategy.ts';

/** Most resources re-read in one round; the longest unread come first. */
const PER_ROUND = 50;
/** A resource that stays in transition for long is read more seldom: at a thirtieth of its age, at most this many ms apart. */
const SLOWEST_MS = 30_000;

interface TransitioningResource {
  kind: string;
  id: string;
  since: number;
  lastRead: number;
}

/** Resources with which something goes on. Filled by whatever is read, emptied by what is read later. */
export class TransitionPoller {
  readonly #strategies: ReadonlyMap<string, Strategy>;
  readonly #resources = new Map<string, TransitioningResource>();

  constructor(strategies: ReadonlyMap<string, Strategy>) {
    this.#strategies = strategies;
  }

  note(row: RowInput, now = Date.now()): void {
    const { kind, id } = row;
    const key = `${kind} ${id}`;
    if (this.#strategies.get(kind)?.inTransition?.(row.document))
      this.#resources.set(key, { kind, id, since: this.#resources.get(key)?.since ?? now, lastRead: now });
    else this.#resources.delete(key);
  }

  forget(kind: string, id: string): void {
    this.#resources.delete(`${kind} ${id}`);
  }

  /** Those whose turn it is; they count as read from now on. @param pace milliseconds between two readings of a fresh one */
  due(pace: number, now = Date.now()): { kind: string; id: string }[] {
    const due = [...this.#resources.values()]
      .filter(({ since, lastRead }) => now - lastRead >= Math.min(Math.max(pace, (now - since) / 30), SLOWEST_MS))
      .toSorted((a, b) => a.lastRead - b.lastRead)
      .slice(0, PER_ROUND);
    for (const resource of due) resource.lastRead = now;
    return due.map(({ kind, id }) => ({ kind, id }));
  }

  get size(): number {
    return this.#resources.size;
  }
}
