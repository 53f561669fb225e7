import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import { isEnded, type TaskItem } from '@gantry/contract/nouns/tasks/entity';
import { systemClock } from '../port/clock.ts';
import type { Incoming } from '../port/engine.ts';
import type { Row } from '../port/store/rows.ts';
import type { Once, TaskRun } from '../port/store/tasks.ts';
import { concluded, endedTask, failureNote, newDocument, ownerOf, putTask, readDocument, taskErrorOf, taskKey } from './document.ts';
import { Job } from './job.ts';
import { readMemo, type TaskMemo } from './memo.ts';
import type { Accepted, BulkItem, BulkRequest, SingleRequest, TaskRunner, TaskRunnerOptions } from './port.ts';
import { answerOfOtherProcess, repeated } from './repeat.ts';
import { Left, StorageFailed } from './record.ts';

const TIMES = { lease: 15_000, heartbeat: 5_000, accept: 30_000, doubt: 60_000 };
/** Tasks taken over at one heartbeat, so that several processes share what one left behind. */
const TAKE = 20;
/** Longest wait of a stop for engines that are just being asked, in milliseconds. */
const STOP_LIMIT = 10_000;

/** One item as it is stored before any engine hears of it. */
interface Intent {
  item: TaskItem;
  memo: TaskMemo['items'][number];
  target: string | null;
}

const intentOf = ({ id, target, name, refusal }: BulkItem): Intent => {
  const error = refusal ?? (target ? null : new GantryError('not_found'));
  return {
    item: { id, name, state: error ? 'failed' : 'starting', error: error && taskErrorOf(error, null) },
    memo: { engine: target?.engine ?? '', phase: error ? 'ended' : 'waiting' },
    target: id,
  };
};

/** What a single command works on, or each of several alike that it makes: the first is requested at once. */
function intentsOf({ engine, target, isMade = false, name, copies }: SingleRequest): Intent[] {
  const id = target?.id ?? null;
  return (copies ?? [name]).map((called, index) => ({
    item: { id: isMade ? null : id, name: called, state: 'starting', error: null },
    memo: { engine, phase: index === 0 ? 'intended' : 'waiting', ...(target && { revision: target.revision }) },
    target: id,
  }));
}

