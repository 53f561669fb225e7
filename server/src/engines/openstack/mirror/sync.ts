import type { Logger } from 'pino';
import type { Store } from '../../../port/store/store.ts';
import type { Trust } from '../../../port/trust.ts';
import type { HeldLease } from '../../../port/store/tasks.ts';
import { inBackground } from '../../../turns/turns.ts';
import type { Settings } from '../settings.ts';
import type { Directory } from './directory.ts';
import type { ReplicaJob } from './replica-job.ts';
import type { Health } from './health.ts';
import type { Mirror } from './mirror.ts';
import type { TouchedBy } from './notices.ts';
import { listen } from './notifications.ts';
import { pause } from './pause.ts';

/** A lease is prolonged this many times before it would run out. */
const HOLDS = 5;
/** Milliseconds between two readings of the directory on replicas that do not sync. */
const RELOAD_MS = 60_000;

export interface SyncOptions {
  engine: string;
  owner: string;
  /** Milliseconds that the lease lasts. */
  lease: number;
  store: Store;
  log: Logger;
  mirror: Mirror;
  /** What is done by itself where the mirror is kept. */
  replicaJobs: readonly ReplicaJob[];
  touchedBy: TouchedBy;
  health: Health;
  directory: Directory;
  /** Certificates of the cloud. */
  trust: Trust;
  settings: Settings;
}

/** Lets the replica that holds the lease run the mirror; the others follow what it writes. */
export class Sync {
  readonly #options: SyncOptions;
  readonly #stop = new AbortController();
  #work: Promise<void> | undefined;
  #term: { lease: HeldLease; end: AbortController; ended: Promise<unknown> } | undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  start(): void {
    this.#work ??= this.#run(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { store, engine, owner, lease, log } = this.#options;
    const name = `sync:${engine}`;
    let loadedAt = 0;
    while (!signal.aborted) {
      try {
        const held = await store.leases.hold(name, owner, lease);
        // Taken anew after another one had it: what the former term still knows is old.
        if (held?.since !== this.#term?.lease.since) await this.#end();
        if (held) this.#begin(held);
        else {
          await this.#options.health.follow();
          if (Date.now() - loadedAt > RELOAD_MS) {
            await this.#options.directory.load(store.read, engine);
            loadedAt = Date.now();
          }
        }
      } catch (err) {
        // Without the database nobody knows who holds the lease: whoever had it must stop before it runs out.
        log.error({ err }, 'lease of the mirror not held');
        await this.#end();
      }
      // the pause ends early when the engine stops, and so does the loop
      await pause(lease / HOLDS, signal).catch(() => undefined);
    }
    await this.#end();
    await store.leases.release(name, owner).catch((err: unknown) => log.warn({ err }, 'lease of the mirror not released: it runs out'));
  }

  #begin(lease: HeldLease): void {
    if (this.#term) return;
    const { mirror, replicaJobs, touchedBy, settings, trust, log, health } = this.#options;
    const end = new AbortController();
    const tasks = [() => mirror.run(end.signal, lease), ...replicaJobs.map((replicaJob) => () => replicaJob(end.signal, lease))].map(
      (work) => inBackground(work),
    );
    if (settings.notifications)
      tasks.push(
        listen(
          {
            settings: settings.notifications,
            trust,
            log,
            touchedBy,
            touched: ({ kind, id }) => mirror.touched(kind, id),
            arriving: (yes) => mirror.announce(yes),
            lost: (reason) => health.bus(reason),
          },
          end.signal,
        ),
      );
    const ended = Promise.allSettled(tasks).then((outcomes) => {
      for (const outcome of outcomes)
        if (outcome.status === 'rejected' && !end.signal.aborted) log.error({ err: outcome.reason as unknown }, 'mirror ended by itself');
    });
    this.#term = { lease, end, ended };
    log.info('this replica keeps the mirror');
  }

  async #end(): Promise<void> {
    const term = this.#term;
    if (!term) return;
    this.#term = undefined;
    term.end.abort();
    await term.ended;
    this.#options.health.bus(null);
  }
}
