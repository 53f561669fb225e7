/** Opens the store: connects, brings the schema and the lists up to date, and puts the parts together. */
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Kind } from '@gantry/contract/wire/kind';
import { instantOf, systemClock } from '../port/clock.ts';
import { appendAudit, createAudit } from './logs/audit.ts';
import { createChangeLog, writeLog } from './logs/changes.ts';
import { createStateLog } from './logs/states.ts';
import { createVault, type Vault } from './crypto/vault.ts';
import type { Database } from './sql/database.ts';
import { readFigures } from './figures.ts';
import { recogniseStore, refuseForeign, tablesIn } from './schema/identity.ts';
import { syncLayouts } from './schema/layout-sync.ts';
import { layoutOf, type Layout } from './entries/layout.ts';
import { listsInTurn } from './lists/in-turn.ts';
import { listsOn, type Lists } from './lists/lists.ts';
import { assertHeld, createLeases } from './tasks/leases.ts';
import { migrations } from './schema/migrations.ts';
import { TransactionGuard } from './faults/transaction-guard.ts';
import { createObjectKeys } from './crypto/object-keys.ts';
import { createOpaque } from './crypto/opaque.ts';
import type { Misfits } from '../port/store/misfits.ts';
import type { ObjectKeys } from '../port/store/object-keys.ts';
import type { Opaque } from '../port/store/opaque.ts';
import type { Store } from '../port/store/store.ts';
import type { Writer } from '../port/store/writer.ts';
import { createProperties, createPropertyReader } from './records/properties.ts';
import { createObjectIndex } from './objects/objects.ts';
import { openPostgres } from './postgres/database.ts';
import { Room } from './faults/disk-space.ts';
import { createReader } from './lists/reader.ts';
import { createRecordReader, createRecords } from './records/records.ts';
import { ResourceWriter } from './rows/resource-writer.ts';
import { createRowReader, type RowReader } from './entries/row-reader.ts';
import { Scopes } from './visibility/scopes.ts';
import { createPersonalTokenStore } from './sign-in/personal-tokens.ts';
import { createSessionStore } from './sign-in/sessions.ts';
import { assertShape, shapeOf, takeOver } from './schema/shape.ts';
import { createSignInStore } from './sign-in/sign-ins.ts';
import { openSqlite } from './sqlite/database.ts';
import { sqliteLists } from './sqlite/lists.ts';
import type { Db } from './sql/tables.ts';
import { createTicketStore } from './sign-in/tickets.ts';
import { createTaskStore, createTaskWriter } from './tasks/tasks.ts';

export { StoreRefused } from './schema/identity.ts';
export { StoreOutdated, StoreUnavailable } from './faults/unavailable.ts';

/** Lists that are read at once. SQLite's one thread has the next one at hand; PostgreSQL's leave connections to all else. */
const LISTS_AT_ONCE = { sqlite: 2, postgres: 4 } as const;

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
  /** Is told of rows that do not fit their schema, whose readers get what fits; absent: they are read as they are stored. */
  misfits?: Misfits | undefined;
  /** This process, as the database's activity list shows it. */
  owner: string;
}

