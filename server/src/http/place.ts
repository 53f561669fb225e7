import type { Account, Work } from '../access/account.ts';

/** A request's place among those that are worked on: kept until it has been answered, and its work has ended. */
export class Place {
  readonly account: Account;
  readonly work: Work;
  readonly weight: number;
  readonly #leave: () => void;
  #holders = 1;
  #left = false;

  constructor(account: Account, work: Work, weight: number, leave: () => void) {
    this.account = account;
    this.work = work;
    this.weight = weight;
    this.#leave = leave;
  }

  hold(): void {
    this.#holders += 1;
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0) this.free();
  }

  /** The work has ended although the answer goes on for long, such as a file's: nobody waits for the place meanwhile. */
  free(): void {
    if (this.#left) return;
    this.#left = true;
    this.#leave();
  }
}
