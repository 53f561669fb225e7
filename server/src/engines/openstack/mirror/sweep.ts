import { z } from 'zod';
import { isGone, isUnreadable } from '../client/errors.ts';
import { listDomains } from '../client/keystone.ts';
import type { Rows } from './rows.ts';
import type { MirrorContext, Strategy } from './strategy.ts';
import { marked } from './marked.ts';

/** A sweep that finds more than this share of a kind missing is not believed. */
const SHRINK = 0.2;
/** Nor counted as a shrinking while so few are missing. */
const FEW = 5;
/** Complete sweeps in a row that must all miss the same things before those are requested one by one after all. */
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
  /** What all of the last sweeps that were not believed have missed, and how many they were. */
  #missing: { ids: ReadonlySet<string>; sweeps: number } | undefined;

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
    const { store, engine, unreadable } = this.#context;
    const startedAt = Date.now();
    const cursor = cursorShape.safeParse(await store.records.get(engine, CURSORS, this.#strategy.kind));
    const from = cursor.success ? cursor.data.marker : undefined;
    const seen = new Set<string>();
    let nameless = false;
    const result: SweepResult = { seen: 0, changed: 0, deleted: 0 };
    let partial = false;
    let noted = from !== undefined;
    try {
      for await (const { page, requestedAt } of ahead(this.#strategy.pages(this.#context, from))) {
        signal.throwIfAborted();
        // Listed twice where a marker is refused and one before it taken: the second page was requested before the first was written.
        const rows = marked(page).filter(({ id }) => !seen.has(id));
        for (const { id } of rows) seen.add(id);
        for (const resource of page.wrong) {
          unreadable.note(this.#strategy.kind, resource);
          if (resource.id === null) nameless = true;
          else seen.add(resource.id);
        }
        result.changed += await this.#rows.write(rows, requestedAt);
        partial ||= page.partial ?? false;
        if (page.marker) await this.#note(page.marker);
        noted ||= page.marker !== undefined;
      }
    } catch (error) {
      // A marker whose resource was deleted in the meantime would be refused for ever.
      if (from !== undefined && seen.size === 0) await this.#note(null);
      throw error;
    }
    if (noted) await this.#note(null);
    result.seen = seen.size;
    if (from === undefined) unreadable.keepOnly(this.#strategy.kind, seen, nameless);
    // What has no id may be anything that is missing.
    if (partial || nameless || from !== undefined) {
      result.kept = from === undefined ? 'partial' : 'resumed';
      return result;
    }
    return this.#deleteAbsent(result, seen, startedAt, signal);
  }

  async #deleteAbsent(result: SweepResult, seen: ReadonlySet<string>, startedAt: number, signal: AbortSignal): Promise<SweepResult> {
    const { store, engine, log, health } = this.#context;
    const { kind } = this.#strategy;
    const absent: string[] = [];
    let known = 0;
    for await (const rows of store.read.ids(engine, kind)) {
      known += rows.length;
      for (const { id, createdAt } of rows) if (!seen.has(id) && Date.parse(createdAt) < startedAt) absent.push(id);
    }
    const believed = this.#believed(absent, known);
    if (believed === undefined) {
      const detail = `${absent.length} of ${known} missing in ${this.#missing?.sweeps ?? 0} of ${AGREEING} listings`;
      log.warn(
        { kind, known, absent: absent.length, sweeps: this.#missing?.sweeps },
        'sweep shrinks a kind by over 20 %: nothing is deleted',
      );
      health.doubt(kind, 'shrunk', detail);
      result.kept = 'shrunk';
      return result;
    }
    health.doubt(kind, 'shrunk', null);
    // Some services hide what the account may not see behind the same 404: without its role it would prove everything gone.
    if (believed.length > 0) await listDomains(this.#context.api);
    for (const id of believed) {
      signal.throwIfAborted();
      const requestedAt = performance.now();
      if (await this.#isGone(id)) result.deleted += Number(await this.#rows.remove(kind, id, requestedAt));
    }
    return result;
  }

  /** Of what is absent, what may be requested one by one now; undefined while so much is missing that the listing is not believed. */
  #believed(absent: readonly string[], known: number): readonly string[] | undefined {
    if (absent.length <= FEW || absent.length <= known * SHRINK) {
      this.#missing = undefined;
      return absent;
    }
    const before = this.#missing;
    const still = before ? absent.filter((id) => before.ids.has(id)) : absent;
    this.#missing = { ids: new Set(still.length > 0 ? still : absent), sweeps: still.length > 0 ? (before?.sweeps ?? 0) + 1 : 1 };
    if (this.#missing.sweeps < AGREEING) return undefined;
    this.#missing = undefined;
    return still;
  }

  async #isGone(id: string): Promise<boolean> {
    try {
      await this.#strategy.confirm(this.#context, id);
      this.#context.log.warn({ kind: this.#strategy.kind, id }, 'absent from a complete listing, yet the service has it: kept');
      return false;
    } catch (error) {
      if (isGone(error)) return true;
      if (isUnreadable(error)) return false;
      throw error;
    }
  }

  #note(marker: string | null): Promise<void> {
    const { engine } = this.#context;
    const { kind } = this.#strategy;
    return this.#rows.change((writer) =>
      marker === null ? writer.records.remove(engine, CURSORS, kind) : writer.records.put(engine, CURSORS, kind, { marker }),
    );
  }
}

/** Pages, each with when it was requested: while one is worked on, the service already makes the next. */
async function* ahead<T>(pages: AsyncGenerator<T>): AsyncGenerator<{ page: T; requestedAt: number }> {
  const ask = () => ({ requestedAt: performance.now(), answer: pages.next() });
  try {
    for (let request = ask(); ;) {
      const { value, done } = await request.answer;
      if (done) return;
      const { requestedAt } = request;
      request = ask();
      // It is waited for in the next round; where there is none, nobody wants to hear of it.
      request.answer.catch(() => undefined);
      yield { page: value, requestedAt };
    }
  } finally {
    await pages.return(undefined);
  }
}
