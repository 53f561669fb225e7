/** Opens the store: connects, brings the schema and the lists up to date, and puts the parts together. */
import { Migrator } from 'kysely/migration';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Kind } from '@gantry/contract/wire/kind';
import { instantOf, systemClock } from '../clock.ts';
import { appendAudit, createAudit } from './audit.ts';
import { createChangeLog, writeLog } from './changes.ts';
import { createVault, type Vault } from './crypto.ts';
import type { Database } from './database.ts';
import { readFigures } from './figures.ts';
import { recogniseStore, refuseForeign } from './identity.ts';
import { syncLayouts } from './layout-sync.ts';
import { layoutOf, type Layout } from './layout.ts';
import { listsOn, type Lists } from './lists.ts';
import { assertHeld, createLeases } from './leases.ts';
import { migrations } from './migrations.ts';
import { TransactionGuard } from './outside.ts';
import type { Store, Writer } from './port.ts';
import { createProperties, createPropertyReader } from './properties.ts';
import { openPostgres } from './postgres-database.ts';
import { createReader } from './reader.ts';
import { createRecordReader, createRecords } from './records.ts';
import { ResourceWriter } from './resource-writer.ts';
import { Scopes } from './scopes.ts';
import { createSessionStore } from './sessions.ts';
import { openSqlite } from './sqlite-database.ts';
import { sqliteLists } from './sqlite-lists.ts';
import type { Db } from './tables.ts';
import { createTicketStore } from './tickets.ts';
import { createTaskStore, createTaskWriter } from './tasks.ts';

export { StoreRefused } from './identity.ts';
export { StoreUnavailable } from './unavailable.ts';

export interface StoreOptions {
  /** PostgreSQL: `postgres://user@host/database`. Undefined: SQLite in `file`. */
  url: string | undefined;
  /** Path of the SQLite file; folders on the way are made. */
  file: string;
  /** At least 32 bytes. */
  secretKey: Buffer;
  /** Keys that were in use before; what they sealed stays readable. */
  formerSecretKeys?: readonly Buffer[];
  kinds: ReadonlyMap<string, Kind>;
  log: Logger;
  /** This process, as the database's activity list shows it. */
  owner: string;
}

/** Throws StoreUnavailable where the database does not answer, StoreRefused where the store is a later version's or of another key. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const vault = createVault(options.secretKey, options.formerSecretKeys);
  const layouts = new Map([...options.kinds.values()].map((kind) => [kind.name, layoutOf(kind)]));
  const database =
    options.url === undefined ? openSqlite(options.file, options.log) : openPostgres(options.url, options.owner, options.log);
  const scopes = new Scopes(database);
  const lists: Lists =
    options.url === undefined
      ? sqliteLists(options.file, layouts, options.log)
      : { list: listsOn(database, layouts, scopes), close: async () => {} };
  try {
    await migrate(database, vault);
    await recogniseStore(database, vault);
    await syncLayouts(database, layouts, scopes, options.log);
  } catch (error) {
    await lists.close();
    await database.close();
    throw error;
  }
  return storeOn(database, vault, layouts, scopes, lists);
}

async function migrate(database: Database, vault: Vault): Promise<void> {
  const steps = migrations(database.flavour);
  await refuseForeign(database, vault, new Set(Object.keys(steps)));
  const { error } = await new Migrator({ db: database.write, provider: { getMigrations: async () => steps } }).migrateToLatest();
  if (error) throw error;
}

function storeOn(database: Database, vault: Vault, layouts: ReadonlyMap<string, Layout<Kind>>, scopes: Scopes, lists: Lists): Store {
  const guard = new TransactionGuard();
  const now = () => instantOf(systemClock.now());

  function writerOn(db: Db): { writer: Writer; resources: ResourceWriter } {
    const resources = new ResourceWriter(db, database.flavour, layouts, scopes, now);
    const writer: Writer = {
      get: (key) => resources.get(key),
      getMany: (engine, kind, ids) => resources.getMany(engine, kind, ids),
      put: (row, note) => resources.put(row, note),
      putMany: (rows) => resources.putMany(rows),
      putFigures: (key, document) => resources.putFigures(key, document),
      remove: (key, note) => resources.remove(key, note),
      records: createRecords(db),
      properties: createProperties(db),
      assertHeld: (lease) => assertHeld(db, database.flavour, lease),
      tasks: createTaskWriter(db, database, vault, now),
      audit: (entry) => appendAudit(db, entry),
    };
    return { writer, resources };
  }

  return {
    read: createReader(database, layouts, lists),
    changes: guard.guard(createChangeLog(database), ['prune']),
    tasks: guard.guard(createTaskStore(database, vault), ['renew', 'takeOver', 'release']),
    leases: guard.guard(createLeases(database), ['hold', 'release']),
    sessions: guard.guard(createSessionStore(database, vault), [
      'create',
      'touch',
      'revoke',
      'revokeUser',
      'addToken',
      'prune',
      'countFailure',
      'clearFailures',
    ]),
    tickets: guard.guard(createTicketStore(database, vault), ['issue', 'redeem', 'prune']),
    records: createRecordReader(database.read),
    properties: createPropertyReader(database.read),
    audit: guard.guard(createAudit(database), ['append', 'prune']),
    async transaction(work) {
      guard.assertOutside('transaction');
      const { result, fresh } = await guard.inside(() =>
        database.transaction(async (db) => {
          const { writer, resources } = writerOn(db);
          const value = await work(writer);
          await writeLog(database, db, resources.entries);
          return { result: value, fresh: resources.fresh };
        }),
      );
      scopes.remember(fresh);
      return result;
    },
    async ping() {
      await sql`select 1`.execute(database.read);
    },
    figures: () => readFigures(database),
    async close() {
      await lists.close();
      await database.close();
    },
  };
}
