/**
 * Bodies of requests and answers that are under way. They last as long as the other side likes, so that they take none of the places for work:
 * their own are many, and where all are taken the answer is SlowDown at once.
 */
import { S3Error } from './errors.ts';

/** Bodies at the same time, in one direction: each holds an open file and up to a MiB of memory. */
export interface TransferLimits {
  perUser: number;
  inAll: number;
}

export const TRANSFER_LIMITS: TransferLimits = { perUser: 64, inAll: 512 };

export class Transfers {
  readonly #limits: TransferLimits;
  /** By user; who has none is missing. */
  readonly #counts = new Map<string, number>();
  #all = 0;

  constructor(limits: TransferLimits) {
    this.#limits = limits;
  }

  /** Until the signal is aborted. Throws SlowDown. */
  begin(user: string, signal: AbortSignal): void {
    if (signal.aborted) return;
    const count = this.#counts.get(user) ?? 0;
    const { perUser, inAll } = this.#limits;
    if (count >= perUser || this.#all >= inAll) throw new S3Error('SlowDown');
    this.#counts.set(user, count + 1);
    this.#all += 1;
    signal.addEventListener('abort', () => this.#end(user), { once: true });
  }

  #end(user: string): void {
    const left = (this.#counts.get(user) ?? 1) - 1;
    if (left > 0) this.#counts.set(user, left);
    else this.#counts.delete(user);
    this.#all -= 1;
  }
}
