import { isOutage, type ServiceName } from '../client/errors.ts';
import type { Settings } from '../settings.ts';
import { ServerChanges } from './changes.ts';
import type { Health } from './health.ts';
import { Bell, pause } from './pause.ts';
import { Rereads } from './rereads.ts';
import { Rows } from './rows.ts';
import { strategiesOf } from './strategies.ts';
import type { MirrorContext, Strategy } from './strategy.ts';
import { Sweep } from './sweep.ts';
import { Transit } from './transit.ts';

/** Milliseconds after a failure before the same is tried again, where the service does answer. */
const RETRY_MS = 3000;
/** Milliseconds between two signs of life asked from a silent service, and how long each may take: healed is seen within ten seconds. */
const PROBE_MS = 2000;
const PROBE_LIMIT_MS = 3000;
/** Sweeps may take this share of the time. */
const SWEEP_SHARE = 0.1;
/** While notifications arrive, polls for changes come this many times as seldom. */
const CALM = 5;

/** Keeps the store true. Reading single things works on every replica; `run` only where the lease is held. */
export class Mirror {
  readonly rereads: Rereads;
  readonly #context: MirrorContext;
  readonly #settings: Settings;
  readonly #health: Health;
  readonly #strategies: ReadonlyMap<string, Strategy>;
  readonly #rows: Rows;
  readonly #transit: Transit;
  readonly #bells = new Map<string, Bell>();
  #announced = false;

  constructor(context: MirrorContext, settings: Settings, health: Health) {
    this.#context = context;
    this.#settings = settings;
    this.#health = health;
    this.#strategies = strategiesOf(settings);
    this.#transit = new Transit(this.#strategies);
    this.#rows = new Rows(context, this.#transit);
    this.rereads = new Rereads(context, this.#strategies, this.#rows);
    for (const kind of this.#strategies.keys()) this.#bells.set(kind, new Bell());
  }

  /** Whether notifications arrive: then polls for changes are only the safety net. */
  announce(yes: boolean): void {
    this.#announced = yes;
  }

  /** Something of this kind changed: read it again, or sweep the kind where single things are not read. */
  touched(kind: string, id: string | null): void {
    if (id !== null && this.#strategies.get(kind)?.read) this.rereads.want(kind, id);
    else this.#bells.get(kind)?.ring();
  }

  /** Syncs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, engine, directory, log } = this.#context;
    await directory.load(store.read, engine);
    this.rereads.resume();
    const early = [...this.#strategies.values()].filter((strategy) => strategy.early);
    const late = [...this.#strategies.values()].filter((strategy) => !strategy.early);
    const first = early.map(() => Promise.withResolvers<void>());
    const loops = [
      ...early.map((strategy, index) => this.#sweepLoop(strategy, signal, () => first[index]!.resolve())),
      ...late.map(async (strategy) => {
        await orAborted(Promise.all(first.map(({ promise }) => promise)), signal);
        await this.#sweepLoop(strategy, signal);
      }),
      this.#changesLoop(signal),
      this.#transitLoop(signal),
      this.#probeLoop(signal),
    ];
    const ended = await Promise.allSettled(loops);
    this.rereads.stop();
    for (const outcome of ended)
      if (outcome.status === 'rejected' && !signal.aborted) log.error({ err: outcome.reason as unknown }, 'mirror loop ended by itself');
  }

  async #sweepLoop(strategy: Strategy, signal: AbortSignal, done?: () => void): Promise<void> {
    const { kind, service } = strategy;
    const { log, api } = this.#context;
    const sweep = new Sweep(this.#context, strategy, this.#rows);
    const bell = this.#bells.get(kind)!;
    for (;;) {
      const startedAt = Date.now();
      const ok = await this.#attempt(service, signal, `sweep of ${kind}`, async () => {
        if (!(await api.has(service))) return;
        const result = await sweep.run(signal);
        log.debug({ kind, ...result, ms: Date.now() - startedAt }, 'swept');
      });
      if (!ok) continue;
      done?.();
      await bell.wait(Math.max(strategy.every * 1000, (Date.now() - startedAt) / SWEEP_SHARE), signal);
    }
  }

  async #changesLoop(signal: AbortSignal): Promise<void> {
    const changes = new ServerChanges(this.#context, this.#rows);
    for (;;) {
      const startedAt = Date.now();
      const ok = await this.#attempt('compute', signal, 'poll for changed servers', async () => {
        await changes.poll(signal);
        await this.#health.inStep(startedAt);
      });
      if (ok) await pause(this.#settings.poll.changes * 1000 * (this.#announced ? CALM : 1), signal);
    }
  }

  async #transitLoop(signal: AbortSignal): Promise<void> {
    const pace = this.#settings.poll.transition * 1000;
    for (;;) {
      await pause(pace / 4, signal);
      const down = this.#health.down;
      if (down.includes('identity')) continue;
      for (const { kind, id } of this.#transit.due(pace))
        if (!down.includes(this.#strategies.get(kind)!.service)) {
          if (kind === 'server') await this.#withVolumes(id);
          this.rereads.want(kind, id);
        }
    }
  }

  /** A server in transition takes its volumes along: attaching, detaching, deleting. */
  async #withVolumes(serverId: string): Promise<void> {
    const { store, engine } = this.#context;
    const row = await store.read.get({ engine, kind: 'server', id: serverId });
    const volumes = row?.document['volumes'];
    if (!Array.isArray(volumes)) return;
    for (const volume of volumes as { id: string }[]) this.rereads.want('volume', volume.id);
  }

  async #probeLoop(signal: AbortSignal): Promise<void> {
    for (;;) {
      await pause(PROBE_MS, signal);
      await Promise.all(this.#health.down.map((service) => this.#probe(service)));
      if (this.#health.down.length > 0) await this.#health.note();
    }
  }

  async #probe(service: ServiceName): Promise<void> {
    try {
      await this.#context.api.probe(service, PROBE_LIMIT_MS);
    } catch (error) {
      if (!isOutage(error)) throw error; // an outage is already noted by the request itself
    }
  }

  /** One try; after a failure waits until the next makes sense, and answers false. */
  async #attempt(service: ServiceName, signal: AbortSignal, what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      signal.throwIfAborted();
      const { log } = this.#context;
      const down = isOutage(error) && this.#health.down.some((name) => name === service || name === 'identity');
      if (down) log.debug({ err: error }, `${what} put off: no answer`);
      else log.error({ err: error }, `${what} failed`);
      await orAborted(Promise.all([this.#health.up('identity'), this.#health.up(service)]), signal);
      await pause(down ? PROBE_MS / 4 : RETRY_MS, signal);
      return false;
    }
  }
}

/** Waits for `work`, but no longer than until the signal aborts. */
async function orAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<void>();
  const stop = () => aborted.resolve();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
}
