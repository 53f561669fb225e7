import { GantryError } from '@gantry/contract/wire/errors';

/**
 * Sorts of work, and none takes another's places: what is read from the store, large pages of it, and what may wait for a cloud. A cloud that
 * is silent keeps nobody from the lists, and who exports a list goes on working meanwhile.
 */
export type Work = 'read' | 'readLarge' | 'act';

/** What one user, or one network before sign-in, may ask of this process. */
export interface AccountLimits {
  /** Weight of requests that comes back each second. */
  perSecond: number;
  /** Requests that are worked on at the same time. */
  concurrent: Readonly<Record<Work, number>>;
  /** Requests that may wait for that. */
  waiting: number;
}

/** Seconds of quiet after which all weight is there again. */
const BURST_SECONDS = 10;

/** Seconds after which who found all places taken may ask again. */
const RETRY_SECONDS = 1;

/** The budget of one user or network: a bucket of weight, places for work, and a short line before them. */
export class Account {
  readonly #limits: AccountLimits;
  readonly #now: () => number;
  #weight: number;
  #filledAt: number;
  readonly #taken: Record<Work, number> = { read: 0, readLarge: 0, act: 0 };
  readonly #lines: Readonly<Record<Work, Set<() => void>>> = { read: new Set(), readLarge: new Set(), act: new Set() };

  /** `now`: milliseconds of a clock that never runs backwards. */
  constructor(limits: AccountLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#weight = limits.perSecond * BURST_SECONDS;
    this.#filledAt = now();
  }

  /** Takes the weight of a request. Throws too_many_requests where it is not there. */
  spend(weight: number): void {
    const { perSecond } = this.#limits;
    const now = this.#now();
    this.#weight = Math.min(perSecond * BURST_SECONDS, this.#weight + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
    if (this.#weight < weight) throw new GantryError('too_many_requests', { retryAfter: Math.ceil((weight - this.#weight) / perSecond) });
    this.#weight -= weight;
  }

  /** Gives weight back that another account should have borne. */
  refund(weight: number): void {
    this.#weight += weight;
  }

  /**
   * Waits for a place; returns the way to leave it, once. Throws too_many_requests where too many wait already, or who waits gives up
   * (`signal`).
   */
  async enter(work: Work, signal: AbortSignal): Promise<() => void> {
    const line = this.#lines[work];
    if (this.#taken[work] < this.#limits.concurrent[work]) this.#taken[work] += 1;
    else if (line.size >= this.#limits.waiting) throw new GantryError('too_many_requests', { retryAfter: RETRY_SECONDS });
    else await this.#wait(line, signal);
    return () => this.#leave(work);
  }

  #wait(line: Set<() => void>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        line.delete(begin);
        reject(new GantryError('too_many_requests', { retryAfter: RETRY_SECONDS }));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      line.add(begin);
    });
  }

  /** The place goes to the one who waits longest. */
  #leave(work: Work): void {
    const line = this.#lines[work];
    const [begin] = line;
    if (!begin) {
      this.#taken[work] -= 1;
      return;
    }
    line.delete(begin);
    begin();
  }
}
