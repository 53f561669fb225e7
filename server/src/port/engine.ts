/**
 * The port between Gantry and a cloud. An engine is a plain object; what it leaves out it cannot do, and that is its capability list
 * (architecture rules 10 to 12). An engine never sees HTTP, sessions or sockets.
 */
import type { Disk } from './disk.ts';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { CommandBodies } from '@gantry/contract';
import type { HeldPermission } from '@gantry/contract/access/permissions';
import type { Role, Scope } from '@gantry/contract/access/roles';
import type { ApplicationCredentialCreate, CredentialAccess } from '@gantry/contract/nouns/session/application-credentials';
import type { MetricsAnswer, MetricsRangeAnswer } from '@gantry/contract/nouns/metrics/calls';
import type { Clock } from './clock.ts';
import type { PastFiguresRead } from './past-figures.ts';
import type { ObjectService } from './service.ts';
import type { Document, Row, RowKey } from './store/rows.ts';
import type { Store } from './store/store.ts';
import type { TaskActor } from './store/tasks.ts';
import type { Trust } from './trust.ts';

/** The engine's own proof of who asks: a Keystone token, or nothing on the embedded platform. Stored encrypted. */
export type Credential = Readonly<Record<string, unknown>> | null;

/** Who signed in, as the identity engine knows it. */
export interface Principal {
  userId: string;
  userName: string;
  domainId: string;
  domainName: string;
  /** The user's own roles; roles in projects come with `projects`. */
  roles: readonly Role[];
  isSuperuser: boolean;
  /** What the user has beside roles, of the system and of the own domain. */
  permissions: readonly HeldPermission[];
  externalProvider: string | null;
  credential: Credential;
  /** When the credential ends, where it does; the session ends with it. */
  expiresAt: string | null;
}

/** What somebody gives to sign in. */
export interface Credentials {
  /** Name or id. */
  domain: string;
  username: string;
  password: string;
}

/** Whom somebody wants to sign in as. */
export interface Account {
  /** Another text for each user, and the same however domain and name are written. */
  key: string;
  /** Null where it is not known who that is, or there is nobody of the name. */
  userId: string | null;
  domainId: string | null;
}

export interface ProjectAccess {
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  domainId: string;
  role: Role;
  /** May look there and change nothing. */
  readOnly: boolean;
}

/** A right to act in one scope. */
export interface Grant {
  scope: Scope;
  role: Role;
  readOnly: boolean;
  /** What counts in this scope beside the role. */
  permissions: readonly HeldPermission[];
  credential: Credential;
  expiresAt: string | null;
}

/** A scope that can be entered. */
export type EnterableScope = Exclude<Scope, { type: 'user' }>;

/** What of a grant can be taken away. */
export type Right = Pick<Grant, 'scope' | 'role' | 'readOnly' | 'permissions'>;

/** Sign-in, projects, roles. Exactly one engine of a configuration has it in use. */
export interface Identity {
  /** Sign-ins that it looks at in the same time as one: what its hashing, or its service, takes at once. */
  signInsAtOnce: number;
  /**
   * Throws invalid_credentials, another code of the call where the cloud says why, engine_unavailable. Takes equally long for an unknown user and a
   * wrong password. `next`: takes the place of the password before, also where that has expired; throws what the cloud says of it.
   */
  signIn(credentials: Credentials, next?: string): Promise<Principal>;
  /** Whose sign-in it would be, also where there is nobody of the name: that takes equally long, too. Throws engine_unavailable. */
  account(name: Omit<Credentials, 'password'>): Promise<Account>;
  projects(principal: Principal): Promise<ProjectAccess[]>;
  /** Throws invalid_credentials where the present password is another one, and what the cloud says of the new one. */
  changePassword(principal: Principal, passwords: { current: string; next: string }): Promise<void>;
  /** Enters a scope; throws not_found where the principal has no role there, forbidden where it is disabled. */
  enter(principal: Principal, scope: EnterableScope): Promise<Grant>;
  /** Called at intervals and at whoami: throws unauthorized when the user is gone, user_disabled when disabled. */
  check(principal: Principal): Promise<void>;
  /** Called at intervals for open sockets and sessions: whether the grant still holds. */
  holds(principal: Principal, right: Right): Promise<boolean>;
  /**
   * What a user may do now, asked at each request with an access key, without a proof of the user's. In a project; of null in the system, the own
   * domain and all projects that the user holds a role in. Nothing where user, domain, project or role is gone or disabled.
   */
  rightsNow(userId: string, projectId: string | null): Promise<Right[]>;
  signOut?(principal: Principal): Promise<void>;
  /**
   * The user as a sign-in would find it now, for personal tokens; throws unauthorized where it is gone, user_disabled where it is disabled.
   * Absent where nobody can be stood in for without a password.
   */
  principal?(userId: string): Promise<Principal>;
  /** Absent where the cloud has no way in of its own beside this API. */
  applicationCredentials?: ApplicationCredentials;
}

