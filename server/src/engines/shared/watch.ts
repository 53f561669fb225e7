import type { Logger } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import type { EngineHealth } from '../../port/engine.ts';

/** Milliseconds between two probes while it answers, and while it does not. */
const QUIET_MS = 15_000;
const AGAIN_MS = 1000;
/** How long a probe may take. */
const LIMIT_MS = 2500;

/** What is watched. */
export interface Watched {
  /** As it is called where a service is named that does not answer. */
  service: string;
  /** As the log calls it. */
  name: string;
  /** What was the matter. */
  reasonOf(error: unknown): string;
}

/**
 * Knows whether a service answers. Only a probe decides that, so that one slow query does not declare it dead; a query that fails makes
 * the next probe come at once. While it is silent nobody waits for it.
 */
export class Watch {
  readonly #probe: (limit: number, signal: AbortSignal) => Promise<void>;
  readonly #log: Logger;
  readonly #watched: Watched;
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  #silent: { since: number; reason: string } | undefined;
  #answeredAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(probe: (limit: number, signal: AbortSignal) => Promise<void>, log: Logger, watched: Watched) {
    this.#probe = probe;
    this.#watched = watched;
    this.#log = log;
  }

  start(): void {
    this.suspect();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** A query has failed: asks for a sign of life now. */
  suspect(): void {
    if (this.#stop.signal.aborted || this.#running) return;
    clearTimeout(this.#timer);
    this.#running = this.#look().finally(() => {
      this.#running = undefined;
      if (!this.#stop.signal.aborted) this.#timer = setTimeout(() => this.suspect(), this.#silent ? AGAIN_MS : QUIET_MS);
    });
  }

  /** Why asking is of no use now; undefined where it answers. */
  get closed(): GantryError | undefined {
    const silent = this.#silent;
    if (!silent) return undefined;
    const { service } = this.#watched;
    const detail = `${service}: no answer since ${new Date(silent.since).toISOString()}: ${silent.reason}`;
    return new GantryError('engine_unavailable', { params: { service }, detail });
  }

  read(): EngineHealth {
    const silent = this.#silent;
    const downSince = silent ? new Date(silent.since).toISOString() : null;
    const reason = silent?.reason ?? null;
    const services = silent
      ? [{ name: this.#watched.service, problem: 'silent' as const, downSince: downSince!, reason: silent.reason }]
      : [];
    const answered = this.#answeredAt === undefined ? {} : { [this.#watched.service]: new Date(this.#answeredAt).toISOString() };
    return { reachable: silent === undefined, asOf: null, downSince, reason, services, doubts: [], answered };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #look(): Promise<void> {
    try {
      await this.#probe(LIMIT_MS, this.#stop.signal);
      this.#answeredAt = Date.now();
      this.#turn(undefined);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#turn(this.#watched.reasonOf(error));
    }
  }

  #turn(reason: string | undefined): void {
    const before = this.#silent;
    if (reason === undefined) this.#silent = undefined;
    else this.#silent ??= { since: Date.now(), reason };
    if ((before === undefined) === (this.#silent === undefined)) return;
    if (before) this.#log.info({ seconds: Math.round((Date.now() - before.since) / 1000) }, `${this.#watched.name} answers again`);
    else this.#log.warn({ reason }, `${this.#watched.name} does not answer`);
    for (const listener of this.#listeners) listener();
  }
}
