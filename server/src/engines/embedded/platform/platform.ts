import type { Logger } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import { instantOf, type Clock } from '../../../port/clock.ts';
import type { Disk } from '../../../port/disk.ts';
import type { Reader } from '../../../port/store/reader.ts';
import type { Documents, Instant, Row, RowKey } from '../../../port/store/rows.ts';
import type { Store } from '../../../port/store/store.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { EngineContext } from '../../../port/engine.ts';
import type { KindName } from './documents.ts';
import type { Guests } from './guests.ts';
import { bucketsOf, type Buckets } from './records.ts';
import { RowWatch } from './row-watch.ts';
import type { Settings } from './settings.ts';

/** What all parts of the embedded platform share: the store, the clock, the settings, and the one way to change anything. */
export class Platform {
  readonly id: string;
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly guests: Guests;
  readonly buckets: Buckets;
  /** For those who wait for what the platform does with a row. */
  readonly watch: RowWatch;
  /** This process, for leases. */
  readonly process: string;
  /** Milliseconds that a lease lasts. */
  readonly lease: number;
  /** Folder of what it keeps beside the store. */
  readonly folder: string;
  readonly disk: Disk;
  #queue: Promise<unknown> = Promise.resolve();
  #downSince: Instant | null;
  #wake: () => void = () => undefined;

  constructor(context: EngineContext, settings: Settings, clock: Clock, guests: Guests) {
    this.id = context.id;
    this.store = context.store;
    this.log = context.log;
    this.process = context.owner;
    this.lease = context.lease;
    this.folder = context.folder;
    this.disk = context.disk;
    this.settings = settings;
    this.clock = clock;
    this.guests = guests;
    this.watch = new RowWatch(context.store.changes);
    this.buckets = bucketsOf(`engine:${context.id}`);
    this.#downSince = settings.outage ? this.now() : null;
  }

  now(): Instant {
    return instantOf(this.clock.now());
  }

  /** Since when the platform plays dead; null while it works. */
  get downSince(): Instant | null {
    return this.#downSince;
  }

  setOutage(down: boolean): void {
    this.#downSince = down ? (this.#downSince ?? this.now()) : null;
    if (!down) this.#wake();
  }

  /** Throws engine_unavailable during an outage. */
  assertUp(): void {
    if (this.#downSince !== null) throw new GantryError('engine_unavailable');
  }

  /** `wake` is called when a record has become due or may soon. */
  onWake(wake: () => void): void {
    this.#wake = wake;
  }

  wake(): void {
    this.#wake();
  }

  key<K extends KindName>(kind: K, id: string): RowKey<K> {
    return { engine: this.id, kind, id };
  }

  /** The row of a kind, or undefined; regardless of visibility. */
  async row<K extends KindName>(reader: Pick<Reader, 'get'>, kind: K, id: string): Promise<Row<K> | undefined> {
    return reader.get(this.key(kind, id));
  }

  async document<K extends KindName>(reader: Pick<Reader, 'get'>, kind: K, id: string): Promise<Documents[K] | undefined> {
    return (await this.row(reader, kind, id))?.document as Documents[K] | undefined;
  }

  /**
   * Changes the platform in one transaction. Changes run one after the other: within this process by a queue, between
   * processes by a record that each writes first. So what a change reads stays true until it has written.
   */
  change<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    const locked = async (writer: Writer): Promise<T> => {
      await this.buckets.lock.put(writer.records, 'platform', { at: this.now() });
      return work(writer);
    };
    const result = this.#queue.then(() => this.store.transaction(locked));
    // A failure belongs to whoever requested this change, not to the next in the queue.
    this.#queue = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
