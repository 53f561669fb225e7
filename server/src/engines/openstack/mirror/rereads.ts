import type { RowInput } from '../../../port/store/rows.ts';
import { isOutage, ignoreNotFound } from '../client/errors.ts';
import type { Rows } from './rows.ts';
import type { MirrorContext, Strategy } from './strategy.ts';
import { mendedRow } from './marked.ts';

/** Requests under way at the same time. */
const WIDTH = 4;
/** Looks under way at the same time for those who wait for what they began: a bulk action may leave a thousand of them waiting. */
const LOOKS = 8;
/** Looks at one resource in a row, while listings come in between. */
const TRIES = 5;

/**
 * Single resources that are read again: because a notification, a command or their own state says that something goes on with them.
 * However often one is requested, it is read once at a time, and once more if it was requested meanwhile.
 */
export class Rereads {
  readonly #context: MirrorContext;
  readonly #strategies: ReadonlyMap<string, Strategy>;
  readonly #rows: Rows;
  /** `kind id`, oldest first */
  readonly #waiting = new Map<string, { kind: string; id: string }>();
  readonly #running = new Map<string, Promise<RowInput | undefined>>();
  /** Looks under way, and those that wait for their place, in order. */
  #looking = 0;
  readonly #queued: (() => void)[] = [];
  #stopped = false;
  /** Where what was wanted is written: under the lease while this replica syncs. */
  #synced: Rows;

  constructor(context: MirrorContext, strategies: ReadonlyMap<string, Strategy>, rows: Rows) {
    this.#context = context;
    this.#strategies = strategies;
    this.#rows = rows;
    this.#synced = rows;
  }

  /** Queues a re-read; kinds that are only listed are left to their sweep. */
  want(kind: string, id: string): void {
    if (this.#stopped || !this.#strategies.get(kind)?.read) return;
    this.#waiting.set(`${kind} ${id}`, { kind, id });
    this.#pump();
  }

  /** Reads now: the row as it was written, or undefined where the resource is gone (then its row is, too). Throws what the service threw. */
  async now(kind: string, id: string): Promise<RowInput | undefined> {
    const key = `${kind} ${id}`;
    const running = this.#running.get(key);
    // What is under way may have been asked before the change that the caller knows of.
    if (running) await running.catch(() => undefined);
    return this.#running.get(key) ?? this.#start(key, kind, id, this.#rows);
  }

  /** As `now`, for those who look again and again: only a few at a time, in the order they came. */
  async look(kind: string, id: string): Promise<RowInput | undefined> {
    if (this.#looking < LOOKS) this.#looking++;
    else await new Promise<void>((resolve) => this.#queued.push(resolve));
    try {
      return await this.now(kind, id);
    } finally {
      // The place goes from hand to hand.
      const next = this.#queued.shift();
      if (next) next();
      else this.#looking--;
    }
  }

  /** Whether something waits or is under way. */
  get busy(): boolean {
    return this.#waiting.size + this.#running.size > 0;
  }

  /** Takes nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.clear();
    await Promise.allSettled(this.#running.values());
  }

  resume(rows: Rows): void {
    this.#stopped = false;
    this.#synced = rows;
  }

  #pump(): void {
    for (const [key, { kind, id }] of this.#waiting) {
      if (this.#running.size >= WIDTH) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#start(key, kind, id, this.#synced).catch((error: unknown) => {
        const { log } = this.#context;
        // During an outage nothing is lost: polls and sweeps catch up as soon as the service answers.
        if (isOutage(error)) log.debug({ kind, id, err: error }, 're-read put off: the service does not answer');
        else log.warn({ kind, id, err: error }, 're-read failed');
      });
    }
  }

  #start(key: string, kind: string, id: string, rows: Rows): Promise<RowInput | undefined> {
    const work = this.#read(kind, id, rows).finally(() => {
      this.#running.delete(key);
      this.#pump();
    });
    this.#running.set(key, work);
    return work;
  }

  async #read(kind: string, id: string, rows: Rows): Promise<RowInput | undefined> {
    const strategy = this.#strategies.get(kind);
    if (!strategy?.read) throw new Error(`kind ${kind} is not read one by one`);
    for (let tries = 1; ; tries++) {
      const requestedAt = performance.now();
      const row = await ignoreNotFound(mendedRow(this.#context, kind, () => strategy.read!(this.#context, id)));
      if ((await rows.settle(kind, id, row, requestedAt)) || tries === TRIES) return row;
    }
  }
}
