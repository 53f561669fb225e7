import { GantryError } from '@gantry/contract/wire/errors';
import type { HeldLease } from '../../../port/store/tasks.ts';
import { isOutage, type ServiceName } from '../client/errors.ts';
import type { Settings } from '../settings.ts';
import { Bell, pause } from './pause.ts';
import { WATCHED, type Prober } from './prober.ts';
import { Rereads } from './rereads.ts';
import { Rows } from './rows.ts';
import type { Changes, MirrorContext, Strategy } from './strategy.ts';
import { Sweep } from './sweep.ts';
import { TransitionPoller } from './transition-poller.ts';

/** Milliseconds between two looks whether a service has fallen silent. */
const LOOK_MS = 100;
/** Milliseconds until what an outage has cut off is tried again. */
const SOON_MS = 500;
/** Sweeps may take this share of the time. */
const SWEEP_SHARE = 0.1;
/** While notifications arrive, polls for changes come this many times as seldom. */
const CALM = 5;

/** Keeps the store true. Reading single resources works on every replica; `run` only where the lease is held. */
export class Mirror {
  readonly rereads: Rereads;
  readonly #context: MirrorContext;
  readonly #settings: Settings;
  readonly #prober: Prober;
  readonly #strategies: ReadonlyMap<string, Strategy>;
  readonly #rows: Rows;
  readonly #poller: TransitionPoller;
  /** By kind: wakes its next sweep. */
  readonly #bells = new Map<string, Bell>();
  /** By kind: wakes its next poll for changes, of those that have one. */
  readonly #changeBells = new Map<string, Bell>();
  #announced = false;

