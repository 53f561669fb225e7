import { setTimeout as delay } from 'node:timers/promises';
import type { ServerMetrics } from '@gantry/contract/nouns/servers/entity';
import type { Measured } from './client.ts';
import type { UsageFigure } from './expressions.ts';

/** What was measured of one server; what was not is absent. */
export type Usage = Partial<Record<UsageFigure, number>>;

/** Milliseconds that a list waits for figures. What comes later is there when the list is read again. */
const PATIENCE_MS = 500;
/** Servers of one query. */
const BATCH = 250;

/** What a server uses, of the share of its cores (`vcpus`: of its flavor, where they are not measured). What the hypervisor adds is no more than all. */
export function metricsOf(usage: Usage, vcpus: number): ServerMetrics {
  const cores = usage.vcpus ?? vcpus;
  return {
    cpu_usage: usage.cpu === undefined || cores <= 0 ? null : Math.round(Math.min(usage.cpu / cores, 1) * 1000) / 10,
    mem_usage: usage.memory ?? null,
    block_capacity: usage['block-capacity'] ?? null,
    block_usage: usage['block-usage'] ?? null,
  };
}

/** Figures of servers that somebody looks at, kept for some seconds, requested together: in memory only, and by nobody's wish by none. */
export class Usages {
  readonly #ask: (ids: readonly string[]) => Promise<readonly Measured[]>;
  readonly #fresh: number;
  readonly #known = new Map<string, { until: number; usage: Promise<Usage> }>();

  /** @param fresh milliseconds that figures count as those of now */
  constructor(ask: (ids: readonly string[]) => Promise<readonly Measured[]>, fresh: number) {
    this.#ask = ask;
    this.#fresh = fresh;
  }

  /** In the order of the ids. Rejects where Prometheus does not answer. */
  async read(ids: readonly string[]): Promise<Usage[]> {
    const now = performance.now();
    for (const [id, { until }] of this.#known) if (until <= now) this.#known.delete(id);
    const unknown = [...new Set(ids)].filter((id) => !this.#known.has(id));
    for (let start = 0; start < unknown.length; start += BATCH) this.#fetch(unknown.slice(start, start + BATCH), now + this.#fresh);
    return Promise.all(ids.map((id) => this.#known.get(id)!.usage));
  }

  /** The same for a list: undefined where it would have to wait too long. What fails is for `read` to tell. */
  async inTime(ids: readonly string[], patience = PATIENCE_MS): Promise<Usage[] | undefined> {
    const over = new AbortController();
    const late = delay(patience, undefined, { signal: over.signal });
    try {
      return await Promise.race([this.read(ids), late]);
    } catch {
      return undefined; // told of by whoever asks for the query: a list goes on without figures
    } finally {
      over.abort();
      void Promise.allSettled([late]);
    }
  }

  #fetch(ids: readonly string[], until: number): void {
    const measuring = this.#ask(ids).then((measured) => {
      const found = new Map<string, Usage>();
      for (const { id, figure, points } of measured) {
        const value = points.at(-1)?.[1] ?? undefined;
        if (value !== undefined) found.set(id, { ...found.get(id), [figure]: value });
      }
      return found;
    });
    for (const id of ids) {
      const entry = { until, usage: measuring.then((found) => found.get(id) ?? {}) };
      this.#known.set(id, entry);
      // A failure is forgotten at once, so that the next one asks again.
      entry.usage.catch(() => this.#known.get(id) === entry && this.#known.delete(id));
    }
  }
}
