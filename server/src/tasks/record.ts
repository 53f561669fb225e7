import { setTimeout as sleep } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import { isEnded, type TaskItem } from '@gantry/contract/nouns/tasks/entity';
import type { Clock } from '../port/clock.ts';
import type { Store } from '../port/store/store.ts';
import type { TaskRun } from '../port/store/tasks.ts';
import type { Writer } from '../port/store/writer.ts';
import { StoreUnavailable } from '../store/faults/unavailable.ts';
import { concluded, endedTask, failureNote, putTask, readDocument, taskKey, withItem } from './document.ts';
import type { ItemMemo, TaskMemo } from './memo.ts';
import type { TaskRunnerOptions } from './port.ts';

/** The task goes on elsewhere or later: this process stops at once and writes no end. */
export class Left extends Error {}

/** Another process has taken the task. */
export class FenceLost extends Left {
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

/** The engine cannot tell now what it accepted before a crash: it is asked again when the lease has run out. */
export class NotNow extends Left {
  constructor(cause: unknown) {
    super('the engine cannot be asked what it accepted', { cause });
    this.name = 'NotNow';
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

/** What an engine does; one that could not reach the store has not failed at its work, which goes on later. */
export async function fromEngine<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StoreUnavailable ? new StorageFailed(error) : error;
  }
}

/** A task no engine said yes to has made nothing: whoever repeats its request may try again. */
const endOf = (items: readonly ItemMemo[]) => ({ phase: 'ended', ...(items.every((item) => !item.acceptance) && { once: null }) }) as const;

interface Step {
  index: number;
  change: Partial<ItemMemo>;
  shown: Partial<TaskItem>;
}

/** Shortest time between two writes of progress, in milliseconds. */
const PROGRESS_INTERVAL = 1_000;
/** Between two writes of many items' steps: as many times as the last write took, and at most. Milliseconds. */
const REST_SHARE = 5;
const REST_MOST = 200;

/**
 * The stored side of a running task: its run (memo, phase, targets) and its row, changed together and only while the fence is ours.
 * Writes follow one another, and `items` holds only what was stored. Steps that come while one is being stored share the next write: a
 * bulk task's row is large, and would else be written anew for each step of each item. So it also rests after each write.
 */
export class TaskRecord {
  readonly #store: Store;
  readonly #run: TaskRun;
  readonly #clock: Clock;
  readonly #onEnded: TaskRunnerOptions['onEnded'];
  readonly requestId: string;
  readonly entity: string;
  /** The items are several alike that the task makes. */
  readonly copies: boolean;
  #items: readonly ItemMemo[];
  #tail: Promise<unknown> = Promise.resolve();
  /** Steps of the next write, and that write. */
  #steps: Step[] = [];
  #write: Promise<void> | undefined;
  #progressAt = 0;
  /** On the clock of `performance.now()`. */
  #restUntil = 0;
  /** Its end is stored: whatever comes after would open it again. */
  #ended = false;

  constructor(store: Store, run: TaskRun, memo: TaskMemo, clock: Clock, onEnded?: TaskRunnerOptions['onEnded']) {
    this.#store = store;
    this.#run = run;
    this.#clock = clock;
    this.#onEnded = onEnded;
    this.requestId = memo.requestId;
    this.entity = memo.entity;
    this.copies = memo.copies === true;
    this.#items = memo.items;
  }

  /** Where each item stands, as stored. */
  get items(): readonly ItemMemo[] {
    return this.#items;
  }

  /** Id of the row an item works on; null for what is yet to be made. */
  target(index: number): string | null {
    return this.#items[index]?.acceptance?.id ?? this.#run.targets[index] ?? null;
  }

  /** Stores a step of one item: where it stands and what its row shows; ends the task when its last item ended. Throws FenceLost, StorageFailed. */
  step(index: number, change: Partial<ItemMemo>, shown: Partial<TaskItem>): Promise<void> {
    this.#steps.push({ index, change, shown });
    this.#write ??= this.#inTurn(async () => {
      await this.#rested();
      const steps = this.#steps;
      this.#steps = [];
      this.#write = undefined;
      return this.#storeSteps(steps);
    });
    return this.#write;
  }

  /** Whoever waits for a single item's step waits for nothing else. Of several, the next one's may come just after. */
  async #rested(): Promise<void> {
    if (this.#items.length > 1) await sleep(Math.max(0, this.#restUntil - performance.now()));
  }

  async #storeSteps(steps: readonly Step[]): Promise<void> {
    const startedAt = performance.now();
    const items = [...this.#items];
    for (const { index, change } of steps) items[index] = { ...items[index]!, ...change };
    const ended = await this.#store.transaction(async (writer) => {
      const { row, document } = await this.#open(writer, items);
      const requestIds = items.flatMap((item) => item.acceptance?.requestId ?? []);
      const shown = steps.reduce((task, step) => withItem(task, step.index, step.shown), document);
      const report = items.length === 1 ? items[0]?.acceptance?.report : undefined;
      const next = concluded(shown, { requestIds, report }, this.#clock.now());
      if (isEnded(next)) await writer.tasks.update(this.#run.id, this.#run.fence, endOf(items));
      const note = isEnded(next) ? failureNote(next) : undefined;
      if (isEnded(next)) await putTask(writer, row, next, note);
      else await writer.put({ ...row, document: next });
      return isEnded(next) ? next : undefined;
    });
    this.#items = items;
    this.#restUntil = performance.now() + Math.min(REST_MOST, (performance.now() - startedAt) * REST_SHARE);
    if (!ended) return;
    this.#ended = true;
    this.#onEnded?.(endedTask(ended, this.requestId));
  }

  /** Stores the progress (0 to 1) as a volatile figure, at most once a second. */
  async progress(fraction: () => number): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#progressAt < PROGRESS_INTERVAL) return;
    this.#progressAt = now;
    await this.#inTurn(async () => {
      if (this.#ended) return;
      await this.#store.transaction(async (writer) => {
        const { document } = await this.#open(writer, this.#items);
        await writer.putFigures(taskKey(this.#run.id), { ...document, progress: fraction() });
      });
    });
  }

  /** Takes the run's row first: it is the lock under which the task's row is read and written. */
  async #open(writer: Writer, items: readonly ItemMemo[]) {
    const { id, fence } = this.#run;
    const phase = items.some((item) => item.acceptance) ? 'accepted' : 'intended';
    const { requestId, entity, copies } = this;
    const memo: TaskMemo = { requestId, entity, ...(copies && { copies }), items: [...items] };
    const targets = items.map((item, index) => item.acceptance?.id ?? this.#run.targets[index] ?? null);
    if (!(await writer.tasks.update(id, fence, { memo, targets, phase }))) throw new FenceLost(id);
    const row = await writer.get(taskKey(id));
    if (!row) throw new Error(`task ${id} has no row`);
    return { row, document: readDocument(row.document) };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work, work);
    this.#tail = turn;
    return fromStore(turn);
  }
}
