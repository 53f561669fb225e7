import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, Incoming } from '../port/engine.ts';
import type { Row } from '../port/store/rows.ts';
import type { TaskRun } from '../port/store/tasks.ts';
import { isCalledOff } from './engine-requests.ts';
import { taskErrorOf } from './document.ts';
import { Items, type JobOptions } from './items.ts';
import { pool } from './limits.ts';
import type { TaskMemo } from './memo.ts';
import { FenceLost, Left, TaskRecord } from './record.ts';
import { lookFor, recoverItem } from './recovery.ts';
import { Cancelled, LetGo, Stops } from './stops.ts';

/** Items of a task for which an engine is asked at the same time. What it has accepted is waited for beside that. */
const WIDTH = 8;

/**
 * One task in the hands of this process. A single command is a task of one item; items go from `waiting` over `intended` and
 * `accepted` to their end, and each step is stored before the next begins, so that another process can go on from it.
 */
export class Job {
  readonly id: string;
  readonly #items: Items;
  readonly #stops = new Stops();

  constructor(options: JobOptions, run: TaskRun, memo: TaskMemo) {
    this.id = run.id;
    const record = new TaskRecord(options.store, run, memo, options.clock, options.onEnded);
    this.#items = new Items(options, run, record, this.#stops);
    if (run.cancelRequested) this.cancel();
  }

  get cancelled(): boolean {
    return this.#stops.cancelled.aborted;
  }

  /** What a single command works on or has made, once the engine said yes; also where that could not be stored any more. */
  get acceptedId(): string | undefined {
    return this.#items.acceptedId;
  }

  /** The items are several alike that the task makes. */
  get copies(): boolean {
    return this.#items.record.copies;
  }

  /** What the request of the task brings. */
  set bytes(bytes: Incoming | undefined) {
    this.#items.bytes = bytes;
  }

  /** Why an item has failed, the last that has. */
  get failure(): unknown {
    return this.#items.failure;
  }

  cancel(): void {
    this.#stops.cancel();
  }

  /** Stops waiting for the engine and begins nothing new; an engine that is just being asked to accept may still answer. */
  letGo(): void {
    this.#stops.letGo();
  }

  /** Stops at once, also what is just being asked. Whoever holds the lease next goes on. */
  halt(): void {
    this.#stops.halt();
  }

  /**
   * First item, inside the request: asks the engine and stores its yes. Throws its no, after storing that as the task's end: also of those that
   * were to follow. Undefined where it gave no answer and may do it yet: `finish` looks for it.
   */
  async acceptNow(target: Row | null): Promise<Acceptance | undefined> {
    try {
      return await this.#items.accept(0, target);
    } catch (error) {
      if (!(error instanceof Left)) await Promise.all([this.#items.fail(0, error), this.#leaveOthers(error)]);
      throw error;
    }
  }

  /** Carries every unended item to its end. Throws Left where that is for another process, or a later time, to do. */
  async finish(): Promise<void> {
    if (this.copies) await this.#begin();
    const open = this.#items.record.items.flatMap(({ phase }, index) => (phase === 'ended' ? [] : [index]));
    await pool(open, WIDTH, (index) => this.#beginItem(index));
  }

  /**
   * Of several alike, the first one's beginning, where a process died at it: only once it is there the others may follow. One that came to
   * nothing has been nobody's yes, so its request is repeated by whoever still wants it.
   */
  async #begin(): Promise<void> {
    const items = this.#items;
    if (items.at(0).phase !== 'intended' || items.run.bodyLost || !items.commandOf(0)) return;
    try {
      const { yes } = await this.#acceptanceOf(0);
      await yes;
      if (items.isInDoubt(0)) await lookFor(items, 0);
    } catch (error) {
      if (error instanceof Left) throw this.#leaveWith(error);
      await Promise.all([items.fail(0, error), this.#leaveOthers(error)]);
    }
  }

  /** Ends the items that no engine has heard of: what refused the first would refuse them. */
  async #leaveOthers(error: unknown): Promise<void> {
    const waiting = this.#items.record.items.flatMap(({ phase }, index) => (phase === 'waiting' ? [index] : []));
    await Promise.all(waiting.map((index) => this.#items.end(index, { state: 'aborted', error: taskErrorOf(error, null) })));
  }

  /** Brings an item as far as the engine's yes; hands back the wait for what the engine does then, where it is not at its end by that. */
  async #beginItem(index: number): Promise<(() => Promise<void>) | undefined> {
    const items = this.#items;
    if (items.run.bodyLost) {
      const error = new GantryError('interrupted', { detail: 'the secret key that sealed the request is gone' });
      await items.end(index, { state: 'aborted', error: taskErrorOf(error, null) });
      return undefined;
    }
    if (!items.commandOf(index)) {
      await items.end(index, { state: 'aborted', error: taskErrorOf(new GantryError('not_supported'), null) });
      return undefined;
    }
    const stored = await this.#orEnd(index, () => this.#acceptanceOf(index));
    if (!stored) return undefined;
    // Storing a yes is waited for beside the next item's beginning, which is stored with it or after it.
    return () =>
      this.#orEnd(index, async () => {
        await stored.yes;
        const acceptance = items.isInDoubt(index) ? await lookFor(items, index) : items.openAcceptance(index);
        if (acceptance) await items.settle(index, acceptance);
      });
  }

  /** Does a part of the work on an item; a failure is the item's end. Throws Left. */
  async #orEnd<T>(index: number, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Left) throw this.#leaveWith(error);
      if (error instanceof Cancelled || isCalledOff(error)) await this.#items.end(index, { state: 'cancelled', error: null });
      else await this.#items.fail(index, error);
      return undefined;
    }
  }

  /** The other items are left as well: at once where another process has them already. */
  #leaveWith(error: Left): Left {
    if (error instanceof FenceLost) this.halt();
    else this.letGo();
    return error;
  }

  /** Brings an item as far as the engine's yes, which was stored, is found after a crash, or requested now, or into doubt. `yes`: while that is being stored. */
  async #acceptanceOf(index: number): Promise<{ yes: Promise<void> }> {
    const items = this.#items;
    const known = { yes: Promise.resolve() };
    const { phase } = items.at(index);
    if (phase === 'accepted' || items.isInDoubt(index)) return known;
    if (phase === 'intended') {
      await recoverItem(items, index);
      return known;
    }
    if (this.#stops.left.aborted) throw new LetGo();
    if (this.cancelled) throw new Cancelled();
    await items.record.step(index, { phase: 'intended' }, { state: 'running' });
    const acceptance = await items.ask(index, await items.targetOf(index));
    return acceptance ? { yes: items.storeAcceptance(index, acceptance) } : known;
  }
}
