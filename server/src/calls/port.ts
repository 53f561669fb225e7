/** What calls need from the rest of the server. They reach an engine only through a command (tasks) or a declared live read. */
import type { Logger } from 'pino';
import type { Kind } from '@gantry/contract/wire/kind';
import type { EngineState } from '@gantry/contract/nouns/platform/engine-state';
import type { Freshness } from '@gantry/contract/wire/page';
import type { Side } from '@gantry/contract/wire/side';
import type { Access } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import type { Credential, MetricsRangeRead, MetricsRead, StreamRead } from '../port/engine.ts';
import type { PastFiguresRead } from '../port/past-figures.ts';
import type { Document, Row } from '../port/store/rows.ts';
import type { AccountService } from '../accounts/account-service.ts';
import type { Operate } from '../objects/internal-requests.ts';
import type { S3Handler } from '../objects/handler.ts';
import type { Sharing } from '../objects/sharing.ts';
import type { UsageReader } from '../accounts/usage.ts';
import type { Store } from '../port/store/store.ts';
import type { TaskActor } from '../port/store/tasks.ts';
import type { TaskRunner } from '../tasks/port.ts';

/** Asks an engine for what is never stored, with the caller's own right. */
export type LiveRead = (
  context: { credential: Credential; actor: TaskActor; store: Store; log: Logger; requestId: string; signal: AbortSignal },
  target: Row,
  query: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** The engines of this installation, as far as calls may know them. */
export interface Platform {
  /** Engine that makes things of a kind by this command, where a call has no target. */
  engineFor(command: string, kind: Kind): string;
  /** Whether some engine has a command, a live read, an option of a body or figures. */
  offers(capability: string): boolean;
  /** Whether this engine has it. */
  can(engine: string, capability: string): boolean;
  live(engine: string, name: string): LiveRead | undefined;
  /** Bytes that an engine hands out. */
  stream(engine: string, name: string): StreamRead | undefined;
  /**
   * Figures that change too often to be stored, of resources as a reader gets them: the members they fill, in the same order. Never rejects.
   * `patience`: milliseconds to wait for them, half a second where absent.
   */
  figures(engine: string, kind: string): ((entities: readonly Document[], patience?: number) => Promise<readonly Document[]>) | undefined;
  /** Absent: no engine has metrics. */
  metrics: MetricsRead | undefined;
  metricsRange: MetricsRangeRead | undefined;
  /** What was used of the capacity of an engine, or of all there is: then absent where there are several engines, of which one may not be measured. */
  pastFigures(engine?: string): PastFiguresRead | undefined;
  /** How true lists of a kind are; undefined where the store is the truth. */
  freshness(kind: Kind): Freshness | undefined;
  /** How each engine and each of its services is, in the order of the configuration. */
  engines(): EngineState[];
}

/** What the console reads at its start and what the about window shows. */
export interface PublicSettings {
  version: string;
  /** Minutes; null: no sign-out for idleness. */
  idleMinutes: number | null;
  /** Where users sign in; links to there name it. */
  selfServicePort: number;
  /** Ids of the features that are on. */
  features: readonly string[];
  /** Whether people may choose their language (decision H4). */
  languageChange: boolean;
  /** Name of the domain that the sign-in page of the self-service side proposes at first; null: the default one. */
  signInDomain: string | null;
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

export interface CallOptions {
  store: Store;
  access: Access;
  tasks: Pick<TaskRunner, 'answered' | 'submit' | 'submitBulk' | 'cancel'>;
  platform: Platform;
  tickets: Tickets;
  /** Address of the dashboards of the cloud; absent: there are none. */
  dashboards?: string | undefined;
  /** Absent where nothing here holds objects. */
  objectStorage?:
    | {
        accounts: AccountService;
        keeping: UsageReader;
        endpoint: { url: string | null; port: number | null; region: string };
        handler: Pick<S3Handler, 'serve' | 'deliver'>;
        operate: Operate;
        sharing: Sharing;
        /** Whether each user has a pair of keys that can be replaced. */
        revocable: boolean;
      }
    | undefined;
  log: Logger;
  settings: PublicSettings;
}

/** The same for one of the two sides. */
export interface SideOptions extends CallOptions {
  side: Side;
}
