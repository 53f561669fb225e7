import type { ChangeEvent } from '@gantry/contract/wire/events';
import type { Channel } from '@gantry/contract/wire/kind';

/** Socket connection states (S1 §4, S2 §4). `shutoff`: ended on purpose, does not connect again (decision C11). */
export const SOCKET_STATES = ['connected', 'connecting', 'disconnected', 'disconnecting', 'reconnecting', 'shutoff'] as const;
export type SocketState = (typeof SOCKET_STATES)[number];

export interface LiveOptions {
  /** Origin of the server: `http://127.0.0.1:8800`. */
  url: string;
  /** Path of the socket: the prefix followed by `/ws`. */
  path: string;
  /** Session and auth-token headers, asked for at each new connection (contract/src/wire/headers.ts). */
  headers(): Readonly<Record<string, string | undefined>>;
  /** Wish sent with the login: true for system administrators outside a limited scope (decision C4). Asked for at each login. */
  allTenants(): boolean;
  /** Sequence number that the data on the screen is at least as new as; absent: from now on. */
  sinceSeq?: number | undefined;
  /** Changes of one channel. Never called with events of an earlier scope (decision C9). */
  onChange(event: ChangeEvent, channel: Channel): void;
  onState?(state: SocketState): void;
  /** Changes were missed that the server can no longer tell: read everything again (decision C8). */
  onResync(): void;
  /** The session or the right has ended (login code 401, or the server said so): sign out. No further connection is tried. */
  onSessionEnded(): void;
  /** The server is about to stop (S0 §4). The connection is tried again by itself. */
  onAboutToStop(): void;
  /** Where unknown events and the like are told, which never crash; the browser's console unless given. */
  log?(message: string, detail: unknown): void;
}

export interface Live {
  readonly state: SocketState;
  /**
   * After a scope switch: logs in anew with the headers of now; events of the old scope are dropped. What is cached of the new scope
   * from earlier may be out of date: the caller reads it again. Throws MissingTokenError. Does nothing after `close`.
   */
  reconnect(): void;
  /** Ends for good: sign-out or page unload. */
  close(): void;
}

/** Connecting without session or scoped token (S1 §8, decision C7): connect once there is one. */
export class MissingTokenError extends Error {
  constructor() {
    super('the socket needs a session and a scoped token');
    this.name = 'MissingTokenError';
  }
}
