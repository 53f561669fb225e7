/**
 * What the rest of the server knows of the store. One implementation over Kysely serves SQLite and PostgreSQL.
 * Reads see committed state; every change goes through `transaction`, which also writes the change log (architecture rule 7).
 */
import type { Filter, Sort } from '@gantry/contract/wire/query';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Operation } from '@gantry/contract/wire/events';
import type { Scope } from '@gantry/contract/access/roles';
import type { Opaque } from './opaque.ts';
import type { SignInStore } from './sign-ins-port.ts';

/** ISO 8601, UTC, milliseconds, `Z`. Sorts as text. */
export type Instant = string;
export type Document = Readonly<Record<string, unknown>>;

/** Who a row belongs to. A row of the platform itself (a node) has none of the three. */
export interface Owner {
  domainId: string | null;
  projectId: string | null;
  userId: string | null;
}

/**
 * Sight beyond the owner: public flavors, shared images, network RBAC. Only `accepted` shares give sight in lists and events; what is
 * offered (`pending`, `rejected`; a community image is offered to all) is found by its id only.
 */
export interface Share {
  target: 'public' | `project:${string}` | `domain:${string}`;
  state: 'pending' | 'accepted' | 'rejected';
}

/** Identity of a row: which engine instance, which kind, the engine's own id. */
export interface RowKey {
  engine: string;
  kind: string;
  id: string;
}

export interface RowInput extends RowKey, Owner {
  document: Document;
  /** Absent: those the row has stay. Kinds that are not shareable have none. */
  shares?: readonly Share[];
}

