/** What Gantry says while nothing happens: nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nouns } from '@gantry/contract';
import { Listener } from '../scenarios/support/listener.ts';
import type { Visitor } from '../scenarios/support/stand.ts';

/** Milliseconds: without a change for so long everything that was asked for has ended. */
const CALM_MS = 15_000;
const LOOK_MS = 100;

export interface Quiet {
  /** Entries in the change log, and changes told over the socket to all who listened. */
  entries: number;
  events: number;
  /** Changes that they had heard before: they do hear. */
  before: number;
}

/** People who listen on the socket from the beginning. */
export class Ears {
  readonly #admin: Visitor;
  readonly #listeners: readonly Listener[];

  private constructor(admin: Visitor, listeners: readonly Listener[]) {
    this.#admin = admin;
    this.#listeners = listeners;
  }

  static async open(admin: Visitor, ...others: readonly Visitor[]): Promise<Ears> {
    const listeners = [admin, ...others].map(({ client }) => new Listener(client));
    await Promise.all(listeners.map((listener) => listener.login()));
    return new Ears(admin, listeners);
  }

  get #heard(): number {
    return this.#listeners.reduce((sum, { changes }) => sum + changes.length, 0);
  }

  /** Waits until nothing changes any more, and then for so many seconds. */
  async quiet(seconds: number): Promise<Quiet> {
    const seq = async () => (await this.#admin.client.call(nouns.session.calls.meta)).seq;
    let last = await seq();
    // What was last asked for may still end.
    for (let calm = Date.now(); Date.now() - calm < CALM_MS; await sleep(LOOK_MS)) {
      const now = await seq();
      if (now !== last) calm = Date.now();
      last = now;
    }
    const before = this.#heard;
    await sleep(seconds * 1000);
    return { entries: (await seq()) - last, events: this.#heard - before, before };
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
  }
}
