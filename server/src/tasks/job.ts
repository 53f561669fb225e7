import { setTimeout as delay } from 'node:timers/promises';
import { GantryError, type ErrorCode } from '@gantry/contract/wire/errors';
import { steadyClock, type Clock } from '../port/clock.ts';
import type { Incoming } from '../port/engine.ts';
import type { Acceptance, Command, CommandContext } from '../port/engine.ts';
import type { TaskItem } from '@gantry/contract/nouns/tasks/entity';
import type { Row } from '../port/store/rows.ts';
import type { TaskRun } from '../port/store/tasks.ts';
import { abandoned, accepted, isCalledOff, isUnanswered, recovered, type EngineRequest } from './engine-requests.ts';
import { taskErrorOf } from './document.ts';
import { pool, until } from './limits.ts';
import type { ItemMemo, TaskMemo } from './memo.ts';
import type { TaskRunnerOptions } from './port.ts';
import { FenceLost, fromEngine, fromStore, Left, NotNow, TaskRecord } from './record.ts';

/** Items of a task for which an engine is asked at the same time. What it has accepted is waited for beside that. */
const WIDTH = 8;
/** How long an engine that is silent after a crash is asked again what it accepted, in milliseconds since the task began. */
const RECOVERABLE = 3_600_000;
/** Longest time between two looks for what an engine did without an answer, in milliseconds. */
const LOOK = 2_000;

/** Errors of what was left alone or cannot be known, rather than refused. */
const LEFT: ReadonlySet<ErrorCode> = new Set(['interrupted', 'overtaken']);

/** What is known of a request whose process ended before it had stored the answer. */
const INTERRUPTED = 'the server ended while it was asking; the request may have been lost on its way';

/** Why a running command's signal aborts when its process lets go of the task. */
class LetGo extends Left {
  constructor() {
    super('the process lets go of the task');
    this.name = 'LetGo';
  }
}

/** Why a running command's signal aborts when someone cancels the task. */
class Cancelled extends Error {
  constructor() {
    super('the task was cancelled');
    this.name = 'AbortError';
  }
}

type JobOptions = Pick<TaskRunnerOptions, 'store' | 'log' | 'command' | 'credentialFor' | 'onEnded'> & {
  acceptLimit: number;
  /** Milliseconds for which what an engine gave no answer to is looked for. */
  doubtLimit: number;
  clock: Clock;
};

/**
 * One task in the hands of this process. A single command is a task of one item; items go from `waiting` over `intended` and
 * `accepted` to their end, and each step is stored before the next begins, so that another process can go on from it.
 */
export class Job {
  readonly id: string;
  readonly #options: JobOptions;
  readonly #run: TaskRun;
  readonly #record: TaskRecord;
  readonly #letGo = new AbortController();
  readonly #halt = new AbortController();
  readonly #cancel = new AbortController();
  readonly #fractions = new Map<number, number>();
  #acceptedId: string | undefined;
  /** What the request of the task brings. */
  bytes: Incoming | undefined;
  /** Why an item has failed, the last that has. */
  failure: unknown;

  constructor(options: JobOptions, run: TaskRun, memo: TaskMemo) {
    this.id = run.id;
    this.#options = options;
    this.#run = run;
    this.#record = new TaskRecord(options.store, run, memo, options.clock, options.onEnded);
    if (run.cancelRequested) this.cancel();
  }

  get cancelled(): boolean {
    return this.#cancel.signal.aborted;
  }

  /** What a single command works on or has made, once the engine said yes; also where that could not be stored any more. */
  get acceptedId(): string | undefined {
    return this.#acceptedId;
  }

  /** The items are several alike that the task makes. */
  get copies(): boolean {
    return this.#record.copies;
  }

  cancel(): void {
    this.#cancel.abort(new Cancelled());
  }

  /** Stops waiting for the engine and begins nothing new; an engine that is just being asked to accept may still answer. */
  letGo(): void {
    this.#letGo.abort(new LetGo());
  }

  /** Stops at once, also what is just being asked. Whoever holds the lease next goes on. */
  halt(): void {
    this.letGo();
    this.#halt.abort(new LetGo());
  }

