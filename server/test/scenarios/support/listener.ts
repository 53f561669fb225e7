/** Somebody who listens on the socket. */
import { io, type Socket } from 'socket.io-client';
import { CHANNELS, type Change, type ChangeEvent, type LoginAnswer } from '@gantry/contract/wire/events';
import type { Client } from '../../support/client.ts';

const ARRIVAL_MS = 60_000;

export class Listener {
  readonly #socket: Socket;
  readonly #changes: Change[] = [];
  #heard = Promise.withResolvers<void>();

  constructor({ url, headers }: Client) {
    this.#socket = io(url, { path: '/ws', forceNew: true, transportOptions: { polling: { extraHeaders: { ...headers } } } });
    for (const channel of CHANNELS)
      this.#socket.on(channel, ({ changes }: ChangeEvent) => {
        this.#changes.push(...changes);
        this.#heard.resolve();
        this.#heard = Promise.withResolvers();
      });
  }

  /** Connects and logs in; throws where the server does not take the tokens. */
  async login(): Promise<void> {
    if (!this.#socket.connected)
      await new Promise<void>((resolve, reject) => {
        this.#socket.once('connect', resolve);
        this.#socket.once('connect_error', reject);
      });
    const answer = (await this.#socket.timeout(60_000).emitWithAck('login', { all_tenants: false })) as LoginAnswer;
    if (answer.code !== 200) throw new Error(`socket login answered ${answer.code}`);
  }

  /** Ends when a change like this has been heard, before or after the call. Changes carry ids, never the thing itself. */
  async heard(wanted: Partial<Change>): Promise<Change> {
    const keys = Object.keys(wanted) as (keyof Change)[];
    const limit = AbortSignal.timeout(ARRIVAL_MS);
    for (;;) {
      const found = this.#changes.find((change) => keys.every((key) => change[key] === wanted[key]));
      if (found) return found;
      const next = this.#heard.promise;
      await Promise.race([next, new Promise((resolve) => limit.addEventListener('abort', resolve, { once: true }))]);
      if (limit.aborted) throw new Error(`never heard ${JSON.stringify(wanted)}, but ${JSON.stringify(this.#changes.slice(-10))}`);
    }
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  close(): void {
    this.#socket.disconnect();
  }
}
