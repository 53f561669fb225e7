import type { Logger } from 'pino';
import type { Api } from '../client/api.ts';
import { isOutage, isRefused, unreachable, type ServiceName } from '../client/errors.ts';
import type { Health } from './health.ts';
import { pause } from './pause.ts';

/** The services whose life is watched, as far as the cloud has them. */
export const WATCHED: readonly ServiceName[] = ['identity', 'compute', 'network', 'volume', 'image', 'placement'];
/** Milliseconds between two looks at who should be probed, and which probe was given time enough. */
const TICK_MS = 200;
/** A service is probed so often, whatever else it answers, and a silent one so often. */
const BEAT_MS = 1500;
const AGAIN_MS = 1000;
/**
 * How long a service may answer nothing while a probe waits. Together with BEAT_MS: an outage is seen within five seconds, also of a
 * service that hangs, and of one that ends in order and hangs when it has answered what it was asked before.
 */
const LIMIT_MS = 2500;
/** A probe that waits for so long, while others are answered, is made anew. */
const STUCK_MS = 5000;

/** On the clock of `performance.now()`: when a probe was sent, and when the service last answered anything. */
export interface Moments {
  sentAt: number;
  answeredAt: number;
}

/** Whether a probe has waited long enough. A service that answers others meanwhile is slow, not silent: each of them gives it more time. */
export const isOverdue = ({ sentAt, answeredAt }: Moments, now: number): boolean =>
  now - Math.max(sentAt, answeredAt) >= LIMIT_MS || now - sentAt >= STUCK_MS;

/**
 * Whether a service is silent whose probe had no answer: where it takes no connections any more, whatever it still answers on those that it
 * has kept, or where it has answered nothing else meanwhile.
 */
export const isSilence = ({ sentAt, answeredAt }: Moments, refused: boolean, endedAt: number): boolean =>
  refused || answeredAt < sentAt || endedAt - answeredAt >= LIMIT_MS;

interface Probe {
  sentAt: number;
  giveUp: AbortController;
  done: Promise<void>;
}

/**
 * Asks services for signs of life, each time on a new connection. Only this decides that a service is silent, or no longer: what fails of
 * other requests makes the next probe come at once, so that one slow listing does not declare a cloud dead.
 */
export class Pulse {
  readonly #api: Api;
  readonly #health: Health;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  readonly #probedAt = new Map<ServiceName, number>();
  readonly #probes = new Map<ServiceName, Probe>();
  #watching = false;
  #work: Promise<void> | undefined;

  constructor(api: Api, health: Health, log: Logger) {
    this.#api = api;
    this.#health = health;
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
    const sentAt = performance.now();
    const giveUp = new AbortController();
    this.#probedAt.set(service, sentAt);
    const done = this.#probe(service, sentAt, giveUp.signal).finally(() => this.#probes.delete(service));
    this.#probes.set(service, { sentAt, giveUp, done });
    return done;
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let lookedAt = performance.now(); !signal.aborted;) {
      for (const service of WATCHED) if (this.#isDue(service)) void this.verdict(service);
      const now = performance.now();
      // Had this process been held itself, answers may be waiting to be read.
      if (now - lookedAt < LIMIT_MS / 2) this.#giveUp(now);
      lookedAt = now;
      // the pause ends early when the engine stops, and so does the loop
      await pause(TICK_MS, signal).catch(() => undefined);
    }
  }

  #isDue(service: ServiceName): boolean {
    const unprobed = performance.now() - (this.#probedAt.get(service) ?? -Infinity);
    return this.#health.isSilent(service) ? unprobed >= AGAIN_MS : this.#watching && unprobed >= BEAT_MS;
  }

  #giveUp(now: number): void {
    for (const [service, { sentAt, giveUp }] of this.#probes)
      if (isOverdue({ sentAt, answeredAt: this.#health.answeredAt(service) }, now))
        giveUp.abort(unreachable(service, `no answer for ${((now - sentAt) / 1000).toFixed(1)} s`));
  }

  async #probe(service: ServiceName, sentAt: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#api.probe(service, signal);
      this.#health.answered(service);
    } catch (error) {
      if (!isOutage(error)) this.#log.error({ err: error, service }, 'probe failed');
      else if (this.#isSilence(service, sentAt, error)) this.#health.fellSilent(service, reasonOf(error, service));
    }
  }

  #isSilence(service: ServiceName, sentAt: number, error: unknown): boolean {
    if (this.#stop.signal.aborted) return false;
    return isSilence({ sentAt, answeredAt: this.#health.answeredAt(service) }, isRefused(error), performance.now());
  }
}

/** The reason without the service's name, which stands before it wherever it is shown. */
function reasonOf(error: unknown, service: ServiceName): string {
  const text = error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : String(error);
  return text.startsWith(`${service}: `) ? text.slice(service.length + 2) : text;
}
