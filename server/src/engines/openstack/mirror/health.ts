import { z } from 'zod';
import type { Logger } from 'pino';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { Store } from '../../../store/port.ts';
import type { EngineHealth } from '../../engine.ts';
import type { ServiceName } from '../client/errors.ts';

const BUCKET = 'health';
const KEY = 'mirror';
/** Milliseconds between two notes of the moment up to which rows are in step, for replicas that do not sync. */
const NOTE_MS = 5000;

const noteShape = z.object({ asOf: z.string().nullable(), downSince: z.string().nullable(), reason: z.string().nullable() });

/** What is known of the services: told by every request, asked by whoever lists. */
export class Health {
  readonly #store: Store;
  readonly #engine: string;
  readonly #log: Logger;
  readonly #down = new Map<ServiceName, { since: number; reason: string; up: PromiseWithResolvers<void> }>();
  #asOf: string | null = null;
  #notedAt = 0;
  /** What the replica that syncs last wrote; undefined while it is this one. */
  #foreign: z.infer<typeof noteShape> | undefined;

  constructor(store: Store, engine: string, log: Logger) {
    this.#store = store;
    this.#engine = engine;
    this.#log = log;
  }

  /** Told after each request. */
  witness = (service: ServiceName, outage: GantryError | null): void => {
    const known = this.#down.get(service);
    if (outage && !known) {
      this.#down.set(service, { since: Date.now(), reason: outage.detail ?? outage.message, up: Promise.withResolvers() });
      this.#log.warn({ service, reason: outage.detail }, 'service does not answer');
    } else if (!outage && known) {
      this.#down.delete(service);
      this.#log.info({ service, seconds: Math.round((Date.now() - known.since) / 1000) }, 'service answers again');
      known.up.resolve();
    }
  };

  /** Services that did not answer when last asked. */
  get down(): ServiceName[] {
    return [...this.#down.keys()];
  }

  /** Ends when the service answers; at once where it does. */
  async up(service: ServiceName): Promise<void> {
    await this.#down.get(service)?.up.promise;
  }

  read(): EngineHealth {
    const own = [...this.#down.entries()].toSorted(([, a], [, b]) => a.since - b.since);
    const first = own[0]?.[1];
    const downSince = first ? new Date(first.since).toISOString() : (this.#foreign?.downSince ?? null);
    return {
      reachable: downSince === null,
      asOf: this.#foreign ? this.#foreign.asOf : this.#asOf,
      downSince,
      reason: own.length > 0 ? own.map(([, { reason }]) => reason).join('; ') : (this.#foreign?.reason ?? null),
    };
  }

  /** Rows are in step with what the cloud was at this moment. Kept for other replicas and for the next start. */
  async inStep(at: number): Promise<void> {
    this.#foreign = undefined;
    if (this.#down.size === 0) this.#asOf = new Date(at).toISOString();
    await this.note();
  }

  /** Writes the state down, every few seconds at most. */
  async note(): Promise<void> {
    if (Date.now() - this.#notedAt < NOTE_MS) return;
    this.#notedAt = Date.now();
    const { asOf, downSince, reason } = this.read();
    await this.#store.transaction((writer) => writer.records.put(this.#engine, BUCKET, KEY, { asOf, downSince, reason }));
  }

  /** Reads what the replica that syncs has written. */
  async follow(): Promise<void> {
    const note = noteShape.safeParse(await this.#store.records.get(this.#engine, BUCKET, KEY));
    this.#foreign = note.success ? note.data : undefined;
  }
}
