/** What http needs from the rest of the server. It reaches an engine only through a command (tasks) or a declared live read. */
import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Freshness } from '@gantry/contract/wire/page';
import type { Side } from '@gantry/contract/wire/side';
import type { Access } from '../access/access.ts';
import type { Budgets } from '../access/budgets.ts';
import type { Proxies } from '../address.ts';
import type { Caller } from '../access/caller.ts';
import type { Credential } from '../engines/engine.ts';
import type { Document, Row } from '../store/port/rows.ts';
import type { Store } from '../store/port/store.ts';
import type { TaskActor } from '../store/port/tasks.ts';
import type { TaskRunner } from '../tasks/port.ts';
import type { Refusals } from './refusals.ts';
import type { ConnectionLimits } from './silence.ts';

/** Asks an engine for what is never stored, with the caller's own right. */
export type LiveRead = (
  context: { credential: Credential; actor: TaskActor; store: Store; log: Logger; requestId: string; signal: AbortSignal },
  target: Row,
  query: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** The engines of this installation, as far as http may know them. */
export interface Platform {
  /** Engine that creates, where a call has no target. */
  defaultEngine: string;
  /** Whether some engine has a command, a live read, an option of a body or figures. */
  offers(capability: string): boolean;
  /** Whether this engine has it. */
  can(engine: string, capability: string): boolean;
  live(engine: string, name: string): LiveRead | undefined;
  /**
   * Figures that change too often to be stored, of resources as a reader gets them: the members they fill, in the same order. Never rejects.
   * `patience`: milliseconds to wait for them, half a second where absent.
   */
  figures(engine: string, kind: string): ((entities: readonly Document[], patience?: number) => Promise<readonly Document[]>) | undefined;
  /** How true lists of a kind are; undefined where the store is the truth. */
  freshness(kind: Kind): Freshness | undefined;
}

/** What the console reads at its start and what the about window shows. */
export interface PublicSettings {
  version: string;
  /** Minutes; null: no sign-out for idleness. */
  idleMinutes: number | null;
  /** Ids of the features that are on. */
  features: readonly string[];
}

/** What a ticket is made from: who requested it, for what, what the engine found. */
export interface TicketRequest {
  caller: Caller;
  target: Row;
  found: unknown;
  requestId: string;
  address: string;
}

/** Makes one-time tickets; the answer is that of the call. */
export interface Tickets {
  issue(request: TicketRequest): Promise<unknown>;
}

/** What operators ask, and what is counted for them. */
export interface Operations {
  /** Whether requests can be served, and what an administrator should know of the parts. Never rejects. */
  readiness(): Promise<{ ready: boolean }>;
  /** All figures in Prometheus' text format. Never rejects. */
  figures(): Promise<string>;
  requestBegan(): void;
  requestEnded(call: string, status: number, seconds: number): void;
}

export interface HttpOptions {
  operations: Operations;
  /** What /metrics asks for as a bearer token; absent: it answers this machine only. */
  metricsToken?: string | undefined;
  store: Store;
  access: Access;
  budgets: Budgets;
  tasks: Pick<TaskRunner, 'answered' | 'submit' | 'submitBulk' | 'cancel'>;
  platform: Platform;
  tickets: Tickets;
  refusals: Pick<Refusals, 'add'>;
  log: Logger;
  settings: PublicSettings;
  /** This process, for leases. */
  owner: string;
  /** Folder of the built console. */
  consoleFolder: string;
  proxies: Proxies;
  connections?: Partial<ConnectionLimits> | undefined;
}

/** The same for one of the two listeners. */
export interface ListenerOptions extends HttpOptions {
  side: Side;
  /** Own TLS; absent: plain HTTP. */
  tls?: SecureContextOptions | undefined;
}
