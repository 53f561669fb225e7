import { GantryError } from '@gantry/contract/wire/errors';
import { isEnded } from '@gantry/contract/nouns/tasks/entity';
import type { Clock } from '../clock.ts';
import type { Store, TaskRun, Writer } from '../store/port.ts';
import { concluded, failureNote, readDocument, taskKey, type TaskDocument } from './document.ts';
import type { TaskMemo } from './memo.ts';

/** The task goes on elsewhere or later: this process stops at once and writes no end. */
export class Left extends Error {}

/** Another process has taken the task. */
class FenceLost extends Left {
  constructor(id: string) {
    super(`task ${id} was taken over by another process`);
    this.name = 'FenceLost';
  }
}

/** The store did not take or give what was needed: its failure is not the command's, so the task is resumed when its lease has run out. */
export class StorageFailed extends Left {
  constructor(cause: unknown) {
    super('the store failed a task', { cause });
    this.name = 'StorageFailed';
  }
}

/** Marks what fails here as a failure of the store, but for errors that carry a meaning of their own. */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Left || error instanceof GantryError ? error : new StorageFailed(error);
  }
}

/** Shortest time between two writes of progress, in milliseconds. */
const PROGRESS_INTERVAL = 1_000;

/**
 * The stored side of a running task: its run (memo, phase, targets) and its row, changed together and only while the fence is ours.
 * Writes follow one another, so that an older memo never overwrites a newer one.
 */
export class TaskRecord {
  readonly #store: Store;
  readonly #run: TaskRun;
  readonly #clock: Clock;
  readonly memo: TaskMemo;
  readonly targets: (string | null)[];
  #tail: Promise<unknown> = Promise.resolve();
  #progressAt = 0;

  constructor(store: Store, run: TaskRun, memo: TaskMemo, clock: Clock) {
    this.#store = store;
    this.#run = run;
    this.#clock = clock;
    this.memo = memo;
    this.targets = [...run.targets];
  }

  /** Stores memo and targets as they are, and the row as `edit` makes it; ends the task when its last item ended. Throws FenceLost, StorageFailed. */
  write(edit: (document: TaskDocument) => TaskDocument): Promise<TaskDocument> {
    return this.#inTurn(() =>
      this.#store.transaction(async (writer) => {
        const { row, document } = await this.#open(writer);
        const next = concluded(edit(document), this.#requestIds(), this.#clock.now());
        if (isEnded(next)) await writer.tasks.update(this.#run.id, this.#run.fence, { phase: 'ended' });
        const note = isEnded(next) ? failureNote(next) : undefined;
        const { domainId, projectId, userId } = row;
        await writer.put({ ...taskKey(this.#run.id), domainId, projectId, userId, document: next }, note);
        return next;
      }),
    );
  }

  /** Stores the progress (0 to 1) as a volatile figure, at most once a second. */
  async progress(fraction: number): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#progressAt < PROGRESS_INTERVAL) return;
    this.#progressAt = now;
    await this.#inTurn(() =>
      this.#store.transaction(async (writer) => {
        const { document } = await this.#open(writer);
        if (!isEnded(document)) await writer.putFigures(taskKey(this.#run.id), { ...document, progress: fraction });
      }),
    );
  }

  /** Takes the run's row first: it is the lock under which the task's row is read and written. */
  async #open(writer: Writer) {
    const { id, fence } = this.#run;
    const phase = this.memo.items.some((item) => item.acceptance) ? 'accepted' : 'intended';
    if (!(await writer.tasks.update(id, fence, { memo: this.memo, targets: this.targets, phase }))) throw new FenceLost(id);
    const row = await writer.get(taskKey(id));
    if (!row) throw new Error(`task ${id} has no row`);
    return { row, document: readDocument(row.document) };
  }

  #requestIds(): string[] {
    return this.memo.items.flatMap((item) => item.acceptance?.requestId ?? []);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work, work);
    this.#tail = turn;
    return fromStore(turn);
  }
}
