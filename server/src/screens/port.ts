/** What the rest of the server knows of the screens of servers. http hands out tickets; this room takes them back and carries the frames. */
import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { ConsoleEnd } from '@gantry/contract/nouns/servers/console-wire';
import type { Access } from '../access/access.ts';
import type { PendingLimits } from '../access/pending-connections.ts';
import type { Caller } from '../access/caller.ts';
import type { Proxies } from '../access/address.ts';
import type { LiveRead } from '../port/engine.ts';
import type { Row } from '../port/store/rows.ts';
import type { Store } from '../port/store/store.ts';
import type { Trust } from '../port/trust.ts';

/** Why a screen was no longer shown; `left`: the page went away. */
export type ScreenEnd = ConsoleEnd | 'left';

export interface ScreensOptions {
  store: Store;
  log: Logger;
  access: Pick<Access, 'recall' | 'inUse' | 'stillHolds'>;
  /** A live read of an engine. */
  live(engine: string, name: string): LiveRead | undefined;
  /** What connections to the screens of an engine's servers trust. */
  trustOf(engine: string): Trust | undefined;
  proxies: Pick<Proxies, 'addressOf'>;
  /** Called with each WebSocket that has ended; `none`: it never came so far as to show something. */
  onEnded?: ((kind: 'vnc' | 'log' | 'none', end: ScreenEnd) => void) | undefined;
  limits?: Partial<ScreenLimits> | undefined;
}

/** Times in milliseconds, sizes in bytes. */
export interface ScreenLimits {
  /** How long a ticket works; default 60,000. */
  ticket: number;
  /** A page that has not brought its ticket by then is cut; also what a screen has to answer in; default 10,000. */
  opening: number;
  /** How often visibility, rights and states are looked at; default 1,000. */
  round: number;
  /** A page that says nothing for twice this long, not even a pong, is cut; default 20,000. */
  heartbeat: number;
  /** Rights that could not be checked for this long are no rights; default 10,000. */
  doubt: number;
  /** Screens one session may have open; default 10. */
  perSession: number;
  /** Screens that one network may have open; default 100. */
  perNetwork: number;
  /** Screens this process shows; default 500. */
  open: number;
  /** WebSockets whose ticket has not been accepted yet: of one network, and in all; default 50 and 500. Then those that wait longest are cut. */
  strangers: PendingLimits;
  /** Largest frame of a page; default 1 MiB. */
  pageFrame: number;
  /** Largest frame of a screen; default 16 MiB. */
  screenFrame: number;
  /** What may wait for a slow reader before no more is taken from the other side; default 1 MiB. */
  waiting: number;
}

export interface Screens {
  /** Number of screens that are shown. */
  readonly open: number;
  /** Makes the ticket that opens the screen which the engine `found`; the answer is that of the call. */
  issue(request: { caller: Caller; target: Row; found: unknown; requestId: string; address: string }): Promise<unknown>;
  /** Takes over the upgrades of this server that are for it; others go where they went before. Call it after all others. */
  attach(server: HttpServer): void;
  start(): void;
  /** Tells every page, then closes the WebSockets; the HTTP servers stay open. */
  stop(): Promise<void>;
}
