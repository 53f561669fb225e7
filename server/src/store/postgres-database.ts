/** PostgreSQL: a pool that writes, a pool that reads (so that a writer may wait for a read of its own), a client that listens. */
import pg from 'pg';
import type { Logger } from 'pino';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { listenTo } from './postgres-listener.ts';
import type { Db, Tables } from './tables.ts';
import { sqlState, StaleConnection } from './unavailable.ts';
import { translating } from './translating.ts';

const CONNECTIONS = 8;
const CONNECT_MS = 5_000;
/** A query that takes longer is given up: the request that asked has long gone. */
const STATEMENT_MS = 60_000;
const ATTEMPTS = 12;
/** From this attempt on a transaction runs alone, so that it ends. */
const ALONE_FROM = 4;
const CHANNEL = 'gantry_changes';
/** Keys of advisory locks; any numbers, always the same. */
const LOG_LOCK = 0x67_61_6e_01;
const SCHEMA_LOCK = 0x67_61_6e_02;

/** bigint as number (all of ours are below 2^53); everything else as pg does it. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

export function openPostgres(url: string, owner: string, log: Logger): Database {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types,
    application_name: `gantry ${owner}`.slice(0, 63),
  };
  const pool = (): Db => {
    const made = new pg.Pool({ ...settings, max: CONNECTIONS, statement_timeout: STATEMENT_MS });
    const lost = (error: Error): void => log.warn({ err: error }, 'a connection to the database was lost');
    made.on('error', lost);
    // The pool listens to idle connections only; one that is lost between two statements of a transaction must not end the process.
    made.on('connect', (client) => client.on('error', lost));
    return new Kysely<Tables>({ dialect: translating(new PostgresDialect({ pool: made })) });
  };
  const read = pool();
  const write = pool();
  const listener = listenTo({ ...settings, channel: CHANNEL, log });

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
    async lockLog(db) {
      await sql`select pg_advisory_xact_lock(${LOG_LOCK})`.execute(db);
    },
    async announce(db) {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
    },
    onAnnounced: listener.subscribe,
    async close() {
      await listener.close();
      await Promise.all([read.destroy(), write.destroy()]);
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
