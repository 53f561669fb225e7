import type { ServiceName } from '../client/errors.ts';
import type { Settings } from '../settings.ts';

/** Milliseconds between two looks at who should be probed, and which probe was given time enough. */
export const TICK_MS = 100;

/** Milliseconds for which an answer counts that has waited through a silence: until others show whether that was an outage or slowness. */
const DOUBT_MS = 60_000;

interface Answer {
  at: number;
  took: number;
}

/** How long services take to answer lately, and so how long their silence may last before it means something. All in milliseconds. */
export class LatencyTracker {
  readonly #limits: Settings['outages'];
  /** By service: answers of which no later one took as long, oldest and slowest first. */
  readonly #slow = new Map<ServiceName, Answer[]>();
  readonly #doubtful = new Map<ServiceName, Answer>();
  /** The clock of all that is said of services; that of `performance.now()` but in tests. */
  readonly now: () => number;

  constructor(limits: Settings['outages'], now = () => performance.now()) {
    this.#limits = limits;
    this.now = now;
  }

  /** Between two probes, of a service that answers and of a silent one. */
  get probe(): number {
    return this.#limits.probe * 1000;
  }
  get again(): number {
    return this.#limits.again * 1000;
  }

  answered(service: ServiceName, took: number): void {
    const slow = this.#recent(service);
    while ((slow.at(-1)?.took ?? Infinity) <= took) slow.pop();
    slow.push({ at: this.now(), took });
    this.#slow.set(service, slow);
  }

  /** An answer that has waited through a silence of the service. */
  answeredAfterSilence(service: ServiceName, took: number): void {
    this.#doubtful.set(service, { at: this.now(), took });
  }

  /** The slowest answer of late, to whatever was asked: who is busy with that keeps a probe waiting as long. */
  slowest(service: ServiceName): number {
    const doubtful = this.#doubtful.get(service);
    const isYoung = doubtful !== undefined && this.now() - doubtful.at < DOUBT_MS;
    return Math.max(this.#recent(service)[0]?.took ?? 0, isYoung ? doubtful.took : 0);
  }

  /** Far beyond what the service takes lately for anything. */
  ample = (service: ServiceName): number => Math.ceil(this.#limits.times * this.slowest(service));

  /** How long a service may answer nothing while it is asked. */
  silence = (service: ServiceName): number => Math.max(this.#limits.silence * 1000, this.#limits.times * this.slowest(service));

  #recent(service: ServiceName): Answer[] {
    const slow = this.#slow.get(service) ?? [];
    const since = this.now() - this.#limits.lately * 1000;
    while (slow.length > 0 && slow[0]!.at < since) slow.shift();
    return slow;
  }
}
