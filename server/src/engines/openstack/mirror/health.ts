import type { Logger } from 'pino';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { Store } from '../../../port/store/store.ts';
import type { Doubt, EngineHealth, ServiceTrouble } from '../../../port/engine.ts';
import type { Breaker } from '../client/api.ts';
import { OPTIONAL, SERVICES, unreachable, type ServiceName } from '../client/errors.ts';
import { readNote, writeNote, type Note } from './health-note.ts';
import type { LatencyTracker } from './latency-tracker.ts';

/** Milliseconds between two notes of the moment up to which rows are in step, for replicas that do not sync. */
const NOTE_MS = 5000;
/** Milliseconds after its return in which a service counts as just back, and how long a read may take until then, of one that was fast. */
const BACK_MS = 15_000;
const BACK_PATIENCE_MS = 3000;
/** The message bus, beside the services: without it everything is polled for. */
const BUS = 'notifications';

interface Silence {
  since: number;
  reason: string;
  up: PromiseWithResolvers<void>;
}

interface Failure {
  kind: string;
  service: ServiceName;
  since: number;
  reason: string;
}

const iso = (at: number): string => new Date(at).toISOString();

/**
 * What is known of the services and of the mirror's work: told by whoever asks them, asked by whoever lists. A service is silent when it
 * does not answer its probes (`prober.ts`), and failing while something of the mirror does not get done although it answers.
 */
export class Health implements Breaker {
  readonly #store: Store;
  readonly #engine: string;
  readonly #log: Logger;
  /** What the rows of a kind are made from, the service whose things they are first. */
  readonly #needs: (kind: string) => readonly ServiceName[];
  readonly #latency: LatencyTracker;
  readonly #silent = new Map<string, Silence>();
  /** Services that the catalogue does not list, since when. */
  readonly #missing = new Map<ServiceName, number>();
  readonly #failing = new Map<string, Failure>();
  /** `kind problem` */
  readonly #doubts = new Map<string, Doubt>();
  readonly #asOf = new Map<string, number>();
  readonly #answeredAt = new Map<ServiceName, number>();
  readonly #backAt = new Map<ServiceName, number>();
  /** Ends the requests under way when their service falls silent. */
  readonly #breakers = new Map<ServiceName, AbortController>();
  readonly #listeners = new Set<() => void>();
  /** Of replicas that do not sync: what the one that does last wrote. */
  #foreign: Note | undefined;
  #notedAt = 0;
  /** The catalogue lists a service that it did not list before. */
  onOffered: (service: ServiceName) => void = () => undefined;
  /** A request has failed: the service should be probed now. */
  onSuspicion: (service: ServiceName) => void = () => undefined;

  constructor(store: Store, engine: string, log: Logger, latency: LatencyTracker, needs: (kind: string) => readonly ServiceName[]) {
    this.#store = store;
    this.#latency = latency;
    this.#engine = engine;
    this.#log = log;
    this.#needs = needs;
  }

  /** Called after each request. What answers on a connection that it has kept may take no new ones: that ends no silence. */
  observer = (service: ServiceName, outage: GantryError | null, took: number): void => {
    if (outage) this.onSuspicion(service);
    else this.#noteAnswer(service, took);
  };

  /** The beginning or the end of an answer has come, whenever somebody will get to read it. */
  heard = (service: ServiceName): void => void this.#answeredAt.set(service, this.#latency.now());

  /** A probe was answered. */
  answered(service: ServiceName, took: number): void {
    this.#noteAnswer(service, took, true);
    if (!this.#silent.has(service)) return;
    this.#breakers.delete(service);
    this.#backAt.set(service, this.#latency.now());
    this.#recovered(service);
  }

  #noteAnswer(service: ServiceName, took: number, probed = false): void {
    const now = this.#latency.now();
    this.#answeredAt.set(service, now);
    // What was requested before the silence may have waited for all of it: that says nothing of how long the service takes.
    const waitedThrough = this.#silent.has(service) || now - took < (this.#backAt.get(service) ?? -Infinity);
    if (!waitedThrough) this.#latency.answered(service, took);
    else if (probed) this.#latency.answeredAfterSilence(service, took);
  }

