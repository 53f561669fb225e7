/** PostgreSQL: a pool that writes, a pool that reads (so that a writer may wait for a read of its own), a client that listens. */
import pg from 'pg';
import type { Logger } from 'pino';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../sql/database.ts';
import { listenTo } from './listener.ts';
import { Wires } from './wires.ts';
import type { Db, Tables } from '../sql/tables.ts';
import { sqlState, StaleConnection } from '../faults/unavailable.ts';
import { translating } from './translating.ts';

const CONNECTIONS = 8;
const CONNECT_MS = 5_000;
/** A query that takes longer is given up: the request that asked has long gone. */
const STATEMENT_MS = 60_000;
/**
 * A transaction that stands still this long is ended by the server: a replica that was stopped in the middle of one must not hold up the
 * others by its locks, nor go on with it later.
 */
const STANDSTILL_MS = 5_000;
/** Longest wait for the server when the store is closed. */
const CLOSE_MS = 5_000;
const ATTEMPTS = 12;
/** From this attempt on a transaction runs alone, so that it ends. */
const ALONE_FROM = 4;
const CHANNEL = 'gantry_changes';
/** Keys of advisory locks; any numbers, always the same. */
const LOG_LOCK = 0x67_61_6e_01;
const SCHEMA_LOCK = 0x67_61_6e_02;

/**
 * How reads are planned: by indexes (architecture rule 4). Estimates of how many texts contain another one are guesses, and on a wrong one
 * PostgreSQL would read a whole table for a handful of rows; lists lie in memory, where a row out of order costs little more than the next
 * one; and to compile a query takes longer than any of ours.
 */
export const READ_PLANNING = '-c enable_seqscan=off -c random_page_cost=1.1 -c jit=off';

/** bigint as number (all of ours are below 2^53); everything else as pg does it. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** `owner`: this process; `shape`: of this program (schema/shape.ts). */
export function openPostgres(url: string, owner: string, shape: string, log: Logger): Database {
  const wires = new Wires();
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types,
    stream: wires.make,
    application_name: `gantry ${owner}`.slice(0, 63),
  };
  // By the pool's own hook: Kysely's keeps the place of a connection that is lost meanwhile.
  const sayShape = async (client: pg.ClientBase): Promise<void> => {
    await client.query(`select set_config('gantry.shape', $1, false)`, [shape]);
  };
  const listener = listenTo({ ...settings, channel: CHANNEL, log, onSilence: (reason) => wires.cut(reason) });
  const pool = (more: pg.PoolConfig = {}): Db => {
    const made = new pg.Pool({
      ...settings,
      ...more,
      max: CONNECTIONS,
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: STANDSTILL_MS,
    });
    const lost = (error: Error): void => log.warn({ err: error }, 'a connection to the database was lost');
    made.on('error', lost);
    // The pool listens to idle connections only; one that is lost between two statements of a transaction must not end the process.
    made.on('connect', (client) => client.on('error', lost));
    return new Kysely<Tables>({
      dialect: translating(new PostgresDialect({ pool: made }), () => listener.down),
    });
  };
  const read = pool({ options: READ_PLANNING });
  const write = pool({ onConnect: sayShape });

  return {
    flavour: 'postgres',
    read,
    write,
    snapshot: (work) => fresh(() => read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)),
    transaction: (work) => serializable(write, work),
    exclusive: (work) =>
      write.transaction().execute(async (db) => {
        await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(db);
        return work(db);
      }),
    async lockWriters(db) {
      // Each transaction that writes begins with a lock of this table, and looks at the data after that.
      await sql`lock table log_floor in exclusive mode`.execute(db);
    },
    async lockLog(db) {
      await sql`select pg_advisory_xact_lock(${LOG_LOCK})`.execute(db);
    },
    async announce(db) {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
    },
    onAnnounced: listener.subscribe,
    async size() {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(read);
      return rows[0]?.bytes ?? 0;
    },
    async place(db) {
      // A restored dump has tables made anew; a cluster rolled back in time has a new timeline.
      const { rows } = await sql<{ place: string }>`
        select concat_ws(' ', (pg_control_system()).system_identifier, (pg_control_checkpoint()).timeline_id, 'changes'::regclass::oid)
          as place`.execute(db);
      return rows[0]?.place ?? '';
    },
    async close() {
      // A server that is silent does not even take a goodbye.
      const limit = setTimeout(() => wires.cut(new Error('the store is closed')), CLOSE_MS);
      await Promise.all([listener.close(), read.destroy(), write.destroy()]);
      clearTimeout(limit);
    },
  };
}

/** After the server was away each connection of the pool may be a dead one, which shows only when it is used. */
async function fresh<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof StaleConnection) || tried >= CONNECTIONS) throw error;
    }
  }
}

/** Serialization failure, deadlock, and a key that another transaction made in the meantime. */
const isConflict = (error: unknown): boolean => ['40001', '40P01', '23505'].includes(sqlState(error) ?? '');

async function serializable<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const transaction = db.transaction().setIsolationLevel('serializable');
      return await fresh(() =>
        transaction.execute(async (trx) => {
          // A lock of a table is taken before the transaction's view of the data is, which an advisory lock is not.
          if (attempt >= ALONE_FROM) await sql`lock table log_floor in exclusive mode`.execute(trx);
          else await sql`lock table log_floor in row share mode`.execute(trx);
          return work(trx);
        }),
      );
    } catch (error) {
      if (!isConflict(error) || attempt + 1 >= ATTEMPTS) throw error;
      await sleep(Math.random() * Math.min(200, 5 * 2 ** attempt));
    }
  }
}
