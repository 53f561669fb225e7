/** Clients that list all servers at the compute service itself, again and again: they make it slow, as Gantry must bear it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Truth } from './truth.ts';

/** Milliseconds one listing may take. */
const LIMIT_MS = 300_000;

export class Crowd {
  readonly #truth: Truth;
  readonly #times: { at: number; took: number }[] = [];
  #over = false;
  #work: Promise<unknown> = Promise.resolve();
  answered = 0;
  failed = 0;

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  /** `rows`: servers in each answer; more make it slower. */
  start(clients: number, rows: number): void {
    const listing = `/servers/detail?all_tenants=1&limit=${rows}`;
    this.#work = Promise.all(Array.from({ length: clients }, () => this.#list(listing)));
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#work;
  }

  /** Seconds of the slowest answer since a moment (ms since the epoch). */
  slowest(since = 0): number {
    return Math.max(0, ...this.#times.filter(({ at }) => at >= since).map(({ took }) => took)) / 1000;
  }

  async #list(listing: string): Promise<void> {
    while (!this.#over) {
      const requestedAt = Date.now();
      try {
        await this.#truth.ask('compute', 'GET', listing, undefined, LIMIT_MS);
        this.answered++;
        this.#times.push({ at: Date.now(), took: Date.now() - requestedAt });
      } catch {
        this.failed++; // it was taken away on purpose, or is counted
        await sleep(500);
      }
    }
  }
}