  fellSilent(service: ServiceName, reason: string): void {
    if (!this.#fell(service, reason)) return;
    const breaker = this.#breakers.get(service);
    breaker?.abort(unreachable(service, reason));
  }

  /** What the catalogue lists now. A service that is listed no longer is not silent: nobody asks it. */
  offers(listed: readonly ServiceName[]): void {
    const before = this.#missing.size;
    const appeared = listed.filter((service) => this.#missing.delete(service));
    const lost = SERVICES.filter((service) => !listed.includes(service) && !this.#missing.has(service));
    for (const service of lost) {
      this.#missing.set(service, Date.now());
      this.#recovered(service);
    }
    if (lost.length === 0 && this.#missing.size === before) return;
    this.#log.info({ missing: [...this.#missing.keys()] }, 'services of the catalogue have changed');
    this.#changed();
    for (const service of appeared) this.onOffered(service);
  }

  /** Whether the message bus is there. Not an outage: polling stands in for it. */
  bus(reason: string | null): void {
    if (reason === null) this.#recovered(BUS);
    else this.#fell(BUS, reason);
  }

  /** When the service last answered, on the clock of the latency tracker. */
  answeredAt = (service: ServiceName): number => this.#answeredAt.get(service) ?? -Infinity;

  closed(service: ServiceName): GantryError | undefined {
    const silence = this.#silent.get(service);
    return silence && unreachable(service, `no answer since ${iso(silence.since)}: ${silence.reason}`);
  }

  ending(service: ServiceName): AbortSignal {
    const known = this.#breakers.get(service);
    if (known) return known.signal;
    const breaker = new AbortController();
    this.#breakers.set(service, breaker);
    return breaker.signal;
  }

  /** Whether the service has been silent until a moment ago. */
  isJustBack = (service: ServiceName): boolean => this.#latency.now() - (this.#backAt.get(service) ?? -Infinity) < BACK_MS;

  patience = (service: ServiceName, limit: number, reads: boolean): number =>
    Math.max(reads && this.isJustBack(service) ? Math.min(limit, BACK_PATIENCE_MS) : limit, this.#latency.ample(service));

  /** Services that do not answer. */
  isSilent = (service: ServiceName): boolean => this.#silent.has(service);

  /** Ends when the service answers; at once where it does. */
  async up(service: ServiceName): Promise<void> {
    await this.#silent.get(service)?.up.promise;
  }

  /** Something of the mirror did not get done although the service answers. @param what names the work, and is cleared by `worked` */
  failed(what: string, kind: string, service: ServiceName, reason: string): void {
    if (this.#failing.has(what)) return;
    this.#failing.set(what, { kind, service, since: Date.now(), reason });
    this.#changed();
  }

  worked(what: string): void {
    if (this.#failing.delete(what)) this.#changed();
  }

  /** @param detail null: there is no doubt (any more) */
  doubt(kind: string, problem: Doubt['problem'], detail: string | null): void {
    const key = `${kind} ${problem}`;
    const known = this.#doubts.get(key);
    if (detail === null) this.#doubts.delete(key);
    else this.#doubts.set(key, { kind, problem, since: known?.since ?? iso(Date.now()), detail });
    if ((known === undefined) !== (detail === null)) this.#changed();
  }

  /** The rows of a kind are as the cloud was at this moment (milliseconds since the epoch). */
  async inStep(kind: string, at: number): Promise<void> {
    this.#foreign = undefined;
    if (!this.#needs(kind).some(this.isSilent)) this.#asOf.set(kind, at);
    await this.note();
  }

  read(kind?: string): EngineHealth {
    const foreign = this.#foreign;
    const needs: readonly string[] | undefined = kind === undefined ? undefined : this.#needs(kind);
    // Without the room that one service tells of nodes there are nodes all the same; without the one that lists them there are none.
    const concerns = ({ name, problem }: ServiceTrouble): boolean => {
      if (needs === undefined) return problem !== 'missing' || !OPTIONAL.has(name);
      return name === BUS || (problem === 'missing' ? name === needs[0] : needs.includes(name));
    };
    const services = [...this.#services(kind), ...(foreign?.services ?? [])]
      .filter(concerns)
      .toSorted((a, b) => (a.downSince < b.downSince ? -1 : 1));
    // A cloud without one of the services is a whole one; its list of what that service has is none.
    const down = services.filter(({ name, problem }) => name !== BUS && (kind !== undefined || problem !== 'missing'));
    const at = this.#asOf.get(kind ?? 'server');
    const doubts = [...this.#doubts.values(), ...(foreign?.doubts ?? [])].filter((doubt) => kind === undefined || doubt.kind === kind);
    return {
      reachable: down.length === 0,
      asOf: foreign ? (foreign.asOf[kind ?? 'server'] ?? null) : at === undefined ? null : iso(at),
      downSince: down[0]?.downSince ?? null,
      reason: down.length === 0 ? null : down.map(({ reason }) => reason).join('; '),
      services,
      doubts,
      answered: foreign?.answered ?? this.#answers(),
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Writes the state down, every few seconds at most, or at once where it has changed. */
  async note(now = false): Promise<void> {
    if (this.#foreign || (!now && Date.now() - this.#notedAt < NOTE_MS)) return;
    this.#notedAt = Date.now();
    const asOf = Object.fromEntries([...this.#asOf].map(([kind, at]) => [kind, iso(at)]));
    const answered = this.#answers();
    await writeNote(this.#store, this.#engine, { asOf, services: this.#troubles(), answered, doubts: [...this.#doubts.values()] });
  }

  /** Reads what the replica that syncs has written. */
  async follow(): Promise<void> {
    const before = JSON.stringify([this.#foreign?.services, this.#foreign?.doubts]);
    this.#foreign = await readNote(this.#store, this.#engine);
    this.#failing.clear();
    this.#doubts.clear();
    if (JSON.stringify([this.#foreign?.services, this.#foreign?.doubts]) !== before) this.#tell();
  }

  /** When each service last answered, by the clock that others read as well. */
  #answers(): Record<string, string> {
    const [now, passed] = [Date.now(), this.#latency.now()];
    return Object.fromEntries([...this.#answeredAt].map(([service, at]) => [service, iso(now - (passed - at))]));
  }

  /** Each replica knows the catalogue by itself, and is told by the one that syncs what else is the matter. */
  #services(kind?: string): ServiceTrouble[] {
    const missing = [...this.#missing].map(([name, since]) => ({
      name,
      problem: 'missing' as const,
      downSince: iso(since),
      reason: `${name}: not in the catalogue of this region`,
    }));
    return [...this.#troubles(kind), ...missing];
  }

  #troubles(kind?: string): Note['services'] {
    const silent = [...this.#silent].map(([name, { since, reason }]) => ({
      name,
      problem: 'silent' as const,
      downSince: iso(since),
      reason: `${name}: ${reason}`,
    }));
    const failing = [...this.#failing]
      // What fails while its service is silent is said by the silence.
      .filter(([, failure]) => (kind === undefined || failure.kind === kind) && !this.#silent.has(failure.service))
      .map(([what, { service, since, reason }]) => ({
        name: service,
        problem: 'failing' as const,
        downSince: iso(since),
        reason: `${what}: ${reason}`,
      }));
    return [...silent, ...failing];
  }

  #fell(name: string, reason: string): boolean {
    if (this.#silent.has(name)) return false;
    this.#silent.set(name, { since: Date.now(), reason, up: Promise.withResolvers() });
    this.#log.warn({ service: name, reason }, 'service does not answer');
    this.#changed();
    return true;
  }

  #recovered(name: string): void {
    const silence = this.#silent.get(name);
    if (!silence) return;
    this.#silent.delete(name);
    this.#log.info({ service: name, seconds: Math.round((Date.now() - silence.since) / 1000) }, 'service answers again');
    silence.up.resolve();
    this.#changed();
  }

  #changed(): void {
    this.#tell();
    this.note(true).catch((err: unknown) => this.#log.warn({ err }, 'health of the mirror not noted for other replicas'));
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
