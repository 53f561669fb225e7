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
export class Pace {
  readonly #limits: Settings['outages'];
  /** By service: answers of which no later one took as long, oldest and slowest first; and the same of answers to probes alone. */
  readonly #slow = new Map<ServiceName, Answer[]>();
  readonly #probed = new Map<ServiceName, Answer[]>();
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

  answered(service: ServiceName, took: number, probed: boolean): void {
    for (const answers of probed ? [this.#slow, this.#probed] : [this.#slow]) {
      const slow = this.#recent(answers, service);
      while ((slow.at(-1)?.took ?? Infinity) <= took) slow.pop();
      slow.push({ at: this.now(), took });
      answers.set(service, slow);
    }
  }

  /** An answer that has waited through a silence of the service. */
  answeredAfterSilence(service: ServiceName, took: number): void {
    this.#doubtful.set(service, { at: this.now(), took });
  }

  /** The slowest answer of late that silence is judged by: to a probe, which only waits for its turn; where there were none, to anything. */
  slowest(service: ServiceName): number {
    const [probe] = this.#recent(this.#probed, service);
    return this.#orDoubtful(service, probe ?? this.#recent(this.#slow, service)[0]);
  }

  /** Far beyond what the service takes lately for anything. */
  ample = (service: ServiceName): number => Math.ceil(this.#limits.times * this.#orDoubtful(service, this.#recent(this.#slow, service)[0]));

  /**
   * How long a service may answer nothing while it is asked. The time until the next probe is taken off: what hangs right after its last
   * answer is seen within the limit, too.
   */
  silence = (service: ServiceName): number => {
    const limit = Math.max(this.#limits.silence * 1000, this.#limits.times * this.slowest(service));
    return Math.max(limit - this.probe - 2 * TICK_MS, limit / 2);
  };

  #orDoubtful(service: ServiceName, slowest: Answer | undefined): number {
    const doubtful = this.#doubtful.get(service);
    const isYoung = doubtful !== undefined && this.now() - doubtful.at < DOUBT_MS;
    return Math.max(slowest?.took ?? 0, isYoung ? doubtful.took : 0);
  }

  #recent(answers: ReadonlyMap<ServiceName, Answer[]>, service: ServiceName): Answer[] {
    const slow = answers.get(service) ?? [];
    const since = this.now() - this.#limits.lately * 1000;
    while (slow.length > 0 && slow[0]!.at < since) slow.shift();
    return slow;
  }
}
