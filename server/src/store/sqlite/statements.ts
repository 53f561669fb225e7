/** Statements on one connection to a SQLite file: run here, or in another thread (writer.ts). */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Prepared statements that a connection keeps, those that were used last. */
const STATEMENTS_KEPT = 300;

/** Once open, locks of others are waited for by the dialect: SQLite would stop its whole thread. */
export const OWN_WAITING = 'pragma busy_timeout = 0';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** `changes`: rows that were changed, by statements that give no rows. */
export interface Outcome {
  rows: unknown[];
  changes?: number | bigint;
}

export interface Statements {
  /** Before each use of the connection, which ends with a commit, a rollback or a single statement. */
  take(): void;
  /**
   * Throws SQLite's error. `answered`: false for a statement of a transaction whose outcome nobody needs; it may be run as late as with the
   * next one that is answered, which then throws its error, as do all that follow.
   */
  execute(statement: Statement, answered: boolean): Outcome | Promise<Outcome>;
  /** Takes back what the transaction under way has changed, where there is one. */
  rollback(): void | Promise<void>;
  close(): void | Promise<void>;
}

interface Prepared {
  statement: StatementSync;
  /** Has rows to give. */
  reader: boolean;
}

/** Those of a connection of the caller's own thread. Statements are prepared once. */
export class OwnStatements implements Statements {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  take(): void {}

  execute({ sql, parameters }: Statement): Outcome {
    const { statement, reader } = this.#prepared(sql);
    const values = parameters as SQLInputValue[];
    if (reader) return { rows: statement.all(...values) };
    const { changes } = statement.run(...values);
    return { rows: [], changes };
  }

  rollback(): void {
    // SQLite has rolled back by itself after some errors (disk full); another rollback would hide the cause.
    if (this.#database.isTransaction) this.execute({ sql: 'rollback', parameters: [] });
  }

  close(): void {
    this.#database.close();
  }

  #prepared(sql: string): Prepared {
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
