import type { Logger } from 'pino';
import type { Api } from '../client/api.ts';
import { isOutage, type ServiceName } from '../client/errors.ts';
import type { Health } from './health.ts';
import { pause } from './pause.ts';

/** The services whose life is watched. Placement is asked for nothing. */
export const WATCHED: readonly ServiceName[] = ['identity', 'compute', 'network', 'volume', 'image'];
/** Milliseconds between two looks at who should be probed. */
const TICK_MS = 200;
/** A service that was not heard for so long is probed, and a silent one so often. */
const QUIET_MS = 1500;
const AGAIN_MS = 1000;
/** How long a probe may take. Together with QUIET_MS: an outage is seen within five seconds, also of a service that hangs. */
const LIMIT_MS = 2500;

/**
 * Asks services for signs of life. Only this decides that a service is silent: what fails of other requests makes the next probe come at
 * once, so that one slow listing does not declare a cloud dead.
 */
export class Pulse {
  readonly #api: Api;
  readonly #health: Health;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  readonly #probedAt = new Map<ServiceName, number>();
  readonly #probes = new Map<ServiceName, Promise<void>>();
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
    await Promise.all(this.#probes.values());
  }

  /** Whether services are also probed of which nothing bad is known: the task of the replica that syncs. */
  watch(yes: boolean): void {
    this.#watching = yes;
  }

  /** Ends when a probe has shown whether the service answers. Never rejects. */
  verdict(service: ServiceName): Promise<void> {
    const running = this.#probes.get(service);
    if (running) return running;
    this.#probedAt.set(service, performance.now());
    const probe = this.#probe(service).finally(() => this.#probes.delete(service));
    this.#probes.set(service, probe);
    return probe;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const service of WATCHED) if (this.#isDue(service)) void this.verdict(service);
      // the pause ends early when the engine stops, and so does the loop
      await pause(TICK_MS, signal).catch(() => undefined);
    }
  }

  #isDue(service: ServiceName): boolean {
    const now = performance.now();
    const unprobed = now - (this.#probedAt.get(service) ?? -Infinity);
    if (this.#health.isSilent(service)) return unprobed >= AGAIN_MS;
    return this.#watching && Math.min(unprobed, now - this.#health.answeredAt(service)) >= QUIET_MS;
  }

  async #probe(service: ServiceName): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.#api.probe(service, LIMIT_MS);
      this.#health.answered(service);
    } catch (error) {
      if (!isOutage(error)) this.#log.error({ err: error, service }, 'probe failed');
      // Others have been answered meanwhile: it is slow, not silent.
      else if (this.#health.answeredAt(service) < startedAt) this.#health.fellSilent(service, reasonOf(error, service));
    }
  }
}

/** The reason without the service's name, which stands before it wherever it is shown. */
function reasonOf(error: unknown, service: ServiceName): string {
  const text = error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : String(error);
  return text.startsWith(`${service}: `) ? text.slice(service.length + 2) : text;
}
