/** Tasks and the leases under which they are carried out. */
import type { Scope } from '@gantry/contract/access/roles';
import type { Instant } from './rows.ts';

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
