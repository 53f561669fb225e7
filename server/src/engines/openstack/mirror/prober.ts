import type { Logger } from 'pino';
import type { Api } from '../client/api.ts';
import { isOutage, isRefused, ServiceError, unreachable, type ServiceName } from '../client/errors.ts';
import type { Health } from './health.ts';
import { TICK_MS, type LatencyTracker } from './latency-tracker.ts';
import { pause } from './pause.ts';

/** The services whose life is watched, as far as the cloud has them. */
export const WATCHED: readonly ServiceName[] = ['identity', 'compute', 'network', 'volume', 'image', 'placement', 'load_balancer'];
/** Were this process itself held for so long, answers may be waiting to be read. */
const HELD_MS = 1000;
/** A probe that has waited for so many times the limit must have been lost. */
const STUCK = 3;
/** Statuses by which a proxy says that nobody behind it takes connections. */
const NOBODY_THERE: ReadonlySet<number> = new Set([502, 503]);

/** On one clock, in milliseconds: since when the service was asked in vain, when the last probe was sent, and when anything was answered. */
export interface Moments {
  since: number;
  sentAt: number;
  answeredAt: number;
}

/**
 * Whether a probe has waited long enough. A service that answers others meanwhile is slow, not silent: each of them gives it more time,
 * until the probe must have been lost and is made anew.
 */
export const isOverdue = ({ sentAt, ...moments }: Moments, now: number, limit: number): boolean =>
  isOverLimit(moments, now, limit) || now - sentAt >= STUCK * limit;

const isOverLimit = ({ since, answeredAt }: Omit<Moments, 'sentAt'>, now: number, limit: number): boolean =>
  now - Math.max(since, answeredAt) >= limit;

/**
 * - refused: nobody takes connections any more, whatever is still answered on those that were kept;
 * - broken: the connection ended without an answer, and so did the next one; a single one may have been one process of many;
 * - late: nothing has come, which says nothing before the limit.
 */
export type Failing = 'refused' | 'broken' | 'late';

/** Whether a service is gone whose probe had no answer. */
export const isSilence = (failing: Failing, moments: Moments, now: number, limit: number): boolean =>
  failing === 'refused' || (failing === 'broken' && moments.answeredAt < moments.sentAt) || isOverLimit(moments, now, limit);

interface Probe {
  sentAt: number;
  giveUp: AbortController;
  done: Promise<void>;
}

/**
 * Asks services for signs of life, each time on a new connection. Only this decides that a service is silent, or no longer: what fails of
 * other requests makes the next probe come at once. Slow is not silent: how long it may take follows from what it takes lately (`latency-tracker.ts`).
 */
export class Prober {
  readonly #api: Pick<Api, 'probe'>;
  readonly #health: Health;
  readonly #latency: LatencyTracker;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  readonly #probedAt = new Map<ServiceName, number>();
  /** When the first of the probes was sent that have not been answered. */
  readonly #since = new Map<ServiceName, number>();
  readonly #probes = new Map<ServiceName, Probe>();
  #watching = false;
  #work: Promise<void> | undefined;

