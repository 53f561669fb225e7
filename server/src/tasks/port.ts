/**
 * What the rest of the server knows of tasks (architecture rule 9). http submits, the composition starts and stops;
 * engines give the commands, of which this room knows the shape only.
 */
import type { Logger } from 'pino';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../port/store/rows.ts';
import type { Store } from '../port/store/store.ts';
import type { Once, TaskActor } from '../port/store/tasks.ts';
import type { Incoming } from '../port/engine.ts';
import type { Command, Credential } from '../port/engine.ts';

interface Request {
  /** Command name: `server.stop`. */
  command: string;
  /** Kind of what it works on: `server`. */
  entity: string;
  /** The call's body as its schema put it out; stored encrypted. The same for each item of a bulk task. */
  body: unknown;
  /** The body without secrets, for the task's `kwargs`. */
  kwargs: Readonly<Record<string, unknown>>;
  actor: TaskActor;
  /** Id of the HTTP request. */
  requestId: string;
  /** Echo of a caller's own mark (decision B19). */
  event?: string | undefined;
}

/** A command on one resource, or on none yet (creating). */
export interface SingleRequest extends Request {
  /** Engine instance that carries it out: that of the target's row, else the default one. */
  engine: string;
  /** Found within the caller's visibility, and allowed by the call's rule; null when creating. */
  target: Row | null;
  /** What the resource is called, for lists and notifications. */
  name: string;
  /** It is yet to be made, maybe of the target. */
  isMade?: boolean;
  /** Names of several alike that are made instead of one, each an item of the task. */
  copies?: readonly string[] | undefined;
  /** Where the caller may repeat the request: asked again with the same, the task it made answers again. */
  once?: Once | undefined;
  /** What the request brings as bytes: it is answered when they are taken, or not. Their process alone has them. */
  bytes?: Incoming | undefined;
  /** Called with the id of the task before the engine hears of it, so that a refusal can name it. */
  begun?(taskId: string): void;
}

/** One resource of a bulk call. Without a target, or with a refusal, it ends as a failed item and no engine hears of it. */
export interface BulkItem {
  id: string;
  /** Null where the caller does not see it: then the refusal says not_found. */
  target: Pick<Row, 'engine'> | null;
  name: string;
  /** not_found, state_conflict with the rule's reason, not_supported; null: go on. */
  refusal: GantryError | null;
}

export interface BulkRequest extends Request {
  items: readonly BulkItem[];
}

/** Body of a 202 answer. */
export interface Accepted {
  task_id: string;
  /** What is changed or made; null for a task of several, and while nobody knows whether the engine has made it. */
  id: string | null;
}

export interface TaskRunner {
  /** Runs from here on: heartbeat, and taking over what others left behind. */
  start(): Promise<void>;
  /**
   * What a request of this key was answered before, if it was: whatever else may have changed since, a repetition gets the same. Waits
   * while the first is under way. Throws idempotency_mismatch for another body.
   */
  answered(once: Once): Promise<Accepted | undefined>;
  /**
   * Stores the intent, asks the engine within the time limit, and answers when it accepted. The engine's refusal is thrown as it is
   * (GantryError), the task then ends failed with the same error. Where the engine gives no answer, and what was requested may be done all the
   * same, the task goes on: it is looked for, and fails with engine_unavailable where it has not come to be after a minute in which the engine
   * could tell; a command that cannot be looked for fails at once. Where another process takes the task over meanwhile, its answer is given.
   * What a process that died had requested, or was about to, is looked for just so, and ends aborted with `interrupted`; a command that
   * cannot be looked for takes no harm from being requested again, and is, unless what it works on has changed since it was asked: then it
   * ends aborted with `overtaken`.
   * A key that made a task before (`once`) is answered by that one, also while another process asks its engine, and after a crash; another
   * body is refused with idempotency_mismatch. What was refused has made nothing: its key is free again.
   * Of several alike the first is sent within the request, and its refusal is that of all; the others follow in the background, eight at
   * a time, each with a result of its own.
   */
  submit(request: SingleRequest): Promise<Accepted>;
  /** Stores the intent and answers at once; items are accepted and settled in the background, eight at a time. */
  submitBulk(request: BulkRequest): Promise<Accepted>;
  /** Asks a task to stop; it may still succeed. False when it has ended or does not exist. Rights are the caller's affair. */
  cancel(taskId: string): Promise<boolean>;
  /** Number of tasks in the hands of this process. */
  readonly running: number;
  /** Leaves running work where it is and gives the leases back, so that another process, or the next start, goes on. */
  stop(): Promise<void>;
}

/** A task that this process brought to its end. */
export interface EndedTask {
  id: string;
  command: string;
  state: string;
  /** Id of the HTTP request that began it. */
  requestId: string;
  /** From request to end. */
  seconds: number;
}

export interface TaskRunnerOptions {
  store: Store;
  log: Logger;
  /** This process, for leases. */
  owner: string;
  /** The command of an engine instance, or undefined where it has none of that name (or the instance is gone). */
  command(engine: string, name: string): Command<never> | undefined;
  /** The engine's proof of who asks, from the session's or the scope token's record; throws reauth_required when that is gone. */
  credentialFor(actor: TaskActor): Promise<Credential>;
  /** Called with each task that ends here, after that is stored. */
  onEnded?: ((task: EndedTask) => void) | undefined;
  /** Milliseconds; `doubt`: how long what no answer is known of is looked for. Defaults: lease 15,000, heartbeat 5,000, accept 30,000, doubt 60,000. */
  times?: Partial<{ lease: number; heartbeat: number; accept: number; doubt: number }>;
}
