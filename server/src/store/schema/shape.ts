/**
 * Which program may write: the store holds the shape of the data that one program has brought it to, and the database itself refuses the
 * rows of every other one (step 0007). So a replica of an older version that still runs writes nothing once a newer one has opened the store.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kind } from '@gantry/contract/wire/kind';
import { canonicalJson } from '../values/canonical.ts';
import type { Database } from '../sql/database.ts';
import { StoreRefused } from './identity.ts';
import type { Layout } from '../entries/layout.ts';
import type { Db } from '../sql/tables.ts';
import { StoreOutdated } from '../faults/unavailable.ts';

/** The shape of a program: the steps of the schema it knows, and how it declares its kinds. */
export function shapeOf(steps: readonly string[], layouts: ReadonlyMap<string, Layout<Kind>>): string {
  const digests = [...layouts.values()].map(({ digest }) => digest).sort();
  return createHash('sha256')
    .update(canonicalJson([steps.toSorted(), digests]))
    .digest('hex')
    .slice(0, 32);
}

/** What a new store has. */
const NO_SHAPE = '';

export const shapeIn = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('store_shape').select('shape').executeTakeFirst())?.shape;

/** Throws StoreOutdated where the store has another shape by now, or StoreUnavailable. */
export async function assertShape({ read }: Pick<Database, 'read'>, shape: string): Promise<void> {
  if ((await shapeIn(read)) !== shape) throw new StoreOutdated();
}

/**
 * Within an exclusive transaction, before anything else is changed: from its end on nobody writes but programs of this shape. What others
 * have begun ends before.
 */
export async function takeOver(database: Database, db: Db, shape: string): Promise<void> {
  if ((await shapeIn(db)) === shape) return;
  await database.lockWriters(db);
  await db.updateTable('store_shape').set({ shape }).execute();
}

/** Within an exclusive transaction: throws StoreRefused where a program of another shape has come since `takeOver`. */
export async function assertTaken(database: Database, db: Db, shape: string): Promise<void> {
  const taken = await shapeIn(db);
  // The step of the schema that brought the shape was made just now.
  if (taken === NO_SHAPE) return takeOver(database, db, shape);
  if (taken !== shape)
    throw new StoreRefused('Another version of Gantry has opened the store at the same time: start one of the two only.');
}

/** The highest version of each kind's documents that a program has opened the store with. */
export const writtenVersions = async (db: Db): Promise<Map<string, number>> =>
  new Map((await db.selectFrom('schema_versions').selectAll().execute()).map(({ kind, version }) => [kind, version]));

/** Remembers the versions with which documents are written from now on. */
export async function recordVersions(db: Db, kinds: Iterable<Pick<Kind, 'name' | 'version'>>): Promise<void> {
  const values = [...kinds].map(({ name, version }) => ({ kind: name, version }));
  if (values.length === 0) return;
  const written = db.insertInto('schema_versions').values(values);
  await written.onConflict((conflict) => conflict.column('kind').doUpdateSet({ version: sql`excluded.version` })).execute();
}