  /**
   * First item, inside the request: asks the engine and stores its yes. Throws its no, after storing that as the task's end: also of those that
   * were to follow. Undefined where it gave no answer and may do it yet: `finish` looks for it.
   */
  async acceptNow(target: Row | null): Promise<Acceptance | undefined> {
    try {
      return await this.#acceptItem(0, target);
    } catch (error) {
      if (!(error instanceof Left)) await Promise.all([this.#failItem(0, error), this.#leaveOthers(error)]);
      throw error;
    }
  }

  /** Carries every unended item to its end. Throws Left where that is for another process, or a later time, to do. */
  async finish(): Promise<void> {
    if (this.copies) await this.#begin();
    const open = this.#record.items.flatMap(({ phase }, index) => (phase === 'ended' ? [] : [index]));
    await pool(open, WIDTH, (index) => this.#beginItem(index));
  }

  /**
   * Of several alike, the first one's beginning, where a process died at it: only once it is there the others may follow. One that came to
   * nothing has been nobody's yes, so its request is repeated by whoever still wants it.
   */
  async #begin(): Promise<void> {
    if (this.#item(0).phase !== 'intended' || this.#run.bodyLost || !this.#commandOf(0)) return;
    try {
      const { yes } = await this.#acceptanceOf(0);
      await yes;
      if (this.#isInDoubt(0)) await this.#lookFor(0);
    } catch (error) {
      if (error instanceof Left) throw this.#leaveWith(error);
      await Promise.all([this.#failItem(0, error), this.#leaveOthers(error)]);
    }
  }

  /** Ends the items that no engine has heard of: what refused the first would refuse them. */
  async #leaveOthers(error: unknown): Promise<void> {
    const waiting = this.#record.items.flatMap(({ phase }, index) => (phase === 'waiting' ? [index] : []));
    await Promise.all(waiting.map((index) => this.#endItem(index, { state: 'aborted', error: taskErrorOf(error, null) })));
  }

  /** Brings an item as far as the engine's yes; hands back the wait for what the engine does then, where it is not at its end by that. */
  async #beginItem(index: number): Promise<(() => Promise<void>) | undefined> {
    if (this.#run.bodyLost) {
      const error = new GantryError('interrupted', { detail: 'the secret key that sealed the request is gone' });
      await this.#endItem(index, { state: 'aborted', error: taskErrorOf(error, null) });
      return undefined;
    }
    if (!this.#commandOf(index)) {
      await this.#endItem(index, { state: 'aborted', error: taskErrorOf(new GantryError('not_supported'), null) });
      return undefined;
    }
    const stored = await this.#orEnd(index, () => this.#acceptanceOf(index));
    if (!stored) return undefined;
    // Storing a yes is waited for beside the next item's beginning, which is stored with it or after it.
    return () =>
      this.#orEnd(index, async () => {
        await stored.yes;
        const acceptance = this.#isInDoubt(index) ? await this.#lookFor(index) : this.#openAcceptance(index);
        if (acceptance) await this.#settleItem(index, acceptance);
      });
  }

  /** Does a part of the work on an item; a failure is the item's end. Throws Left. */
  async #orEnd<T>(index: number, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Left) throw this.#leaveWith(error);
      if (error instanceof Cancelled || isCalledOff(error)) await this.#endItem(index, { state: 'cancelled', error: null });
      else await this.#failItem(index, error);
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
    const known = { yes: Promise.resolve() };
    const { phase } = this.#item(index);
    if (phase === 'accepted' || this.#isInDoubt(index)) return known;
    if (phase === 'intended') {
      await this.#recoverItem(index);
      return known;
    }
    if (this.#letGo.signal.aborted) throw new LetGo();
    if (this.cancelled) throw new Cancelled();
    await this.#record.step(index, { phase: 'intended' }, { state: 'running' });
    const acceptance = await this.#ask(index, await this.#targetOf(index));
    return acceptance ? { yes: this.#storeAcceptance(index, acceptance) } : known;
  }

  #openAcceptance(index: number): Acceptance | undefined {
    const { phase, acceptance } = this.#item(index);
    return phase === 'accepted' ? acceptance : undefined;
  }

  /**
   * After a crash the engine may have accepted, or do so yet: a request may still be on its way to it. Only what does no harm is requested
   * again, as long as nothing newer has changed the row; for all else it is asked, and what it knows nothing of is in doubt.
   */
  async #recoverItem(index: number): Promise<void> {
    const command = this.#command(index);
    if (!command.recover) {
      const target = await this.#targetOf(index);
      const { revision } = this.#item(index);
      if (target && revision !== undefined && target.revision !== revision) throw new GantryError('overtaken');
      await this.#acceptItem(index, target);
    } else {
      const found = await this.#found(index, command);
      if (found) await this.#storeAcceptance(index, found);
      else await this.#record.step(index, { doubt: INTERRUPTED, interrupted: true }, { state: 'running' });
    }
  }

  async #found(index: number, command: Command<never>): Promise<Acceptance | undefined> {
    const { engine, revision } = this.#item(index);
    const engineRequest = await this.#engineRequest(index, command);
    const { context, id } = engineRequest;
    const requested = id === null || revision === undefined ? undefined : { engine, kind: this.#record.entity, id, revision };
    try {
      return await fromEngine(recovered({ ...engineRequest, context: { ...context, ...(requested && { requested }) } }));
    } catch (error) {
      const age = this.#options.clock.now() - Date.parse(this.#run.createdAt);
      if (error instanceof GantryError && error.code === 'engine_unavailable' && age < RECOVERABLE) throw new NotNow(error);
      throw error;
    }
  }

  #isInDoubt(index: number): boolean {
    const { phase, doubt } = this.#item(index);
    return phase === 'intended' && doubt !== undefined;
  }

  /**
   * Looks for what the engine gave no answer to, until it is there, or long enough was not although the engine could tell: the time begins anew
   * with each process, and after each silence. Throws what is not known then; NotNow where the engine stays silent.
   */
  async #lookFor(index: number): Promise<Acceptance> {
    const { doubtLimit } = this.#options;
    const { doubt, interrupted = false } = this.#item(index);
    const command = this.#command(index);
    for (
      const since = steadyClock.now();
      ;
      await until(this.#letGo.signal, delay(Math.min(LOOK, doubtLimit / 5), undefined, { ref: false }))
    ) {
      const isOver = steadyClock.now() - since > doubtLimit;
      const found = await this.#found(index, command);
      if (found) {
        await this.#storeAcceptance(index, found);
        return found;
      }
      if (isOver) await this.#abandon(index, command);
      if (isOver) throw new GantryError(interrupted ? 'interrupted' : 'engine_unavailable', { ...(doubt && { detail: doubt }) });
    }
  }

  /** Nothing has come of it: what was made on the way goes as well. */
  async #abandon(index: number, command: Command<never>): Promise<void> {
    if (!command.abandon) return;
    const engineRequest = await this.#engineRequest(index, command);
    await abandoned(engineRequest).catch((err: unknown) =>
      this.#options.log.warn({ err, task: this.id }, 'what a command left could not be taken away'),
    );
  }

  async #acceptItem(index: number, target: Row | null): Promise<Acceptance | undefined> {
    const acceptance = await this.#ask(index, target);
    if (acceptance) await this.#storeAcceptance(index, acceptance);
    return acceptance;
  }

  /** Undefined where the engine gave no answer and can be asked later what became of it. */
  async #ask(index: number, target: Row | null): Promise<Acceptance | undefined> {
    const command = this.#command(index);
    let acceptance: Acceptance;
    try {
      acceptance = await fromEngine(accepted(await this.#engineRequest(index, command), target));
    } catch (error) {
      if (!command.recover || !isUnanswered(error)) throw error;
      await this.#record.step(index, { doubt: error.detailForUsers ?? '' }, { state: 'running' });
      return undefined;
    }
    this.#acceptedId = acceptance.id;
    return acceptance;
  }

  /** Stores the yes, with that to the others where it is one to all; a command without `settle` is done by it. */
  async #storeAcceptance(index: number, { others = [], ...acceptance }: Acceptance): Promise<void> {
    const phase = this.#command(index).settle ? 'accepted' : 'ended';
    const state = phase === 'ended' ? 'success' : 'running';
    const yes = (at: number, own: Acceptance) => this.#record.step(at, { phase, acceptance: own }, { state, id: own.id });
    const following = others.map((own, place) => [index + 1 + place, own] as const).filter(([at]) => this.#item(at).phase === 'waiting');
    await Promise.all([yes(index, acceptance), ...following.map(([at, own]) => yes(at, own))]);
  }

  async #settleItem(index: number, acceptance: Acceptance): Promise<void> {
    const command = this.#command(index);
    if (command.settle) {
      const context = await this.#context(index, AbortSignal.any([this.#letGo.signal, this.#cancel.signal]));
      try {
        await fromEngine(command.settle(context, acceptance, this.#run.body as never));
      } catch (error) {
        if (this.#letGo.signal.aborted) throw new LetGo();
        if (this.cancelled && !(error instanceof GantryError)) throw new Cancelled();
        throw error;
      }
    }
    await this.#endItem(index, { state: 'success', error: null });
  }

  async #failItem(index: number, error: unknown): Promise<void> {
    const { log } = this.#options;
    const requestId = this.#item(index).acceptance?.requestId ?? null;
    if (!(error instanceof GantryError)) log.error({ err: error, command: this.#run.command }, 'a command failed unexpectedly');
    this.failure = error;
    const isLeft = error instanceof GantryError && LEFT.has(error.code);
    await this.#endItem(index, { state: isLeft ? 'aborted' : 'failed', error: taskErrorOf(error, requestId) });
  }

  #endItem(index: number, end: Pick<TaskItem, 'state' | 'error'>): Promise<void> {
    return this.#record.step(index, { phase: 'ended' }, end);
  }

  async #engineRequest(index: number, command: Command<never>): Promise<EngineRequest> {
    const context = await this.#context(index, this.#halt.signal);
    return { command, body: this.#run.body, id: this.#record.target(index), context, limit: this.#options.acceptLimit };
  }

  async #context(index: number, signal: AbortSignal): Promise<CommandContext> {
    const { store, log, credentialFor } = this.#options;
    const { actor, id } = this.#run;
    const credential = await fromStore(credentialFor(actor));
    return {
      taskId: id,
      ...(this.copies && { copy: index + 1 }),
      actor,
      credential,
      store,
      log,
      requestId: this.#record.requestId,
      ...(this.bytes && { bytes: this.bytes }),
      signal,
      progress: (fraction) => this.#progress(index, fraction),
    };
  }

  #progress(index: number, fraction: number): void {
    this.#fractions.set(index, Math.min(1, Math.max(0, fraction)));
    const mean = (): number => {
      const { items } = this.#record;
      return items.reduce((sum, item, at) => sum + (item.phase === 'ended' ? 1 : (this.#fractions.get(at) ?? 0)), 0) / items.length;
    };
    this.#record.progress(mean).catch((error: unknown) => {
      if (!(error instanceof Left)) this.#options.log.warn({ err: error }, 'progress could not be stored');
    });
  }

  #item(index: number): ItemMemo {
    return this.#record.items[index]!;
  }

  #commandOf(index: number): Command<never> | undefined {
    return this.#options.command(this.#item(index).engine, this.#run.command);
  }

  #command(index: number): Command<never> {
    const command = this.#commandOf(index);
    if (!command) throw new GantryError('not_supported');
    return command;
  }

  /** The row an item works on, as it is now; null when creating. Throws not_found where it is gone. */
  async #targetOf(index: number): Promise<Row | null> {
    const id = this.#record.target(index);
    if (id === null) return null;
    const { engine } = this.#item(index);
    const row = await fromStore(this.#options.store.read.get({ engine, kind: this.#record.entity, id }));
    if (!row) throw new GantryError('not_found');
    return row;
  }
}
