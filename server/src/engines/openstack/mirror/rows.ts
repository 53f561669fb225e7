import type { ChangeNote } from '../../../port/store/changes.ts';
import type { RowInput } from '../../../port/store/rows.ts';
import type { HeldLease } from '../../../port/store/tasks.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { takeTurn } from '../../../turns/turns.ts';
import { chunks } from '../client/pages.ts';
import { Order } from './order.ts';
import type { MirrorContext, RowWriter, Strategy } from './strategy.ts';
import { isMarked } from './marked.ts';
import { problemOf } from './valid.ts';

/** Rows written in one transaction: few, because whoever else writes waits for its commit, some 0.3 ms for a server on SQLite. */
const BATCH = 50;

/** Called with each row that was read, whether it changed or not, and with each that is gone. */
interface RowObserver {
  note(row: RowInput): void;
  forget(kind: string, id: string): void;
  /** What was read of it came too late to be written: it must be read again. */
  late(kind: string, id: string): void;
}

/** Writes what was read from the cloud: in the order in which it was requested, and notes what of it readers cannot be given. */
export class Rows implements RowWriter {
  readonly #context: MirrorContext;
  readonly #strategies: ReadonlyMap<string, Strategy>;
  readonly #observer: RowObserver;
  readonly #order: Order;
  readonly #lease: HeldLease | undefined;

  constructor(
    context: MirrorContext,
    strategies: ReadonlyMap<string, Strategy>,
    observer: RowObserver,
    order = new Order(),
    lease?: HeldLease,
  ) {
    this.#context = context;
    this.#strategies = strategies;
    this.#observer = observer;
    this.#order = order;
    this.#lease = lease;
  }

