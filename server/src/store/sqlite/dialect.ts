/** Kysely on `node:sqlite`: one connection, used by one at a time; writing transactions take the file's lock at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Statements } from './statements.ts';
import { beforeReading, isBackground, takeReadingTurn, backgroundTurn } from '../../turns/turns.ts';
import { isUnanswered, unanswered } from '../sql/unanswered.ts';
import { isBusy, StoreUnavailable, translated } from '../faults/unavailable.ts';

/** How long a lock of another process is waited for. The waiting is ours: SQLite's own would stop the event loop. */
const BUSY_MS = 10_000;
const BUSY_STEP_MS = 5;

export interface ConnectionUse {
  /** How a transaction starts; `immediate` for the connection that writes. */
  begin: 'begin' | 'begin immediate';
  /** Called when someone gets the connection, and when it is given back. */
  before?(): Promise<void>;
  after?(): void;
  /** Called when it is given back after a change, and waited for before the change counts as made; others have the connection meanwhile. */
  settled?(): Promise<void>;
  /**
   * How statements share the processor with other work: in this thread, as reading for whose end somebody waits; in another one; or not at
   * all, where the thread does nothing else. Background work leaves the processor to whoever is served before it takes the connection, and not
   * while others wait for that.
   */
  turns: 'reading' | 'elsewhere' | 'none';
}

export function sqliteDialect(statements: Statements, use: ConnectionUse): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(statements, use),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite changes tables within transactions: a second process that opens the file waits for the whole migration, and finds it done. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Whoever wants the one connection queues in our driver: Kysely's queue would wait for the disk as well, and for ever where it fails. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #statements: Statements;
  readonly #use: ConnectionUse;
  readonly #connection: SqliteConnection;
  /** Who waits for the connection; background work lets others go first. */
  readonly #waiting: { go: () => void; background: boolean }[] = [];
  #taken = false;

  constructor(statements: Statements, use: ConnectionUse) {
    this.#statements = statements;
    this.#use = use;
    this.#connection = new SqliteConnection(statements, use.turns === 'reading' ? takeReadingTurn : undefined);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#use.turns === 'elsewhere') await backgroundTurn();
    if (this.#use.turns === 'reading') await beforeReading();
    if (this.#taken) await new Promise<void>((go) => this.#waiting.push({ go, background: isBackground() }));
    this.#taken = true;
    await this.#use.before?.();
    this.#statements.take();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const changed = this.#connection.takeChanged();
    this.#use.after?.();
    const first = this.#waiting.findIndex(({ background }) => !background);
    const [next] = this.#waiting.splice(Math.max(0, first), 1);
    if (next) next.go();
    else this.#taken = false;
    if (!changed) return;
    try {
      await this.#use.settled?.();
    } catch (error) {
      throw new StoreUnavailable(error);
    }
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin(this.#use.begin);
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('commit'));
    this.#connection.isInTransaction = false;
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.isInTransaction = false;
    await this.#statements.rollback();
  }

  async destroy(): Promise<void> {
    // Whoever is at it may finish; whoever comes later finds the database closed.
    await this.acquireConnection();
    await this.#statements.close();
    await this.releaseConnection();
  }
}

const CHANGES_NOTHING = /^\s*(select|begin|commit|rollback|pragma)\b/i;

class SqliteConnection implements DatabaseConnection {
  readonly #statements: Statements;
  readonly #turn: (() => Promise<void>) | undefined;
  #changed = false;
  isInTransaction = false;

  /** `turn`: waited for before each statement. */
  constructor(statements: Statements, turn: (() => Promise<void>) | undefined) {
    this.#statements = statements;
    this.#turn = turn;
  }

  /** Nobody waits for it alone: where statements go to another thread it goes along with the first that is answered. */
  async begin(how: ConnectionUse['begin']): Promise<void> {
    this.isInTransaction = true;
    try {
      await this.executeQuery(unanswered(CompiledQuery.raw(how)));
    } catch (error) {
      this.isInTransaction = false;
      throw error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    const answered = !this.isInTransaction || !isUnanswered(query);
    for (const until = performance.now() + BUSY_MS; ;) {
      await this.#turn?.();
      if (!CHANGES_NOTHING.test(sql)) this.#changed = true;
      try {
        const { rows, changes } = await this.#statements.execute({ sql, parameters }, answered);
        return { rows: rows as R[], ...(changes !== undefined && { numAffectedRows: BigInt(changes) }) };
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw translated(error);
        await sleep(BUSY_STEP_MS);
      }
    }
  }

  /** Whether anything may have been changed since this was last asked. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  streamQuery(): never {
    throw new Error('the store reads in chunks, never by streams');
  }
}
