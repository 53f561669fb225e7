import { GantryError, type ErrorCode } from '@gantry/contract/wire/errors';
import { isMembers } from '@gantry/contract/wire/kind';
import type { TaskItem } from '@gantry/contract/nouns/tasks/entity';
import type { Clock } from '../port/clock.ts';
import type { Acceptance, Command, CommandContext, Incoming } from '../port/engine.ts';
import { isUnanswered } from '../port/unanswered.ts';
import type { Row } from '../port/store/rows.ts';
import type { TaskRun } from '../port/store/tasks.ts';
import { accepted, type EngineRequest } from './engine-requests.ts';
import { taskErrorOf } from './document.ts';
import type { ItemMemo } from './memo.ts';
import type { TaskRunnerOptions } from './port.ts';
import { fromEngine, fromStore, Left, type TaskRecord } from './record.ts';
import { Cancelled, LetGo, type Stops } from './stops.ts';

/** Errors of what was left alone or cannot be known, rather than refused. */
const LEFT: ReadonlySet<ErrorCode> = new Set(['interrupted', 'overtaken']);

export type JobOptions = Pick<TaskRunnerOptions, 'store' | 'log' | 'command' | 'credentialFor' | 'onEnded'> & {
  acceptLimit: number;
  /** Milliseconds for which what an engine gave no answer to is looked for. */
  doubtLimit: number;
  clock: Clock;
};

/** The items of one task: how far each has come, and what its engine is asked. An item is named by its place among them. */
export class Items {
  readonly options: JobOptions;
  readonly run: TaskRun;
  readonly record: TaskRecord;
  readonly stops: Stops;
  readonly #fractions = new Map<number, number>();
  /** What a single command works on or has made, once the engine said yes; also where that could not be stored any more. */
  acceptedId: string | undefined;
  /** What the request of the task brings. */
  bytes: Incoming | undefined;
  /** Why an item has failed, the last that has. */
  failure: unknown;

  constructor(options: JobOptions, run: TaskRun, record: TaskRecord, stops: Stops) {
    this.options = options;
    this.run = run;
    this.record = record;
    this.stops = stops;
  }

  /** How far one has come, as it is stored. */
  at(index: number): ItemMemo {
    return this.record.items[index]!;
  }

  isInDoubt(index: number): boolean {
    const { phase, doubt } = this.at(index);
    return phase === 'intended' && doubt !== undefined;
  }

  openAcceptance(index: number): Acceptance | undefined {
    const { phase, acceptance } = this.at(index);
    return phase === 'accepted' ? acceptance : undefined;
  }

  commandOf(index: number): Command<never> | undefined {
    return this.options.command(this.at(index).engine, this.run.command);
  }

  command(index: number): Command<never> {
    const command = this.commandOf(index);
    if (!command) throw new GantryError('not_supported');
    return command;
  }

  /** The row an item works on, as it is now; null when creating. Throws not_found where it is gone. */
  async targetOf(index: number): Promise<Row | null> {
    const id = this.record.target(index);
    if (id === null) return null;
    const { engine } = this.at(index);
    const row = await fromStore(this.options.store.read.get({ engine, kind: this.record.entity, id }));
    if (!row) throw new GantryError('not_found');
    return row;
  }

  async accept(index: number, target: Row | null): Promise<Acceptance | undefined> {
    const acceptance = await this.ask(index, target);
    if (acceptance) await this.storeAcceptance(index, acceptance);
    return acceptance;
  }

  /** Undefined where the engine gave no answer and can be asked later what became of it. */
  async ask(index: number, target: Row | null): Promise<Acceptance | undefined> {
    const command = this.command(index);
    let acceptance: Acceptance;
    try {
      acceptance = await fromEngine(accepted(await this.engineRequest(index, command), target));
    } catch (error) {
      if (!command.recover || !isUnanswered(error)) throw error;
      await this.record.step(index, { doubt: error.detailForUsers ?? '' }, { state: 'running' });
      return undefined;
    }
    this.acceptedId = acceptance.id;
    return acceptance;
  }

