import { ManualClock } from './clock.ts';
import type { Store } from '../../../port/store/store.ts';
import { inBackground } from '../../../turns/turns.ts';
import { putAccepted } from './accepted.ts';
import type { Platform } from './platform.ts';
import { taskOf } from './accept.ts';
import { bringForward } from './bring-forward.ts';
import type { Work } from './work.ts';

/** Longest time between two looks, so that what another process has begun is driven too. Milliseconds. */
const LOOK_MS = 500;
const BATCH = 50;
/** How often answers nobody will ask for any more are forgotten. Milliseconds. */
const PRUNE_MS = 60_000;

/** Whether the task of an answer may come back to ask, however long nobody was there to carry it on. */
async function mayAsk(tasks: Pick<Store['tasks'], 'get'>, accepted: string): Promise<boolean> {
  const task = await tasks.get(taskOf(accepted));
  return task !== undefined && task.phase !== 'ended';
}

/**
 * The platform's clockwork: carries things over the end of their steps when these are due. One process at a time does it; the lease only spares
 * the others the work, for each step's transaction looks whether another one has made it.
 */
export class Driver {
  readonly #platform: Platform;
  readonly #works: readonly Work[];
  readonly #lease: string;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = true;
  #prunedAt = 0;
  #broughtForward = false;
  #unsubscribe: () => void = () => undefined;

  constructor(platform: Platform, works: readonly Work[]) {
    this.#platform = platform;
    this.#works = works;
    this.#lease = `embedded:${platform.id}:clock`;
  }

  start(): void {
    const { clock } = this.#platform;
    this.#stopped = false;
    this.#platform.onWake(() => void this.run());
    if (clock instanceof ManualClock) this.#unsubscribe = clock.onAdvance(() => this.run());
    void this.run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#running;
    await this.#platform.store.leases.release(this.#lease, this.#platform.process);
  }

  /** Does all that is due, and what becomes due by it. Never rejects. */
  run(): Promise<void> {
    this.#again = true;
    this.#running ??= inBackground(() => this.#loop()).finally(() => {
      this.#running = undefined;
      // Asked for after the loop's last look.
      if (this.#again && !this.#stopped) return this.run();
    });
    return this.#running;
  }

  async #loop(): Promise<void> {
    clearTimeout(this.#timer);
    let wait = LOOK_MS;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        if (!this.#broughtForward) await bringForward(this.#platform);
        this.#broughtForward = true;
        await this.#work();
        wait = await this.#untilNext();
      } catch (error) {
        this.#platform.log.error({ err: error, engine: this.#platform.id }, 'the embedded platform could not go on; it tries again');
        wait = LOOK_MS;
      }
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.run(), wait);
  }

  async #work(): Promise<void> {
    const { store } = this.#platform;
    while (!this.#stopped && this.#platform.downSince === null) {
      const now = this.#platform.now();
      const due = (await Promise.all(this.#works.map((work) => work.due(now, BATCH)))).flat();
      if (due.length === 0 || !(await store.leases.hold(this.#lease, this.#platform.process, this.#platform.lease))) break;
      for (const carryOn of due) {
        if (this.#stopped) return;
        await carryOn();
      }
    }
    await this.#prune();
  }

  async #untilNext(): Promise<number> {
    const dues = await Promise.all(this.#works.map((work) => work.nextDue()));
    const next = dues.filter((due) => due !== undefined).toSorted()[0];
    if (next === undefined || this.#platform.downSince !== null) return LOOK_MS;
    const left = Date.parse(next) - this.#platform.clock.now();
    // Overdue here means that another process holds the lease.
    return left > 0 ? Math.min(LOOK_MS, left) : LOOK_MS;
  }

  async #prune(): Promise<void> {
    const { store, buckets, clock } = this.#platform;
    if (clock.now() - this.#prunedAt < PRUNE_MS) return;
    this.#prunedAt = clock.now();
    const old = await buckets.accepted.due(store.records, this.#platform.now(), BATCH);
    if (old.length === 0) return;
    const kept = new Set<string>();
    for (const { key } of old) if (await mayAsk(store.tasks, key)) kept.add(key);
    await this.#platform.change(async (writer) => {
      for (const { key, value } of old) {
        if (kept.has(key)) await putAccepted(this.#platform, writer, key, value);
        else await buckets.accepted.remove(writer.records, key);
      }
    });
  }
}
