/** Makes the list tables fit the kinds' declarations when the store opens; what changed is built anew from the rows. */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Kind } from '@gantry/contract/wire/kind';
import { canonicalJson } from '../values/canonical.ts';
import { yieldToOthers, type Database } from '../sql/database.ts';
import { entryOf, writeEntries } from '../entries/entries.ts';
import { creation, removal, type Layout } from '../entries/layout.ts';
import { ownerOf, parseDocument, RESOURCE_COLUMNS } from '../sql/rows.ts';
import { sharesOf } from '../visibility/shares.ts';
import type { Scopes } from '../visibility/scopes.ts';
import { assertTaken, recordVersions, shapeIn, writtenVersions } from './shape.ts';
import type { Db, ResourceRow } from '../sql/tables.ts';
import { ALL, rowScopes } from '../visibility/names.ts';

const BATCH = 50;

/** One process at a time. Programs with different declarations must not run on one database: `shape` (shape.ts) is this one's. */
export async function syncLayouts(
  database: Database,
  layouts: ReadonlyMap<string, Layout<Kind>>,
  scopes: Scopes,
  shape: string,
  log: Logger,
): Promise<void> {
  const written = await writtenVersions(database.read);
  const isWritten = ({ kind }: Layout<Kind>): boolean => written.get(kind.name) === kind.version;
  const known = new Map((await database.read.selectFrom('layouts').selectAll().execute()).map(({ kind, digest }) => [kind, digest]));
  const isKnown = ({ kind, digest }: Layout<Kind>): boolean => known.get(kind.name) === digest;
  const all = [...layouts.values()];
  const taken = (await shapeIn(database.read)) === shape;
  if (taken && known.size === layouts.size && all.every((layout) => isKnown(layout) && isWritten(layout))) return;
  const fresh = new Map<string, number>();
  await database.exclusive(async (db) => {
    await assertTaken(database, db, shape);
    await recordVersions(
      db,
      all.map(({ kind }) => kind),
    );
    const now = new Map((await db.selectFrom('layouts').selectAll().execute()).map(({ kind, digest }) => [kind, digest]));
    for (const kind of now.keys()) if (!layouts.has(kind)) await drop(db, kind);
    for (const layout of layouts.values()) {
      const { name } = layout.kind;
      if (now.get(name) === layout.digest) continue;
      if (now.has(name)) log.info({ kind: name }, 'the declaration of a kind has changed: its lists are built anew');
      await drop(db, name);
      for (const statement of creation(layout, database.flavour)) await sql.raw(statement).execute(db);
      await fill(database, db, layout, scopes, fresh, log);
      await db.insertInto('layouts').values({ kind: name, digest: layout.digest }).execute();
    }
  });
  scopes.remember(fresh);
}

async function drop(db: Db, kind: string): Promise<void> {
  for (const statement of removal(kind)) await sql.raw(statement).execute(db);
  await db.deleteFrom('layouts').where('kind', '=', kind).execute();
}

/**
 * Brings documents of older versions up to the present one, in the rows and in the database (rule 5). One that a step cannot be done with stays
 * of the version that it has reached: its readers get what fits, and the doctor names it.
 */
async function upgrade(db: Db, kind: Kind, rows: ResourceRow[], log: Logger): Promise<void> {
  for (const row of rows) {
    if (row.schema_version >= kind.version) continue;
    let document = parseDocument(row.document);
    let version = row.schema_version;
    for (; version < kind.version; version++) {
      const step = kind.upgrades?.[version];
      if (!step) throw new Error(`documents of ${kind.name} cannot be brought from version ${version} to ${version + 1}`);
      try {
        document = step(document);
      } catch (err) {
        log.warn({ err, kind: kind.name, id: row.id, version }, 'a document of an older version does not fit and is not upgraded');
        break;
      }
    }
    row.document = canonicalJson(document);
    row.schema_version = version;
    await db.updateTable('resources').set({ document: row.document, schema_version: version }).where('rid', '=', row.rid).execute();
  }
}

async function fill(
  database: Database,
  db: Db,
  layout: Layout<Kind>,
  scopes: Scopes,
  fresh: Map<string, number>,
  log: Logger,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('resources')
      .select(RESOURCE_COLUMNS)
      .where('kind', '=', layout.kind.name)
      .where('rid', '>', after)
      .orderBy('rid')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const shares = layout.kind.shareable
      ? await sharesOf(
          db,
          database.flavour,
          rows.map(({ rid }) => rid),
        )
      : undefined;
    await upgrade(db, layout.kind, rows, log);
    const named = rows.map((row) => ({ row, names: [ALL, ...rowScopes(ownerOf(row), shares?.get(row.rid))] }));
    const numbers = await scopes.ensure(db, new Set(named.flatMap(({ names }) => names)), fresh);
    const changes = named.map(({ row, names }) => ({
      rid: row.rid,
      before: null,
      after: entryOf(
        layout,
        parseDocument(row.document),
        names.map((name) => numbers.get(name)!),
      ),
    }));
    await writeEntries(db, database.flavour, layout, changes);
    after = last.rid;
    await yieldToOthers();
  }
}