/** Runs tasks in this process; several processes on one store share them by leases (architecture rules 9 and 14). */
export class Runner implements TaskRunner {
  readonly #options: TaskRunnerOptions;
  readonly #times: typeof TIMES;
  /** Tasks whose lease this process holds, and the work on them. */
  readonly #jobs = new Map<string, { job: Job; work: Promise<unknown> }>();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #stopped = false;

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
  }

  get running(): number {
    return this.#jobs.size;
  }

  async start(): Promise<void> {
    await this.#takeOver();
    this.#timer = setInterval(() => {
      this.#beating ??= this.#heartbeat().finally(() => (this.#beating = undefined));
    }, this.#times.heartbeat);
  }

  answered(once: Once): Promise<Accepted | undefined> {
    return repeated(this.#options.store, once);
  }

  async submit(request: SingleRequest): Promise<Accepted> {
    const { engine, target, command, once } = request;
    if (!this.#options.command(engine, command)) throw new GantryError('not_supported');
    for (;;) {
      const job = await this.#create(request, engine, intentsOf(request), once);
      if (job) {
        request.begun?.(job.id);
        return this.#ask(job, target, request.bytes);
      }
      const answer = once && (await this.answered(once));
      if (answer) return answer;
    }
  }

  /** The engine's answer to the first item of a task; all else happens in the background. */
  async #ask(job: Job, target: Row | null, bytes: Incoming | undefined): Promise<Accepted> {
    job.bytes = bytes;
    const accepted = job.acceptNow(target);
    const work = accepted.then(
      () => job.finish(),
      () => undefined,
    );
    this.#keep(job, work);
    try {
      const id = (await accepted)?.id ?? target?.id ?? null;
      if (bytes) await work;
      if (bytes && job.failure !== undefined) throw job.failure;
      return { task_id: job.id, id: job.copies ? null : id };
    } catch (error) {
      if (error instanceof StorageFailed) throw error.cause;
      if (!(error instanceof Left)) throw error;
      if (job.acceptedId !== undefined) return { task_id: job.id, id: job.copies ? null : job.acceptedId };
      // Whoever goes on with it may still succeed: no failure is reported before.
      return answerOfOtherProcess(this.#options.store, job.id, () => this.#stopped);
    }
  }

  async submitBulk(request: BulkRequest): Promise<Accepted> {
    const engine = request.items.find((item) => item.target)?.target?.engine ?? '';
    // without a key there is no earlier task
    const job = (await this.#create(request, engine, request.items.map(intentOf)))!;
    this.#keep(job, job.finish());
    return { task_id: job.id, id: null };
  }

  async cancel(taskId: string): Promise<boolean> {
    const isCancelling = await this.#options.store.transaction(async (writer) => {
      if (!(await writer.tasks.requestCancel(taskId))) return false;
      const row = await writer.get(taskKey(taskId));
      if (!row || isEnded(readDocument(row.document))) return false;
      const { domainId, projectId, userId } = row;
      await writer.put({ ...taskKey(taskId), domainId, projectId, userId, document: { ...row.document, state: 'cancelling' } });
      return true;
    });
    if (isCancelling) this.#jobs.get(taskId)?.job.cancel();
    return isCancelling;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#beating;
    const held = [...this.#jobs.values()];
    for (const { job } of held) job.letGo();
    const all = Promise.allSettled(held.map(({ work }) => work));
    const limit = new AbortController();
    // the delay ends by abort as soon as all work has ended
    await Promise.race([all, delay(STOP_LIMIT, undefined, { signal: limit.signal }).catch(() => undefined)]);
    limit.abort();
    for (const { job } of held) job.halt();
    await all;
    await this.#options.store.tasks.release(this.#options.owner);
  }

  /** The intent: run, row and key in one transaction, before any engine hears of it. Undefined where the key has made a task before. */
  async #create(request: SingleRequest | BulkRequest, engine: string, intents: readonly Intent[], once?: Once): Promise<Job | undefined> {
    if (this.#stopped) throw new GantryError('engine_unavailable', { detail: 'the server is stopping' });
    const { store, owner } = this.#options;
    const { command, entity, body, kwargs, actor, requestId, event } = request;
    const id = randomUUID();
    const copies = 'copies' in request && request.copies !== undefined;
    const memo: TaskMemo = { requestId, entity, ...(copies && { copies }), items: intents.map((intent) => ({ ...intent.memo })) };
    const now = systemClock.now();
    const items = intents.map((intent) => intent.item);
    const document = concluded(newDocument({ id, command, entity, kwargs, event, actor, items, now }), { requestIds: [] }, now);
    const run = await store.transaction(async (writer) => {
      const targets = intents.map((intent) => intent.target);
      const intent = { id, command, engine, phase: 'intended' as const, targets, body, actor, memo, once };
      const inserted = await writer.tasks.insert(intent, owner, this.#times.lease);
      if (!inserted) return undefined;
      if (isEnded(document)) await writer.tasks.update(id, inserted.fence, { phase: 'ended' });
      await putTask(writer, ownerOf(actor), document, failureNote(document));
      return inserted;
    });
    if (run && isEnded(document)) this.#options.onEnded?.(endedTask(document, requestId));
    return run && this.#job(run, memo);
  }

  #job(run: TaskRun, memo: TaskMemo): Job {
    const { store, command, credentialFor, onEnded } = this.#options;
    const log = this.#options.log.child({ taskId: run.id, requestId: memo.requestId });
    return new Job(
      { store, log, command, credentialFor, onEnded, acceptLimit: this.#times.accept, doubtLimit: this.#times.doubt, clock: systemClock },
      run,
      memo,
    );
  }

  /** Holds on to the task's lease while the work goes on. */
  #keep(job: Job, work: Promise<unknown>): void {
    const { log } = this.#options;
    const held = { job, work };
    this.#jobs.set(job.id, held);
    const forget = (): void => {
      if (this.#jobs.get(job.id) === held) this.#jobs.delete(job.id);
    };
    work.then(forget, (error: unknown) => {
      forget();
      log.warn({ err: error, taskId: job.id }, 'a task is left to whoever takes it next');
    });
  }

  async #heartbeat(): Promise<void> {
    const { store, log } = this.#options;
    try {
      await this.#renew();
      for (const [id, { job }] of this.#jobs) if (!job.cancelled && (await store.tasks.get(id))?.cancelRequested) job.cancel();
      await this.#takeOver();
    } catch (error) {
      log.error({ err: error }, 'the heartbeat of tasks failed');
    }
  }

  async #renew(): Promise<void> {
    const { store, owner } = this.#options;
    const held = new Map(this.#jobs);
    if (held.size === 0) return;
    const ours = await store.tasks.renew(owner, [...held.keys()], this.#times.lease);
    for (const [id, { job }] of held) if (!ours.has(id) && this.#jobs.get(id)?.job === job) this.#drop(job);
  }

  #drop(job: Job): void {
    job.halt();
    this.#jobs.delete(job.id);
  }

  async #takeOver(): Promise<void> {
    const { store, owner, log } = this.#options;
    if (this.#stopped) return;
    for (const run of await store.tasks.takeOver(owner, this.#times.lease, TAKE)) {
      const former = this.#jobs.get(run.id)?.job;
      if (former) this.#drop(former);
      log.info({ taskId: run.id, command: run.command, phase: run.phase }, 'a task is resumed');
      const job = this.#job(run, readMemo(run.memo));
      this.#keep(job, job.finish());
    }
  }
}