export interface Row extends RowKey, Owner {
  document: Document;
  schemaVersion: number;
  /** Grows by one with each change that shows in the log. */
  revision: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A caller's sight, made from the scope by `access/visibility.ts` and turned into SQL by the store. `userId`: own key pairs and the like. */
export interface Visibility {
  scope: Scope;
  userId: string;
  domainId: string;
}

export interface ListRequest {
  kind: Kind;
  visibility: Visibility;
  filters: Readonly<Record<string, Filter>>;
  sort: Sort;
  limit: number;
  marker?: string | undefined;
  withCount?: boolean | undefined;
  /** Narrows to rows of one domain. */
  domainId?: string | undefined;
  /** Narrows to rows of some domains; for callers who see all. */
  domains?: readonly string[] | undefined;
}

export interface ListResult {
  rows: Row[];
  count?: number;
  /** Present when more rows follow; whoever hands it out seals it (`Store.opaque`). A damaged one is refused with validation_failed on `marker`. */
  marker?: string;
}

export interface Reader {
  list(request: ListRequest): Promise<ListResult>;
  /** A row the caller may see or is offered, or undefined: foreign and unknown are the same. */
  find(kind: string, id: string, visibility: Visibility): Promise<Row | undefined>;
  findMany(kind: string, ids: readonly string[], visibility: Visibility): Promise<Map<string, Row>>;
  /** For engines: without regard to sight. */
  get(key: RowKey): Promise<Row | undefined>;
  /** For engines: those rows of one engine and kind that there are, by id; in one statement. */
  getMany(engine: string, kind: string, ids: readonly string[]): Promise<Map<string, Row>>;
  /** Ids of all rows of an engine and kind, in chunks, for sweeps, and when each was first stored. */
  ids(engine: string, kind: string): AsyncIterable<{ id: string; createdAt: Instant }[]>;
  /** All rows of an engine and kind, in chunks. */
  sweep(engine: string, kind: string, chunk?: number): AsyncIterable<{ id: string; createdAt: Instant; document: Document }[]>;
  countRows(engine: string, kind: string): Promise<number>;
}

/** What a `put` says in the log beside the obvious created or updated. */
export interface ChangeNote {
  operation?: Operation;
  error?: { code: string; name: string; params?: Record<string, string | number>; detail?: string };
}

/** Private key-value records of an engine or room (address allocations, transitions, sync cursors, password hashes). Unique by (owner, bucket, key). */
export interface Records {
  get(owner: string, bucket: string, key: string): Promise<unknown>;
  put(owner: string, bucket: string, key: string, value: unknown, due?: Instant): Promise<void>;
  /** False when the key is already there: the way to claim an address once. */
  claim(owner: string, bucket: string, key: string, value: unknown): Promise<boolean>;
  remove(owner: string, bucket: string, key: string): Promise<void>;
  list(
    owner: string,
    bucket: string,
    options?: { prefix?: string; after?: string; limit?: number },
  ): Promise<{ key: string; value: unknown }[]>;
  /** Records whose `due` has come, oldest first. */
  due(owner: string, bucket: string, now: Instant, limit: number): Promise<{ key: string; value: unknown; due: Instant }[]>;
  nextDue(owner: string, bucket: string): Promise<Instant | undefined>;
}

/** A property of a domain. `value` is any JSON; `pub` is readable without a session, `auth` for who works in the domain. */
export interface Property {
  domainId: string;
  key: string;
  value: unknown;
  access: 'pub' | 'auth';
}

/** Properties of domains (decision B9). Unique by domain and key; in the order of both. */
export interface Properties {
  get(domainId: string, key: string): Promise<Property | undefined>;
  ofDomain(domainId: string): Promise<Property[]>;
  /** The next `limit` public ones of all domains, after one where given; `whole` names the domain whose others come too, or all of them. */
  readable(whole: 'none' | 'all' | { domainId: string }, limit: number, after?: Pick<Property, 'domainId' | 'key'>): Promise<Property[]>;
  /** False where the domain has the key already. */
  insert(property: Property): Promise<boolean>;
  /** False where the domain has no such key. */
  update(property: Property): Promise<boolean>;
  /** True when it was there. */
  remove(domainId: string, key: string): Promise<boolean>;
}

/** Everything that changes rows; exists only inside a transaction. */
export interface Writer {
  get(key: RowKey): Promise<Row | undefined>;
  /** Those rows of one engine and kind that there are, by id; in one statement. */
  getMany(engine: string, kind: string, ids: readonly string[]): Promise<Map<string, Row>>;
  /** Inserts or replaces. Where document, owner and shares are unchanged nothing is written and nothing logged (rule 13), unless `note` says otherwise. */
  put(row: RowInput, note?: ChangeNote): Promise<Row>;
  /** Inserts or replaces many rows of one kind in few statements; returns how many changed. */
  putMany(rows: readonly RowInput[]): Promise<number>;
  /** Changes volatile figures only: neither revision nor log (rule 7). */
  putFigures(key: RowKey, document: Document): Promise<void>;
  /** True when the row was there. */
  remove(key: RowKey, note?: ChangeNote): Promise<boolean>;
  records: Records;
  properties: Properties;
  /** Before the first write of what was found out under a lease: throws LeaseLost where another process may have taken it meanwhile. */
  assertHeld(lease: HeldLease): Promise<void>;
  tasks: TaskWriter;
  audit(entry: NewAuditEntry): Promise<void>;
}

/** One entry of the change log. `before` and `after` are names that give sight (`rowScopes` and `sightOf` in visibility-sql.ts); the system scope sees all. */
export interface LogEntry {
  seq: number;
  kind: string;
  id: string;
  operation: Operation;
  revision: number;
  status: string | null;
  before: readonly string[] | null;
  after: readonly string[] | null;
  error: ChangeNote['error'] | null;
  at: Instant;
}

export interface ChangeLog {
  /** Entries after `seq` in commit order. `truncated`: the log no longer reaches back that far (kept 24 h). */
  since(seq: number, limit: number): Promise<{ entries: LogEntry[]; truncated: boolean }>;
  head(): Promise<number>;
  /** Called after each commit that logged something, by any process; reads `since` for what. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Forgets entries older than `before`. */
  prune(before: Instant): Promise<void>;
}

export type TaskPhase = 'intended' | 'accepted' | 'ended';

/** What resumes a task after a crash; what users see of it is the row of kind `task` with the same id. */
export interface TaskRun {
  id: string;
  command: string;
  engine: string;
  phase: TaskPhase;
  /** Target row id per item; null for what is yet to be made. */
  targets: readonly (string | null)[];
  /** The call's body, encrypted at rest; null once it has ended, and where it cannot be read any more. */
  body: unknown;
  /** Whether the key that sealed the body is not at hand any more: nobody can go on with the task. */
  bodyLost: boolean;
  /** Who asked: user, scope, role and session (id hash), for the engine's credential. */
  actor: TaskActor;
  /** What the engine said when it accepted, per item; the command's own. */
  memo: unknown;
  /** Grows with each taking of the lease; a write with an older one is refused. */
  fence: number;
  cancelRequested: boolean;
  /** Null: asked without a key, or refused by the engine, which frees the key. */
  once: Once | null;
  createdAt: Instant;
}

/** What makes a creating call safe to repeat: the task it made answers each repetition for 24 h (rule 9). */
export interface Once {
  /** Digest of who asked, in which scope, for which call, with which Idempotency-Key. */
  key: string;
  /** Digest of the body: another body with the same key is another request. */
  bodyHash: string;
}

/** A task run before it is stored. */
export type NewTaskRun = Omit<TaskRun, 'bodyLost' | 'fence' | 'cancelRequested' | 'once' | 'createdAt'> & { once?: Once | undefined };

export interface TaskActor {
  userId: string;
  userName: string;
  domainId: string;
  scope: Scope;
  sessionHash: string | null;
  scopeTokenHash: string | null;
}

export interface TaskWriter {
  /** Undefined where another run of the last 24 h has the key: then nothing is written. */
  insert(run: NewTaskRun, leaseOwner: string, leaseMs: number): Promise<TaskRun | undefined>;
  /** False when the fence is no longer ours: stop at once. `once: null` frees the key. */
  update(
    id: string,
    fence: number,
    change: { phase?: TaskPhase; memo?: unknown; targets?: readonly (string | null)[]; once?: null },
  ): Promise<boolean>;
  requestCancel(id: string): Promise<boolean>;
  /** Forgets a run. */
  remove(id: string): Promise<void>;
}

export interface TaskStore {
  get(id: string): Promise<TaskRun | undefined>;
  /** The run that an Idempotency-Key of the last 24 h has made. */
  byKey(key: string): Promise<TaskRun | undefined>;
  /** Ids of runs that have ended and began before an instant, the oldest first. */
  endedBefore(before: Instant, limit: number): Promise<string[]>;
  /** Prolongs leases this process holds; returns the ids that are still ours. Uses the database's clock. */
  renew(owner: string, ids: readonly string[], leaseMs: number): Promise<Set<string>>;
  /** Takes unended tasks whose lease has run out. */
  takeOver(owner: string, leaseMs: number, limit: number): Promise<TaskRun[]>;
  /** Gives the leases back at an orderly stop. */
  release(owner: string): Promise<void>;
}

/** A lease as it was taken: who it went to and when (milliseconds of the database's clock) tell this holding from each later one. */
export interface HeldLease {
  name: string;
  owner: string;
  since: number;
}

/** A named lease: which replica syncs an engine, which drives its clock. */
export interface Leases {
  /** The lease while held by `owner`, taken when free or run out; undefined while another has it. Uses the database's clock. */
  hold(name: string, owner: string, leaseMs: number): Promise<HeldLease | undefined>;
  release(name: string, owner: string): Promise<void>;
}

export interface SessionRecord {
  idHash: string;
  userId: string;
  domainId: string;
  /** Profile and engine credential as the identity engine gave them; encrypted at rest. */
  principal: unknown;
  /** Where it was begun; encrypted at rest. Absent where that is not known. */
  origin?: unknown;
  createdAt: Instant;
  lastSeenAt: Instant;
  /** Absolute end. */
  expiresAt: Instant;
}

export interface ScopeTokenRecord {
  tokenHash: string;
  sessionHash: string;
  scope: Scope;
  role: string;
  readOnly: boolean;
  /** Engine credential of this scope; encrypted at rest. */
  credential: unknown;
  expiresAt: Instant;
}

export interface SessionStore {
  create(session: SessionRecord): Promise<void>;
  get(idHash: string): Promise<SessionRecord | undefined>;
  touch(idHash: string, at: Instant): Promise<void>;
  /** Ends a session and its scope tokens. */
  revoke(idHash: string): Promise<void>;
  /** A user's sessions that still live, the one in use last first. */
  ofUser(userId: string, idleSince: Instant, now: Instant): Promise<SessionRecord[]>;
  /** Ends a user's sessions until `most` are left: those that were not in use for longest, and never `except`. */
  trim(userId: string, most: number, except: string): Promise<void>;
  /** Ends all sessions of a user, but one where given; returns how many. */
  revokeUser(userId: string, except?: string): Promise<number>;
  addToken(token: ScopeTokenRecord): Promise<void>;
  getToken(tokenHash: string): Promise<ScopeTokenRecord | undefined>;
  /** Of these session hashes, those that still live. */
  alive(idHashes: readonly string[], idleSince: Instant, now: Instant): Promise<Set<string>>;
  prune(idleSince: Instant, now: Instant): Promise<void>;
}

/** One-time tickets: whoever brings one gets, once, what it was made for. Expiry goes by the database's clock. */
export interface TicketStore {
  /** `hash` of the ticket itself; `content` is sealed at rest; `lifetime` in milliseconds. Returns when it ends. */
  issue(ticket: { hash: string; purpose: string; content: unknown; lifetime: number }): Promise<Instant>;
  /** What the ticket was made for, and never again; undefined where it is unknown, of another purpose, used or too old. */
  redeem(hash: string, purpose: string): Promise<unknown>;
  /** Forgets what is too old. */
  prune(): Promise<void>;
}

export interface AuditEntry {
  at: Instant;
  userId: string | null;
  userName: string | null;
  domainId: string | null;
  projectId: string | null;
  /** Call id: `servers.start`. */
  call: string;
  target: string | null;
  /** 2xx accepted; 4xx refused. */
  status: number;
  errorCode: string | null;
  requestId: string;
  address: string | null;
  /** Body without secrets. */
  body: unknown;
  /** How many the entry stands for: refused sign-ins of one minute are one. */
  count: number;
}

/** `count`: 1 where absent. */
export type NewAuditEntry = Omit<AuditEntry, 'count'> & { count?: number };

/** What operators want to know of the store. */
export interface StoreFigures {
  /** On the disk. */
  bytes: number;
  /** Newest number of the change log, and the one up to which it has been forgotten. */
  logHead: number;
  logFloor: number;
  /** Tasks that have not ended, by phase. */
  openTasks: Readonly<Record<string, number>>;
  /** Leases that are held. */
  leases: readonly { name: string; owner: string }[];
}

export interface Store {
  opaque: Opaque;
  read: Reader;
  changes: ChangeLog;
  tasks: TaskStore;
  leases: Leases;
  sessions: SessionStore;
  signIns: SignInStore;
  tickets: TicketStore;
  records: Pick<Records, 'get' | 'list' | 'due' | 'nextDue'>;
  properties: Pick<Properties, 'get' | 'ofDomain' | 'readable'>;
  audit: {
    append(entry: NewAuditEntry): Promise<void>;
    list(options: { limit: number; call?: string }): Promise<AuditEntry[]>;
    prune(before: Instant): Promise<void>;
  };
  /**
   * All or nothing; run again on a serialization failure, so the work must have no other effects. Never call an engine inside. What
   * changes something goes through the writer: another transaction, or a change past the writer, is refused inside (it would wait for
   * this one for ever). Reads through the store see committed state there, reads of the writer the transaction's own.
   */
  transaction<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /** Throws where the database does not answer. */
  ping(): Promise<void>;
  /** Whether changes find room on the disk: where the last one did not, one that changes nothing is tried. */
  hasRoom(): Promise<boolean>;
  figures(): Promise<StoreFigures>;
  close(): Promise<void>;
}