/** Who asks for an own credential, with the proof of the scope that is worked in. */
export interface CredentialOwner {
  userId: string;
  credential: Credential;
  requestId: string;
}

/** A way into the cloud for scripts: what its user may in one project, or less. */
export interface OwnCredential {
  id: string;
  name: string;
  description: string | null;
  projectId: string;
  access: CredentialAccess;
  /** The cloud's names. */
  roles: readonly string[];
  expiresAt: string | null;
}

/** Application credentials, read and changed at the cloud as they are asked for. */
export interface ApplicationCredentials {
  /** All of the user, by name. */
  list(owner: CredentialOwner): Promise<OwnCredential[]>;
  /** One for a project, which the owner's proof is of. Throws name_taken, and validation_failed where the cloud holds none to reading. */
  create(
    owner: CredentialOwner,
    projectId: string,
    wanted: ApplicationCredentialCreate,
  ): Promise<OwnCredential & { secret: string; cloudsYaml: string }>;
  /** Throws not_found. */
  revoke(owner: CredentialOwner, id: string): Promise<void>;
}

/** Bytes on their way into an engine. */
export interface Incoming {
  /** To be read once. Ends with an error where the client has gone, has stalled, or has sent other bytes than it said. */
  stream: Readable;
  /** Bytes, as the client has declared them; null where it has not. */
  size: number | null;
  /** What their beginning told, by the contract's inspection. */
  found: unknown;
}

/** What a command works with. */
export interface CommandContext {
  /** Task id; put it on what is created, so that `recover` finds it (rule 9). */
  taskId: string;
  /** Which of several alike that one task makes, from 1: with the task's id it marks that one. Absent: one is made, or something is changed. */
  copy?: number;
  actor: TaskActor;
  credential: Credential;
  store: Store;
  log: Logger;
  /** Of the call, passed on to the engine's services. */
  requestId: string;
  /**
   * What a command works on, as it was when the command was requested. Given where it is to be carried out later than that, and nobody has been
   * told yes: only while it is still so, else it would undo what was acknowledged since.
   */
  requested?: RowKey & { revision: number };
  /** Of an update: what it works on, and the members that its body sets. */
  sets?: RowKey & { members: readonly string[] };
  /** What the request brings as bytes. Absent where it brings none, and in `settle` once the process is gone that had them. */
  bytes?: Incoming | undefined;
  signal: AbortSignal;
  /** 0 to 1; shown, not logged as a change each time. */
  progress(fraction: number): void;
}

/** What the engine said yes to. `memo` is kept with the task for `settle`. */
export interface Acceptance {
  /** Id of the row the command works on or has made. */
  id: string;
  memo?: unknown;
  /** The engine's request id, for the task's error and the log. */
  requestId?: string | undefined;
  /** What came of it beside the resource, as members of the task's result: `{skipped: […]}`. */
  report?: Readonly<Record<string, unknown>> | undefined;
  /** With the first of several alike: the others in their order, where the engine makes all of them at once or none. */
  others?: readonly Acceptance[] | undefined;
}

/**
 * What marks an error of a command that was called off by another one, such as a shutdown whose wait somebody has ended: its task ends
 * cancelled, not failed.
 */
export interface CalledOff {
  readonly calledOff: true;
}

/**
 * A command in two steps. `accept` ends within seconds, within the request: a refusal reaches the user as an answer (throws GantryError).
 * `settle` runs in the background until the thing is done; it must be able to start again after a crash.
 */
