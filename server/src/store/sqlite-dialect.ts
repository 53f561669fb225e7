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
import { isBusy, translated } from './unavailable.ts';

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
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #use: ConnectionUse;
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  constructor(database: DatabaseSync, use: ConnectionUse) {
    this.#database = database;
    this.#use = use;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    await this.#use.before?.();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#use.after?.();
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#use.begin));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
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

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reader: boolean }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    for (const until = Date.now() + BUSY_MS; ;) {
      try {
        return this.#execute(sql, parameters);
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw translated(error);
        await sleep(BUSY_STEP_MS);
      }
    }
  }

  streamQuery(): never {
    throw new Error('the store reads in chunks, never by streams');
  }

  #execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, reader } = this.#prepared(sql);
    const values = parameters as SQLInputValue[];
    if (reader) return { rows: statement.all(...values) as R[] };
    const { changes } = statement.run(...values);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  #prepared(sql: string): { statement: StatementSync; reader: boolean } {
    const known = this.#statements.get(sql);
    if (known) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    const prepared = { statement, reader: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    if (this.#statements.size > STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return prepared;
  }
}
