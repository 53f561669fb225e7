/** What the rest of the server knows of the socket. access decides who asks and what they see; this room only carries. */
import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { Access } from '../access/access.ts';
import type { Budgets } from '../access/budgets.ts';
import type { PendingLimits } from '../access/pending-connections.ts';
import type { Proxies } from '../access/address.ts';
import type { Store } from '../port/store/store.ts';
import type { WatchedEngine } from './engines.ts';

export interface RealtimeOptions {
  store: Pick<Store, 'changes'>;
  log: Logger;
  access: Pick<Access, 'authenticate' | 'stillHolds'>;
  /** What logins are charged to, and the queue in which what was missed is read. */
  budgets: Budgets;
  proxies: Proxies;
  /** Origins allowed beside the request's own host: `https://console.example`. */
  origins?: readonly string[];
  /** Whose health is told to everyone who has logged in. */
  engines?: readonly WatchedEngine[];
  /** Called with each event and how many sockets it went to. */
  onSent?: ((channel: string, sockets: number) => void) | undefined;
  times?: Partial<RealtimeTimes> | undefined;
  /** Characters that may wait for a slow reader before it is cut; default 1,048,576. */
  bufferLimit?: number;
  /** Connections that have not logged in yet; default 100 of one network and 1,000 in all. Then those that wait longest are cut. */
  strangers?: PendingLimits;
  /** Sockets of one user that are logged in; default 100. */
  perUser?: number;
}

/** Milliseconds. */
export interface RealtimeTimes {
  /** Changes of this long go out together; default 100. */
  coalesce: number;
  /** How often sessions, rights and waiting readers are looked at; default 2,000. */
  patrol: number;
  /** A socket that has not logged in by then is cut; default 15,000. */
  login: number;
}

export interface Realtime {
  /** Number of sockets that are connected. */
  readonly sockets: number;
  /**
   * Serves `/ws` and `/api/agent_direct/{id}/lca/ws` on this server before what already listens there; call it once the server's own
   * handler is in place. Other requests and upgrades stay as they are.
   */
  attach(server: HttpServer): void;
  /** Begins to follow the change log. */
  start(): Promise<void>;
  /** Tells everyone (about_to_stop), then closes the sockets; the HTTP servers stay open. */
  stop(): Promise<void>;
}