export interface Command<B = unknown> {
  accept(context: CommandContext, target: Row | null, body: B): Promise<Acceptance>;
  /** Absent: done when accepted. Returns what came of it, where that is known only now. Throws GantryError when the engine failed at it. */
  settle?(context: CommandContext, acceptance: Acceptance, body: B): Promise<Acceptance['report'] | void>;
  /**
   * After a crash between the engine's yes and our commit, and after a request without an answer: what it accepted for this task. `id` is what
   * the command works on, whose row may be gone by now; null when creating. Throws engine_unavailable where it cannot tell now.
   *
   * Undefined says: nothing yet. A request of a process that died may still be under way, so the task asks again for up to a minute, and
   * ends `interrupted` only then; it never asks for the thing a second time. An engine that carries things out in the store itself, under
   * the task's mark, knows that nothing is under way: it does what it finds undone, once, and never says undefined. It throws overtaken where
   * the resource is not as it was when `requested` any more.
   *
   * Absent: `accept` may simply run again, however often, as long as the resource is as requested.
   */
  recover?(context: CommandContext, id: string | null, body: B): Promise<Acceptance | undefined>;
  /**
   * The task ends, because `recover` has found nothing for as long as it was looked for: takes away what `accept` may have made on its way.
   * A failure is noted, and what is left has to be found in another way. Absent: `accept` makes nothing but what it is for.
   */
  abandon?(context: CommandContext, body: B): Promise<void>;
}

/** Commands by the contract's names; what an engine lacks it cannot do. */
export type Commands = { readonly [N in keyof CommandBodies]?: Command<CommandBodies[N]> };

/** A command by a name that is known only while the server runs, and what it takes only to the caller; undefined where the engine has none of it. */
export const commandNamed = <B = never>(engine: Pick<Engine, 'commands'> | undefined, name: string): Command<B> | undefined =>
  (engine?.commands as Readonly<Record<string, Command<B>>> | undefined)?.[name];

/** A read that is never stored: console log, history, quotas. */
export type LiveRead<A = unknown> = (
  context: { credential: Credential; actor: TaskActor; store: Store; log: Logger; requestId: string; signal: AbortSignal },
  target: Row,
  query: Readonly<Record<string, unknown>>,
) => Promise<A>;

/** First and last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Bytes of a resource on their way out of an engine: all of them, or those of a range. Nothing is read ahead of who takes them, and destroying
 * the stream ends the engine's own request; so does the signal. Throws state_conflict where it has none.
 */
export type StreamRead = (context: Omit<Parameters<LiveRead>[0], 'store'>, target: Row, range: ByteRange | null) => Promise<Readable>;

/**
 * Volatile figures of resources of one kind (rule 7: neither revision nor log): asked once for all rows of an answer. Gets what the reader will
 * get, and returns the members that it fills, in the same order. Never rejects, and keeps a list waiting for half a second at most, or for
 * `patience` milliseconds: what is not known by then, or not at all while whoever measures is silent, is left out.
 */
export type FiguresOf = (entities: readonly Document[], patience?: number) => Promise<readonly Document[]>;

/** A query of metrics at one instant. */
export interface MetricsQuery {
  /** In PromQL, as it was sent: the engine refuses it, or narrows it to the projects (`metrics-guard.ts`). */
  query: string;
  /** Seconds since 1970; absent: now. */
  time?: number | undefined;
  /** Whose series it may see; null: everybody's. */
  projects: readonly string[] | null;
}

/** A query of metrics over a time; seconds since 1970, and between two values. */
export interface MetricsRangeQuery extends Omit<MetricsQuery, 'time'> {
  start: number;
  end: number;
  step: number;
}

/** The same over a time. Throws validation_failed where the answer would hold too many values. */
export type MetricsRangeRead = (
  context: { actor: TaskActor; signal: AbortSignal },
  query: MetricsRangeQuery,
) => Promise<MetricsRangeAnswer>;

/** Answers queries of metrics. Throws forbidden where a query is made of what is not allowed, not_supported where the engine cannot answer it. */
export type MetricsRead = (context: { actor: TaskActor; signal: AbortSignal }, query: MetricsQuery) => Promise<MetricsAnswer>;