  /**
   * The same, for the replica that syncs: nothing is written once another one has the lease. A process that was stopped for a while would
   * else write what it read before the other one's newer answers.
   */
  under(lease: HeldLease): Rows {
    return new Rows(this.#context, this.#strategies, this.#observer, this.#order, lease);
  }

  /** A transaction of the mirror. Throws LeaseLost. */
  change<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    return this.#context.store.transaction(async (writer) => {
      if (this.#lease) await writer.assertHeld(this.#lease);
      return work(writer);
    });
  }

  /** @param requestedAt on the clock of `performance.now()`; when the request for these rows was sent */
  async write(rows: readonly RowInput[], requestedAt: number): Promise<number> {
    let changed = 0;
    for (const batch of chunks(rows, BATCH))
      changed += await this.#order.inTurn(async () => this.#writeBatch(await this.#writable(batch, requestedAt)));
    this.#order.forgetOld();
    return changed;
  }

  /**
   * Writes one resource, or removes it where the service no longer knows it. False where the answer came too late: another one was written
   * since it was requested, and only a new look can tell which of them is the younger.
   */
  settle(kind: string, id: string, row: RowInput | undefined, requestedAt: number): Promise<boolean> {
    return this.#order.inTurn(async () => {
      if (this.#order.isLate(kind, id, requestedAt)) return false;
      if (!row) await this.#remove(kind, id);
      else await this.#writeBatch(await this.#owned([this.#examined(row)]));
      return true;
    });
  }

  /** Removes a row that the service itself no longer knows. True when it was there. */
  remove(kind: string, id: string, requestedAt: number): Promise<boolean> {
    return this.#order.inTurn(async () => !this.#isLate(kind, id, requestedAt) && this.#remove(kind, id));
  }

  /** The service says that it has deleted something, known here or not: answers requested before that count no more. */
  outdate(kind: string, id: string): Promise<void> {
    return this.#order.inTurn(async () => this.#order.written(kind, id));
  }

  async #remove(kind: string, id: string): Promise<boolean> {
    const { engine, directory, unreadable } = this.#context;
    directory.forget(kind, id);
    this.#observer.forget(kind, id);
    unreadable.clear(kind, id);
    const removed = await this.change((writer) => writer.remove({ engine, kind, id }));
    this.#order.written(kind, id);
    return removed;
  }

  /** Rows of one kind. */
  async #writeBatch(batch: readonly RowInput[]): Promise<number> {
    const [first] = batch;
    if (!first) return 0;
    const { directory, engine } = this.#context;
    const strategy = this.#strategies.get(first.kind);
    const failed = await this.#newlyFailed(batch, strategy);
    const changed = await this.change(async (writer) => {
      const rows = (await strategy?.complete?.(writer, engine, batch)) ?? batch;
      for (const row of rows) if (failed.has(row.id)) await writer.put(row, failed.get(row.id));
      const others = rows.filter((row) => !failed.has(row.id));
      const written = await writer.putMany(others);
      // Where nothing has changed the others have it already.
      if (written > 0) await strategy?.follow?.(writer, engine, others);
      return written + failed.size;
    });
    for (const row of batch) {
      this.#order.written(row.kind, row.id);
      directory.learn(row);
      this.#observer.note(row);
    }
    return changed;
  }

  async #writable(batch: readonly RowInput[], requestedAt: number): Promise<RowInput[]> {
    const rows: RowInput[] = [];
    for (const row of batch) {
      await takeTurn();
      if (!this.#isLate(row.kind, row.id, requestedAt)) rows.push(this.#examined(row));
    }
    return this.#owned(rows);
  }

  #isLate(kind: string, id: string, requestedAt: number): boolean {
    const late = this.#order.isLate(kind, id, requestedAt);
    if (late) this.#observer.late(kind, id);
    return late;
  }

  /** Notes what readers cannot be given of a row as it is: answers replace it, and say so. */
  #examined(read: RowInput): RowInput {
    const row = { ...read, isFromCloud: true };
    // What is marked was noted when it was read.
    if (isMarked(row)) return row;
    const { unreadable } = this.#context;
    const problem = problemOf(row);
    if (problem !== undefined) unreadable.note(row.kind, { id: row.id, problem, members: [] });
    else unreadable.clear(row.kind, row.id);
    return row;
  }

  /** Rows whose owner cannot be read, which is empty in them, stay with the one they are known to have. */
  async #owned(rows: readonly RowInput[]): Promise<RowInput[]> {
    const isLost = (row: RowInput): boolean => {
      const { projectId, domainId } = row;
      return isMarked(row) && (projectId === '' || domainId === '' || (projectId === null && domainId === null));
    };
    const lost = rows.filter(isLost);
    if (lost.length === 0) return [...rows];
    const { store, engine } = this.#context;
    const ids = lost.map(({ id }) => id);
    const known = await store.read.getMany(engine, lost[0]!.kind, ids);
    return rows.map((row) => {
      const before = isLost(row) ? known.get(row.id) : undefined;
      if (!before) return row;
      const { domainId, projectId, userId, document } = before;
      const owner = Object.fromEntries(['project_id', 'domain_id'].flatMap((name) => (name in document ? [[name, document[name]]] : [])));
      return { ...row, domainId, projectId, userId, document: { ...row.document, ...owner } };
    });
  }

  /** Ids of those that have just come to grief: the log says so with the reason, instead of an ordinary change. */
  async #newlyFailed(batch: readonly RowInput[], strategy: Strategy | undefined): Promise<ReadonlyMap<string, ChangeNote>> {
    const { store, engine } = this.#context;
    const failed = new Map<string, ChangeNote>();
    for (const { id, document } of batch) {
      const note = strategy?.failure?.(document);
      if (note) failed.set(id, note);
    }
    if (failed.size === 0) return failed;
    const before = await store.read.getMany(engine, strategy!.kind, [...failed.keys()]);
    for (const id of failed.keys()) {
      const known = before.get(id);
      if (!known || strategy!.failure!(known.document)) failed.delete(id);
    }
    return failed;
  }
}
