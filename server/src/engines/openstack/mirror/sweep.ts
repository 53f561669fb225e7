import { z } from 'zod';
import { isGone } from '../client/errors.ts';
import { listDomains } from '../client/keystone.ts';
import type { Rows } from './rows.ts';
import type { MirrorContext, Strategy } from './strategy.ts';

/** A sweep that finds more than this share of a kind missing is not believed. */
const SHRINK = 0.2;
/** Nor counted as a shrinking while so few are missing. */
const FEW = 5;
/** Complete sweeps in a row that must all find the same share missing before they are believed after all. */
const AGREEING = 3;

/** Bucket of the store's records in which a sweep notes how far it is. */
const CURSORS = 'sweep';
const cursorShape = z.object({ marker: z.string() });

export interface SweepResult {
  seen: number;
  changed: number;
  deleted: number;
  /** Why nothing was deleted, where something was missing. */
  kept?: 'partial' | 'resumed' | 'shrunk';
}

/** Complete sweeps of one kind, one after the other. */
export class Sweep {
  readonly #context: MirrorContext;
  readonly #strategy: Strategy;
  readonly #rows: Rows;
  #shrinkings = 0;

  constructor(context: MirrorContext, strategy: Strategy, rows: Rows) {
    this.#context = context;
    this.#strategy = strategy;
    this.#rows = rows;
  }

  /**
   * Reads the whole kind page by page and writes what changed; then deletes what is absent, was there before the sweep began, and which the
   * service confirms to be gone. A sweep that fails throws and has deleted nothing; the next one goes on at its last page.
   */
  async run(signal: AbortSignal): Promise<SweepResult> {
    const { store, engine } = this.#context;
    const startedAt = Date.now();
    const cursor = cursorShape.safeParse(await store.records.get(engine, CURSORS, this.#strategy.kind));
    const from = cursor.success ? cursor.data.marker : undefined;
    const seen = new Set<string>();
    const result: SweepResult = { seen: 0, changed: 0, deleted: 0 };
    let askedAt = startedAt;
    let partial = false;
    let noted = from !== undefined;
    try {
      for await (const page of this.#strategy.pages(this.#context, from)) {
        signal.throwIfAborted();
        for (const { id } of page.rows) seen.add(id);
        result.changed += await this.#rows.write(page.rows, askedAt);
        partial ||= page.partial ?? false;
        askedAt = Date.now();
        if (page.marker) await this.#note(page.marker);
        noted ||= page.marker !== undefined;
      }
    } catch (error) {
      // A marker whose thing was deleted in the meantime would be refused for ever.
      if (from !== undefined && seen.size === 0) await this.#note(null);
      throw error;
    }
    if (noted) await this.#note(null);
    result.seen = seen.size;
    if (partial || from !== undefined) {
      result.kept = partial ? 'partial' : 'resumed';
      return result;
    }
    return this.#deleteAbsent(result, seen, startedAt, signal);
  }

  async #deleteAbsent(result: SweepResult, seen: ReadonlySet<string>, startedAt: number, signal: AbortSignal): Promise<SweepResult> {
    const { store, engine, log } = this.#context;
    const { kind } = this.#strategy;
    const absent: string[] = [];
    let known = 0;
    for await (const rows of store.read.sweep(engine, kind)) {
      known += rows.length;
      for (const { id, createdAt } of rows) if (!seen.has(id) && Date.parse(createdAt) < startedAt) absent.push(id);
    }
    if (absent.length > FEW && absent.length > known * SHRINK && ++this.#shrinkings < AGREEING) {
      log.warn({ kind, known, absent: absent.length, sweeps: this.#shrinkings }, 'sweep shrinks a kind by over 20 %: nothing is deleted');
      result.kept = 'shrunk';
      return result;
    }
    this.#shrinkings = 0;
    // Some services hide what the account may not see behind the same 404: without its role it would prove everything gone.
    if (absent.length > 0) await listDomains(this.#context.api);
    for (const id of absent) {
      signal.throwIfAborted();
      if (await this.#isGone(id)) result.deleted += Number(await this.#rows.remove(kind, id, Date.now()));
    }
    return result;
  }

  async #isGone(id: string): Promise<boolean> {
    try {
      await this.#strategy.confirm(this.#context, id);
      this.#context.log.warn({ kind: this.#strategy.kind, id }, 'absent from a complete listing, yet the service has it: kept');
      return false;
    } catch (error) {
      if (isGone(error)) return true;
      throw error;
    }
  }

  #note(marker: string | null): Promise<void> {
    const { store, engine } = this.#context;
    const { kind } = this.#strategy;
    return store.transaction((writer) =>
      marker === null ? writer.records.remove(engine, CURSORS, kind) : writer.records.put(engine, CURSORS, kind, { marker }),
    );
  }
}