/**
 * What the live read `server.console` finds: how a server's screen is reached. It is kept with a ticket, so it is JSON. `vnc`: a WebSocket
 * that speaks RFB; whoever has its address has the screen. `log`: the server has no screen, its console log (`server.log`) stands in.
 */
export type Screen = { kind: 'vnc'; url: string } | { kind: 'log' };

/** A part of the engine's cloud that cannot be relied on now. */
export interface ServiceTrouble {
  /** As the engine calls it: `compute`, `identity`, `notifications`. */
  name: string;
  /** `silent`: it gives no answer. `failing`: it answers, but not what its API promises. `missing`: the cloud does not list it. */
  problem: 'silent' | 'failing' | 'missing';
  downSince: string;
  reason: string;
}

/** Rows of a kind that are kept although the cloud's answers say something else, or nothing that can be believed. */
export interface Doubt {
  kind: string;
  /** `shrunk`: a listing misses so many resources that none is deleted yet. `unreadable`: some resources are not described as the API promises. */
  problem: 'shrunk' | 'unreadable';
  since: string;
  detail: string;
}

export interface EngineHealth {
  reachable: boolean;
  /** When rows were last in step with the cloud; null where the store is the truth, or never. */
  asOf: string | null;
  downSince: string | null;
  /** Why, for the log and for administrators. */
  reason: string | null;
  /** What is not in order, longest first; also what is not missed yet, such as a message bus that polling stands in for. */
  services: readonly ServiceTrouble[];
  doubts: readonly Doubt[];
  /** When each service that it asks last answered, by its name. Absent: it asks none. */
  answered?: Readonly<Record<string, string>>;
}

/** First passwords; `generated` is false where the configuration gave the password. */
export interface FirstSignIn {
  users: readonly { domain: string; name: string; password: string; generated: boolean }[];
}

export interface Engine {
  /** Instance id from the configuration; part of every row's identity. */
  readonly id: string;
  readonly type: string;
  identity?: Identity;
  readonly commands: Commands;
  readonly live: Readonly<Record<string, LiveRead>>;
  /** What connections to the screens that `server.console` finds trust, and show. Absent: what Node trusts by itself. */
  readonly screenTrust?: Trust;
  /** Bytes that it hands out, by the contract's names. Absent: none. */
  readonly streams?: Readonly<Record<string, StreamRead>>;
  /** What it takes in bodies of commands that not every engine does: `server.stop:timeout`. Absent: nothing of it. */
  readonly options?: ReadonlySet<string>;
  /** Absent: it has no metrics. */
  metrics?: MetricsRead;
  /** Given with `metrics`. */
  metricsRange?: MetricsRangeRead;
  /** Absent: it knows nothing of capacity but what is used now. */
  pastFigures?: PastFiguresRead;
  /** By kind; absent: what the rows hold is all there is. */
  figures?: Readonly<Record<string, FiguresOf>>;
  /** Absent: it holds no objects of its own. */
  objects?: ObjectService;
  /** Id of an engine whose resources this one measures: its live reads and figures are for that one's rows, where that one has none itself. */
  readonly measures?: string;
  /** Whether rows mirror a cloud (then lists carry their freshness) or are the truth. */
  mirrors: boolean;
  /** Users this start has made with their first passwords, to be shown once. Known after `start`; stored nowhere in clear. */
  readonly firstSignIn?: FirstSignIn | undefined;
  /** Name of the domain where its sample users sign in, known once it is started; null or absent where it has none. */
  readonly sampleDomain?: string | null;
  /** Of the whole engine, or of what the rows of one kind depend on. */
  health(kind?: string): EngineHealth;
  /** Calls back whenever what `health` says has changed, its `asOf` aside. Returns the way to stop. Absent: it never changes by itself. */
  onHealth?(listener: () => void): () => void;
  /** Starts sync or the platform's clock; returns when the engine is usable, not when it is in step. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What an engine is made with. */
export interface EngineContext {
  id: string;
  store: Store;
  log: Logger;
  /** This process, for leases. */
  owner: string;
  /** Milliseconds that a lease lasts. */
  lease: number;
  /** Folder for files of its own; it need not be there. */
  folder: string;
  /** To be asked before a large file is written there. */
  disk: Disk;
  /** The time of the embedded platform, where a test drives it; nothing else obeys it (architecture rule 11). */
  clock?: Clock | undefined;
}