/** Throws StoreUnavailable where the database does not answer, StoreRefused where the store is a later version's or of another key. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const vault = createVault(options.secretKey, options.formerSecretKeys);
  const layouts = new Map([...options.kinds.values()].map((kind) => [kind.name, layoutOf(kind)]));
  const steps = Object.keys(migrations(options.url === undefined ? 'sqlite' : 'postgres'));
  const shape = shapeOf(steps, layouts);
  const database =
    options.url === undefined ? openSqlite(options.file, shape, options.log) : openPostgres(options.url, options.owner, shape, options.log);
  const scopes = new Scopes(database);
  const lists: Lists =
    options.url === undefined
      ? listsInTurn(sqliteLists(options.file, layouts, options.log), LISTS_AT_ONCE.sqlite)
      : listsInTurn({ ...listsOn(database, layouts, scopes), close: async () => {} }, LISTS_AT_ONCE.postgres);
  let objectKeys: ObjectKeys;
  try {
    await database.exclusive(async (db) => {
      await refuseForeign(db, vault, { steps: new Set(steps), kinds: options.kinds });
      if ((await tablesIn(db)).has('store_shape')) await takeOver(database, db, shape);
    });
    await migrate(database);
    objectKeys = createObjectKeys(await recogniseStore(database, vault));
    await syncLayouts(database, layouts, scopes, shape, options.log);
  } catch (error) {
    await lists.close();
    await database.close();
    throw error;
  }
  const opaque = createOpaque(options.secretKey, options.formerSecretKeys);
  return storeOn(database, { vault, opaque, objectKeys }, layouts, scopes, lists, createRowReader(layouts, options.misfits), shape);
}

async function migrate(database: Database): Promise<void> {
  const steps = migrations(database.flavour);
  const { error } = await new Migrator({ db: database.write, provider: { getMigrations: async () => steps } }).migrateToLatest();
  if (error) throw error;
}

function storeOn(
  database: Database,
  { vault, opaque, objectKeys }: { vault: Vault; opaque: Opaque; objectKeys: ObjectKeys },
  layouts: ReadonlyMap<string, Layout<Kind>>,
  scopes: Scopes,
  lists: Lists,
  rows: RowReader,
  shape: string,
): Store {
  const guard = new TransactionGuard();
  const room = new Room();
  const now = () => instantOf(systemClock.now());

  function writerOn(db: Db): { writer: Writer; resources: ResourceWriter } {
    const resources = new ResourceWriter(db, database.flavour, layouts, scopes, rows, now);
    const writer: Writer = {
      get: (key) => resources.get(key),
      getMany: (engine, kind, ids) => resources.getMany(engine, kind, ids),
      put: (row, note) => resources.put(row, note),
      putMany: (rows) => resources.putMany(rows),
      setting: (key, members) => resources.setting(key, members),
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
    opaque,
    objectKeys,
    read: createReader(database, layouts, lists, rows),
    changes: guard.guard(createChangeLog(database), ['prune']),
    states: guard.guard(createStateLog(database), ['prune']),
    tasks: guard.guard(createTaskStore(database, vault), ['renew', 'takeOver', 'release']),
    leases: guard.guard(createLeases(database), ['hold', 'release']),
    sessions: guard.guard(createSessionStore(database, vault), [
      'create',
      'touch',
      'enter',
      'revoke',
      'revokeUser',
      'trim',
      'addToken',
      'prune',
    ]),
    personalTokens: guard.guard(createPersonalTokenStore(database), ['create', 'touch', 'revoke', 'revokeUser', 'prune']),
    signIns: guard.guard(createSignInStore(database), ['take', 'giveBack', 'forget', 'remember', 'prune']),
    tickets: guard.guard(createTicketStore(database, vault), ['issue', 'redeem', 'prune']),
    records: createRecordReader(database.read),
    properties: createPropertyReader(database.read),
    objects: createObjectIndex(database, (work) => {
      guard.assertOutside('a change of objects');
      return guard.inside(() => room.heed(database.transaction(work)));
    }),
    audit: guard.guard(createAudit(database), ['append', 'prune']),
    async transaction(work) {
      guard.assertOutside('transaction');
      const { result, fresh } = await guard.inside(() =>
        room.heed(
          database.transaction(async (db) => {
            const { writer, resources } = writerOn(db);
            const value = await work(writer);
            await resources.states.write(db, database.flavour);
            await writeLog(database, db, resources.entries);
            return { result: value, fresh: resources.fresh };
          }),
        ),
      );
      scopes.remember(fresh);
      return result;
    },
    ping: () => assertShape(database, shape),
    hasRoom: () =>
      room.isThere(() =>
        database.transaction((db) =>
          db
            .updateTable('log_floor')
            .set({ seq: sql.ref('seq') })
            .execute(),
        ),
      ),
    figures: () => readFigures(database),
    async close() {
      await lists.close();
      await database.close();
    },
  };
}