  /** Stores the yes, with that to the others where it is one to all; a command without `settle` is done by it. */
  async storeAcceptance(index: number, { others = [], ...acceptance }: Acceptance): Promise<void> {
    const phase = this.command(index).settle ? 'accepted' : 'ended';
    const state = phase === 'ended' ? 'success' : 'running';
    const yes = (at: number, own: Acceptance) => this.record.step(at, { phase, acceptance: own }, { state, id: own.id });
    const following = others.map((own, place) => [index + 1 + place, own] as const).filter(([at]) => this.at(at).phase === 'waiting');
    await Promise.all([yes(index, acceptance), ...following.map(([at, own]) => yes(at, own))]);
  }

  async settle(index: number, acceptance: Acceptance): Promise<void> {
    const command = this.command(index);
    const { left, cancelled } = this.stops;
    let { report } = acceptance;
    if (command.settle) {
      const context = await this.#context(index, AbortSignal.any([left, cancelled]));
      try {
        report = (await fromEngine(command.settle(context, acceptance, this.run.body as never))) ?? report;
      } catch (error) {
        if (left.aborted) throw new LetGo();
        if (cancelled.aborted && !(error instanceof GantryError)) throw new Cancelled();
        throw error;
      }
    }
    const change = { phase: 'ended', ...(report && { acceptance: { ...acceptance, report } }) } as const;
    await this.record.step(index, change, { state: 'success', error: null });
  }

  async fail(index: number, error: unknown): Promise<void> {
    const { log } = this.options;
    const requestId = this.at(index).acceptance?.requestId ?? null;
    if (!(error instanceof GantryError)) log.error({ err: error, command: this.run.command }, 'a command failed unexpectedly');
    this.failure = error;
    const isLeft = error instanceof GantryError && LEFT.has(error.code);
    await this.end(index, { state: isLeft ? 'aborted' : 'failed', error: taskErrorOf(error, requestId) });
  }

  end(index: number, end: Pick<TaskItem, 'state' | 'error'>): Promise<void> {
    return this.record.step(index, { phase: 'ended' }, end);
  }

  async engineRequest(index: number, command: Command<never>): Promise<EngineRequest> {
    const context = await this.#context(index, this.stops.halted);
    return { command, body: this.run.body, id: this.record.target(index), context, limit: this.options.acceptLimit };
  }

  /** What an update sets. */
  #sets(index: number): CommandContext['sets'] {
    const { command, body } = this.run;
    const id = this.record.target(index);
    if (!command.endsWith('.update') || id === null || !isMembers(body)) return undefined;
    const members = Object.keys(body).filter((member) => body[member] !== undefined);
    return { engine: this.at(index).engine, kind: this.record.entity, id, members };
  }

  async #context(index: number, signal: AbortSignal): Promise<CommandContext> {
    const { store, log, credentialFor } = this.options;
    const { actor, id } = this.run;
    const sets = this.#sets(index);
    const credential = await fromStore(credentialFor(actor));
    return {
      taskId: id,
      ...(this.record.copies && { copy: index + 1 }),
      actor,
      credential,
      store,
      log,
      requestId: this.record.requestId,
      ...(sets && { sets }),
      ...(this.bytes && { bytes: this.bytes }),
      signal,
      progress: (fraction) => this.#progress(index, fraction),
    };
  }

  #progress(index: number, fraction: number): void {
    this.#fractions.set(index, Math.min(1, Math.max(0, fraction)));
    const mean = (): number => {
      const { items } = this.record;
      return items.reduce((sum, item, at) => sum + (item.phase === 'ended' ? 1 : (this.#fractions.get(at) ?? 0)), 0) / items.length;
    };
    this.record.progress(mean).catch((error: unknown) => {
      if (!(error instanceof Left)) this.options.log.warn({ err: error }, 'progress could not be stored');
    });
  }
}