  constructor(context: MirrorContext, strategies: ReadonlyMap<string, Strategy>, settings: Settings, prober: Prober) {
    this.#context = context;
    this.#settings = settings;
    this.#prober = prober;
    this.#strategies = strategies;
    this.#poller = new TransitionPoller(strategies);
    const poller = this.#poller;
    const want = (kind: string, id: string) => this.rereads.want(kind, id);
    const observers = new Map([...strategies].map(([kind, { observer }]) => [kind, observer?.(context, want)]));
    this.#rows = new Rows(context, strategies, {
      note: (row) => {
        poller.note(row);
        observers.get(row.kind)?.(row);
      },
      forget: (kind, id) => poller.forget(kind, id),
      late: want,
    });
    this.rereads = new Rereads(context, strategies, this.#rows);
    for (const { kind, changes } of strategies.values()) {
      this.#bells.set(kind, new Bell());
      if (changes) this.#changeBells.set(kind, new Bell());
    }
  }

  /** Whether notifications arrive: then polls for changes are only the safety net. What was announced before is not known. */
  announce(yes: boolean): void {
    this.#announced = yes;
    if (yes) this.#catchUp(() => true);
  }

  /** Something of this kind changed: read it again, or sweep the kind where single resources are not read. */
  touched(kind: string, id: string | null): void {
    if (id !== null && this.#strategies.get(kind)?.read) this.rereads.want(kind, id);
    else this.#bells.get(kind)?.ring();
  }

  /** Syncs until the signal aborts. What it writes, it writes under the lease only. */
  async run(signal: AbortSignal, lease: HeldLease): Promise<void> {
    const { store, engine, directory, log } = this.#context;
    const rows = this.#rows.under(lease);
    await directory.load(store.read, engine);
    this.rereads.resume(rows);
    this.#prober.watch(true);
    this.#context.health.onOffered = (offered) => {
      for (const { kind, service } of this.#strategies.values()) if (service === offered) this.#bells.get(kind)?.ring();
    };
    const early = [...this.#strategies.values()].filter((strategy) => strategy.early);
    const late = [...this.#strategies.values()].filter((strategy) => !strategy.early);
    const swept = new Map(early.map(({ kind }) => [kind, Promise.withResolvers<void>()]));
    /** What others wait for only until it was tried: a service that is away holds up no more than its own kinds. */
    const tried = new Map(late.map(({ kind }) => [kind, Promise.withResolvers<void>()]));
    const changes = new Map([...this.#strategies].map(([kind, strategy]) => [kind, strategy.changes?.(this.#context, rows)]));
    const loops = [
      ...early.map((strategy) => this.#sweepLoop(strategy, rows, signal, (ok) => ok && swept.get(strategy.kind)?.resolve())),
      ...late.map(async (strategy) => {
        const before = [...swept.values(), ...(strategy.after ?? []).flatMap((kind) => tried.get(kind) ?? [])];
        await orAborted(Promise.all(before.map(({ promise }) => promise)), signal);
        await this.#sweepLoop(strategy, rows, signal, (ok) => {
          tried.get(strategy.kind)?.resolve();
          if (ok && changes.get(strategy.kind)?.complete()) this.#changeBells.get(strategy.kind)?.ring();
        });
      }),
      ...[...changes].flatMap(([kind, polls]) => (polls ? [this.#changesLoop(this.#strategies.get(kind)!, polls, signal)] : [])),
      this.#transitLoop(signal),
      ...WATCHED.map((service) => this.#returnLoop(service, signal)),
    ];
    const ended = await Promise.allSettled(loops);
    await this.rereads.stop();
    this.#prober.watch(false);
    for (const outcome of ended)
      if (outcome.status === 'rejected' && !signal.aborted) log.error({ err: outcome.reason as unknown }, 'mirror loop ended by itself');
  }

  /** `tried`: told after each try whether it was a complete sweep, before a failed one is waited out. */
  async #sweepLoop(strategy: Strategy, rows: Rows, signal: AbortSignal, tried: (ok: boolean) => void): Promise<void> {
    const { kind, service } = strategy;
    const { log, api, health } = this.#context;
    const sweep = new Sweep(this.#context, strategy, rows);
    const bell = this.#bells.get(kind)!;
    for (;;) {
      const startedAt = Date.now();
      const ok = await this.#attempt(strategy, signal, `sweep of ${kind}`, async () => {
        let swept = false;
        try {
          const result = (await api.has(service)) ? await sweep.run(signal) : 'the cloud has no such service';
          log.debug({ kind, result, ms: Date.now() - startedAt }, 'swept');
          if (!strategy.changes) await health.inStep(kind, startedAt);
          swept = true;
        } finally {
          tried(swept);
        }
      });
      if (ok) await bell.wait(Math.max(strategy.every * 1000, (Date.now() - startedAt) / SWEEP_SHARE), signal);
    }
  }

  async #changesLoop(strategy: Strategy, changes: Changes, signal: AbortSignal): Promise<void> {
    const { api, health } = this.#context;
    const bell = this.#changeBells.get(strategy.kind)!;
    for (;;) {
      const startedAt = Date.now();
      const ok = await this.#attempt(strategy, signal, `poll for changes of ${strategy.kind}`, async () => {
        const isInStep = !(await api.has(strategy.service)) || (await changes.poll(signal));
        if (isInStep) await health.inStep(strategy.kind, startedAt);
      });
      if (ok) await bell.wait(this.#settings.poll.changes * 1000 * (this.#announced ? CALM : 1), signal);
    }
  }

  async #transitLoop(signal: AbortSignal): Promise<void> {
    const pace = this.#settings.poll.transition * 1000;
    for (;;) {
      await pause(pace / 4, signal);
      const { isSilent } = this.#context.health;
      if (isSilent('identity')) continue;
      for (const { kind, id } of this.#poller.due(pace))
        if (!isSilent(this.#strategies.get(kind)!.service)) {
          await this.#wantCompanions(kind, id);
          this.rereads.want(kind, id);
        }
    }
  }

  async #wantCompanions(kind: string, id: string): Promise<void> {
    const { store, engine } = this.#context;
    const { companions } = this.#strategies.get(kind)!;
    const row = companions && (await store.read.get({ engine, kind, id }));
    for (const other of row ? companions(row.document) : []) if (other.id !== null) this.rereads.want(other.kind, other.id);
  }

  /** After each silence of a service what may have changed meanwhile is looked for. */
  async #returnLoop(service: ServiceName, signal: AbortSignal): Promise<void> {
    const { health } = this.#context;
    for (;;) {
      await pause(LOOK_MS, signal);
      if (!health.isSilent(service)) continue;
      await orAborted(health.up(service), signal);
      this.#catchUp((strategy) => service === 'identity' || strategy.service === service);
    }
  }

  /** Sweeps at once, but not what is polled for: that goes on where it was, and knows what was deleted. */
  #catchUp(isSelected: (strategy: Strategy) => boolean): void {
    for (const bell of this.#changeBells.values()) bell.ring();
    for (const strategy of this.#strategies.values()) if (!strategy.changes && isSelected(strategy)) this.#bells.get(strategy.kind)?.ring();
  }

  /** One try; after a failure waits until the next makes sense, and answers false. */
  async #attempt({ kind, service }: Strategy, signal: AbortSignal, what: string, work: () => Promise<void>): Promise<boolean> {
    const { log, health } = this.#context;
    try {
      await work();
      health.worked(what);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (isOutage(error)) await Promise.all([this.#prober.verdict('identity'), this.#prober.verdict(service)]);
      // Who is just back may not serve everything at once: that is no failure yet, and tried again soon.
      const isAway = (name: ServiceName) => health.isSilent(name) || health.isJustBack(name);
      const silent = isOutage(error) && (isAway(service) || isAway('identity'));
      if (silent) log.debug({ err: error }, `${what} put off: no answer`);
      else {
        log.error({ err: error }, `${what} failed`);
        health.failed(what, kind, service, reasonOf(error));
      }
      await orAborted(Promise.all([health.up('identity'), health.up(service)]), signal);
      await pause(silent ? SOON_MS : this.#settings.poll.retry * 1000, signal);
      return false;
    }
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof GantryError ? (error.detail ?? error.code) : error instanceof Error ? error.message : String(error);

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
