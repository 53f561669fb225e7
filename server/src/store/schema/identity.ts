/** Which secret key a store was written with, the key of its encrypted objects, which version of Gantry may open it, and whether it is the one that was written last. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kind } from '@gantry/contract/wire/kind';
import { OBJECT_KEY_BYTES } from '../../port/store/object-keys.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../sql/database.ts';
import type { Db } from '../sql/tables.ts';

const PLACE = 'store_identity.secret';
const OBJECT_KEY_PLACE = 'store_identity.object_key';
const SENTENCE = 'the secret key is right';

/** The store is sound, but not one that this process may open as it was started; the message says what to do. */
export class StoreRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreRefused';
  }
}

/** What a program knows of stores: the steps of the schema, and its kinds. */
export interface Known {
  steps: ReadonlySet<string>;
  kinds: ReadonlyMap<string, Pick<Kind, 'version'>>;
}

/**
 * Before anything is changed: throws StoreRefused where a later version has opened the store whose schema or documents this one does not
 * know, or where the secret key is not that of the store.
 */
export async function refuseForeign(db: Db, vault: Vault, { steps, kinds }: Known): Promise<void> {
  const tables = await tablesIn(db);
  if (tables.has('kysely_migration')) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    assertKnown(rows.flatMap(({ name }) => (steps.has(name) ? [] : `the step ${name}`)));
  }
  if (tables.has('schema_versions')) {
    const written = await db.selectFrom('schema_versions').selectAll().orderBy('kind').execute();
    const isLater = ({ kind, version }: (typeof written)[number]): boolean => version > (kinds.get(kind)?.version ?? 0);
    assertKnown(written.filter(isLater).map(({ kind, version }) => `version ${version} of ${kind}`));
  }
  const known = tables.has('store_identity') ? await db.selectFrom('store_identity').selectAll().executeTakeFirst() : undefined;
  if (known) return assertOpens(vault, known.secret);
  if (!tables.has('sessions')) return;
  // A store from before there was a sentence to try: its newest session tells.
  const newest = await db.selectFrom('sessions').select('principal').orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  if (newest) assertOpens(vault, newest.principal);
}

/** Names of the tables that there are. */
export const tablesIn = async (db: Db): Promise<Set<string>> =>
  new Set((await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name));

function assertKnown(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  throw new StoreRefused(
    `The store was written by a later version of Gantry (it has ${unknown.join(', ')}): start that version, or restore a backup from before the upgrade.`,
  );
}

function assertOpens(vault: Vault, sealed: string): void {
  if (vault.canOpen(sealed)) return;
  throw new StoreRefused(
    'The store was written with another secret key, so that its sessions and open tasks cannot be read: put the secret.key of the same ' +
      'backup into the data folder, or give the key in GANTRY_SECRET_KEY (a former key follows after a comma).',
  );
}

/**
 * Seals a sentence with the key in use, and the key of encrypted objects, which stays the same whatever that key becomes; sees whether the store
 * was restored from a copy since it was open last. One process at a time. @returns the key of encrypted objects
 */
export function recogniseStore(database: Database, vault: Vault): Promise<Buffer> {
  return database.exclusive(async (db) => {
    const known = await db.selectFrom('store_identity').selectAll().executeTakeFirst();
    const place = await database.place(db);
    if (known && known.place !== place) await beginNewLog(database, db);
    const kept = known?.object_key ?? null;
    const text = kept === null ? randomBytes(OBJECT_KEY_BYTES).toString('base64') : (vault.open(kept, OBJECT_KEY_PLACE) as string);
    const row = { secret: vault.seal(SENTENCE, PLACE), place, object_key: vault.seal(text, OBJECT_KEY_PLACE) };
    if (known) await db.updateTable('store_identity').set(row).execute();
    else await db.insertInto('store_identity').values(row).execute();
    return Buffer.from(text, 'base64');
  });
}

/**
 * Numbers of the log that were given out after the copy was made would be given out again, for other changes. The log begins anew beyond
 * all of them (milliseconds since the epoch grow faster than the log), so that every client is told to read everything again.
 */
async function beginNewLog(database: Database, db: Db): Promise<void> {
  const { seq: floor } = await db.selectFrom('log_floor').select('seq').executeTakeFirstOrThrow();
  const newest = await db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const start = Math.max(Date.now(), floor + 1, (newest?.seq ?? 0) + 1);
  await db.deleteFrom('changes').execute();
  await db.updateTable('log_floor').set({ seq: start }).execute();
  if (database.flavour === 'sqlite') {
    await sql`delete from sqlite_sequence where name = 'changes'`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values ('changes', ${start})`.execute(db);
  } else {
    await sql`select setval(pg_get_serial_sequence('changes', 'seq'), ${start})`.execute(db);
  }
}