  constructor(api: Pick<Api, 'probe'>, health: Health, latency: LatencyTracker, log: Logger) {
    this.#api = api;
    this.#health = health;
    this.#latency = latency;
    this.#log = log;
    health.onSuspicion = (service) => {
      if (!this.#stop.signal.aborted) void this.verdict(service);
    };
  }

  start(): void {
    this.#work ??= this.#run(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work;
    for (const [service, { giveUp }] of this.#probes) giveUp.abort(unreachable(service, 'no longer asked'));
    await Promise.all([...this.#probes.values()].map(({ done }) => done));
  }

  /** Whether services are also probed of which nothing bad is known: the task of the replica that syncs. */
  watch(yes: boolean): void {
    this.#watching = yes;
  }

  /** Ends when a probe has shown whether the service answers. Never rejects. */
  verdict(service: ServiceName): Promise<void> {
    const running = this.#probes.get(service);
    if (running) return running.done;
    const sentAt = this.#latency.now();
    const giveUp = new AbortController();
    // Where nothing was requested for long, an old failure says nothing of now.
    const isFirst = sentAt - (this.#probedAt.get(service) ?? -Infinity) >= this.#latency.silence(service);
    if (isFirst || !this.#since.has(service)) this.#since.set(service, sentAt);
    this.#probedAt.set(service, sentAt);
    const done = this.#probe(service, sentAt, giveUp.signal).finally(() => this.#probes.delete(service));
    this.#probes.set(service, { sentAt, giveUp, done });
    return done;
  }

  /** Sends the probes that are due, and gives up those that have waited for long enough. */
  look(): void {
    for (const service of WATCHED) if (this.#isDue(service)) void this.verdict(service);
    for (const [service, { sentAt, giveUp }] of this.#probes) {
      const [now, limit] = [this.#latency.now(), this.#latency.silence(service)];
      const moments = this.#moments(service, sentAt);
      // One that is known to be silent may be back, and slow: had it a new probe at each limit, none would ever get its turn.
      if (this.#health.isSilent(service) ? now - sentAt < STUCK * limit : !isOverdue(moments, now, limit)) continue;
      const lately = `; lately it took ${seconds(this.#latency.slowest(service))} s at most`;
      giveUp.abort(unreachable(service, `no answer for ${seconds(now - moments.since)} s${lately}`));
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let lookedAt = performance.now(); !signal.aborted;) {
      const now = performance.now();
      if (now - lookedAt < HELD_MS) this.look();
      lookedAt = now;
      // the pause ends early when the engine stops, and so does the loop
      await pause(TICK_MS, signal).catch(() => undefined);
    }
  }

  #isDue(service: ServiceName): boolean {
    const unprobed = this.#latency.now() - (this.#probedAt.get(service) ?? -Infinity);
    return this.#health.isSilent(service) ? unprobed >= this.#latency.again : this.#watching && unprobed >= this.#latency.probe;
  }

  /** What answered until the next probe was due has been silent since its answer. */
  #moments(service: ServiceName, sentAt: number): Moments {
    const [asked, answeredAt] = [this.#since.get(service) ?? sentAt, this.#health.answeredAt(service)];
    const isJustBefore = answeredAt < asked && answeredAt >= asked - this.#latency.probe - 2 * TICK_MS;
    return { since: isJustBefore ? answeredAt : asked, sentAt, answeredAt };
  }

  async #probe(service: ServiceName, sentAt: number, signal: AbortSignal): Promise<void> {
    let error = await this.#send(service, sentAt, signal);
    if (error && failingOf(error, signal) === 'broken') error = await this.#send(service, this.#latency.now(), signal);
    if (!error || this.#stop.signal.aborted) return;
    if (!isOutage(error)) this.#log.error({ err: error, service }, 'probe failed');
    else if (isSilence(failingOf(error, signal), this.#moments(service, sentAt), this.#latency.now(), this.#latency.silence(service)))
      this.#health.fellSilent(service, reasonOf(error, service));
  }

  /** Answers with what went wrong. */
  async #send(service: ServiceName, sentAt: number, signal: AbortSignal): Promise<unknown> {
    let isThere: boolean;
    try {
      isThere = await this.#api.probe(service, signal);
    } catch (error) {
      return error;
    }
    this.#since.delete(service);
    if (isThere) this.#health.answered(service, this.#latency.now() - sentAt);
    return undefined;
  }
}

function failingOf(error: unknown, gaveUp: AbortSignal): Failing {
  if (isRefused(error)) return 'refused';
  if (gaveUp.aborted || !(error instanceof ServiceError)) return 'late';
  return error.httpStatus === 0 || NOBODY_THERE.has(error.httpStatus) ? 'broken' : 'late';
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The reason without the service's name, which stands before it wherever it is shown. */
function reasonOf(error: unknown, service: ServiceName): string {
  const text = error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : String(error);
  return text.startsWith(`${service}: `) ? text.slice(service.length + 2) : text;
}
