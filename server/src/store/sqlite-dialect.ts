/** Kysely on `node:sqlite`: one connection, used by one at a time; writing transactions take the file's lock at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
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
import { isSpare, ownTurn, readingTurn } from './turns.ts';
import { isBusy, StoreUnavailable, translated } from './unavailable.ts';

const STATEMENTS_KEPT = 300;
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
   * How statements share the thread with other work: as part of it, as reading, for whose end somebody waits, or not at all, where the
   * thread does nothing else.
   */
  turns: 'work' | 'reading' | 'none';
}

export function sqliteDialect(database: DatabaseSync, use: ConnectionUse): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(database, use),
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
  readonly #database: DatabaseSync;
  readonly #use: ConnectionUse;
  readonly #connection: SqliteConnection;
  /** Who waits for the connection; spare work lets others go first. */
  readonly #waiting: { go: () => void; spare: boolean }[] = [];
  #taken = false;

  constructor(database: DatabaseSync, use: ConnectionUse) {
    this.#database = database;
    this.#use = use;
    this.#connection = new SqliteConnection(database, {
      turns: use.turns,
      isAwaited: () => this.#waiting.some(({ spare }) => !spare),
    });
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((go) => this.#waiting.push({ go, spare: isSpare() }));
    this.#taken = true;
    await this.#use.before?.();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const changed = this.#connection.takeChanged();
    this.#use.after?.();
    const first = this.#waiting.findIndex(({ spare }) => !spare);
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

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#use.begin));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(COMMIT));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has rolled back by itself after some errors (disk full); another rollback would hide the cause.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    // Whoever is at it may finish; whoever comes later finds the database closed.
    await this.acquireConnection();
    this.#database.close();
    await this.releaseConnection();
  }
}

interface Prepared {
  statement: StatementSync;
  /** Has rows to give. */
  reader: boolean;
  /** May change the database. */
  changes: boolean;
}

/** It writes all that was changed at a stretch. */
const COMMIT = 'commit';
const CHANGES_NOTHING = /^\s*(select|begin|commit|rollback|pragma)\b/i;

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  readonly #turn: (sql: string) => Promise<void>;
  #changed = false;

  /** `isAwaited`: whether somebody who is not spare work waits for the connection. */
  constructor(database: DatabaseSync, { turns, isAwaited }: Pick<ConnectionUse, 'turns'> & { isAwaited: () => boolean }) {
    this.#database = database;
    this.#turn = {
      work: (text: string) => ownTurn({ whole: text === COMMIT, pressed: isAwaited }),
      reading: () => readingTurn(isAwaited),
      none: async () => {},
    }[turns];
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    for (const until = Date.now() + BUSY_MS; ;) {
      await this.#turn(sql);
      try {
        return this.#execute(sql, parameters);
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw translated(error);
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

  #execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, reader, changes: mayChange } = this.#prepared(sql);
    if (mayChange) this.#changed = true;
    const values = parameters as SQLInputValue[];
    if (reader) return { rows: statement.all(...values) as R[] };
    const { changes } = statement.run(...values);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    const prepared = { statement, reader: statement.columns().length > 0, changes: !CHANGES_NOTHING.test(sql) };
    this.#statements.set(sql, prepared);
    if (this.#statements.size > STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return prepared;
  }
}
