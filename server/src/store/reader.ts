/** What the rest of the server reads: lists, rows a caller may see, and all rows of an engine. */
import { sql } from 'kysely';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import { Cuts } from './cuts.ts';
import { numberRows, textRows, yieldToOthers, type Database } from './database.ts';
import { searchesOf } from './filters.ts';
import { countOf } from './count.ts';
import { orderOf, pageOf, type Listing } from './list.ts';
import type { Layout } from './layout.ts';
import { decodeMarker, encodeMarker, type Position } from './marker.ts';
import type { ListRequest, ListResult, Reader, Row, Visibility } from './port.ts';
import { ownerOf, parseDocument, RESOURCE_COLUMNS, rowOf } from './rows.ts';
import { sharesOf } from './shares.ts';
import type { Scopes } from './scopes.ts';
import type { Db, ResourceRow } from './tables.ts';
import { ALL, listScopes, reachScopes, sees, sightOf } from './visibility-sql.ts';

/** Rows per chunk of a sweep, where nothing else is said, and ids: read, and parsed, at a stretch. */
const SWEEP_CHUNK = 100;
const ID_CHUNK = 1000;

export function createReader(database: Database, layouts: ReadonlyMap<string, Layout>, scopes: Scopes): Reader {
  const { flavour, read } = database;
  const cuts = new Cuts();
  const layout = (kind: string): Layout => {
    const found = layouts.get(kind);
    if (!found) throw new TypeError(`${kind} is no kind of the contract`);
    return found;
  };

  async function visible(kind: Kind, ids: readonly string[], visibility: Visibility): Promise<ResourceRow[]> {
    if (ids.length === 0) return [];
    const wanted = textRows(flavour, ids).$castTo<string>();
    const rows = await read
      .selectFrom('resources')
      .select(RESOURCE_COLUMNS)
      .where('kind', '=', kind.name)
      .where('id', 'in', wanted)
      .orderBy('engine')
      .execute();
    const sight = sightOf(visibility);
    if (sight === 'all') return rows;
    const shares = kind.shareable
      ? await sharesOf(
          read,
          flavour,
          rows.map(({ rid }) => rid),
        )
      : undefined;
    return rows.filter((row) => sees(sight, reachScopes(ownerOf(row), shares?.get(row.rid))));
  }

  const rowsAfter = (engine: string, kind: string, after: number) =>
    read
      .selectFrom('resources')
      .select(['rid', 'id', 'created_at'])
      .where('engine', '=', engine)
      .where('kind', '=', kind)
      .where('rid', '>', after)
      .orderBy('rid');

  return {
    list: (request) => list(database, cuts, layout(request.kind.name), scopes, request),
    async find(kind, id, visibility) {
      const [row] = await visible(layout(kind).kind, [id], visibility);
      return row && rowOf(row);
    },
    async findMany(kind, ids, visibility) {
      const found = new Map<string, Row>();
      for (const row of await visible(layout(kind).kind, ids, visibility)) if (!found.has(row.id)) found.set(row.id, rowOf(row));
      return found;
    },
    async get({ engine, kind, id }) {
      const row = await read
        .selectFrom('resources')
        .select(RESOURCE_COLUMNS)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('engine', '=', engine)
        .executeTakeFirst();
      return row && rowOf(row);
    },
    async *sweep(engine, kind, chunk = SWEEP_CHUNK) {
      for await (const rows of inChunks(chunk, (after) => rowsAfter(engine, kind, after).select('document')))
        yield rows.map((row) => ({ id: row.id, createdAt: row.created_at, document: parseDocument(row.document) }));
    },
    async *ids(engine, kind) {
      for await (const rows of inChunks(ID_CHUNK, (after) => rowsAfter(engine, kind, after)))
        yield rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
    },
    async countRows(engine, kind) {
      const { count } = await read
        .selectFrom('resources')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('engine', '=', engine)
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

/** Rows in the order of their numbers, `size` at a time; others have their turn in between. */
async function* inChunks<R extends { rid: number }>(
  size: number,
  query: (after: number) => { limit(count: number): { execute(): Promise<R[]> } },
): AsyncGenerator<R[]> {
  for (let after = 0; ;) {
    const rows = await query(after).limit(size).execute();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.rid;
    await yieldToOthers();
  }
}

async function list(database: Database, cuts: Cuts, layout: Layout, scopes: Scopes, request: ListRequest): Promise<ListResult> {
  const { visibility, sort, limit } = request;
  const isSystem = visibility.scope.type === 'system';
  const order = orderOf(layout, sort);
  if (!order || (layout.kind.fields[sort.key]?.systemOnly && !isSystem))
    throw new GantryError('validation_failed', { fields: { sort: [{ code: 'sort_key' }] } });
  const searches = searchesOf(layout, request.filters, isSystem, database.flavour);
  const after = request.marker === undefined ? undefined : decodeMarker(layout.kind.name, sort, order.column.type, request.marker);
  return database.snapshot(async (db) => {
    const where = await ranges(db, layout, scopes, request);
    if (where.scopes.length === 0) return { rows: [], ...(request.withCount && { count: 0 }) };
    const listing: Listing = { db, flavour: database.flavour, layout, searches, leads: new Map(), cuts, ...where };
    const found = await pageOf(listing, order, after, limit + 1);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      rows: await rowsAt(db, database, shown),
      ...(request.withCount && { count: await countOf(listing) }),
      ...(last && found.length > limit && { marker: encodeMarker(layout.kind.name, sort, last) }),
    };
  });
}

/** The caller's ranges of the list. Those who see the whole domain they ask for get that domain's range itself. */
async function ranges(db: Db, layout: Layout, scopes: Scopes, request: ListRequest): Promise<Pick<Listing, 'scopes' | 'within'>> {
  const { visibility, domainId } = request;
  const names = listScopes(visibility, layout.kind.shareable);
  if (domainId === undefined) return { scopes: await scopes.known(db, names) };
  const narrow = `domain:${domainId}`;
  if (names.includes(ALL) || names.includes(narrow)) return { scopes: await scopes.known(db, [narrow]) };
  const [within] = await scopes.known(db, [narrow]);
  return within === undefined ? { scopes: [] } : { scopes: await scopes.known(db, names), within };
}

async function rowsAt(db: Db, { flavour }: Database, positions: readonly Position[]): Promise<Row[]> {
  if (positions.length === 0) return [];
  const columns = sql.join(RESOURCE_COLUMNS.map((name) => sql.ref(name)));
  const rids = positions.map(({ rid }) => rid);
  const { rows } = await sql<ResourceRow>`select ${columns} from resources where rid in ${numberRows(flavour, rids)}`.execute(db);
  const byNumber = new Map(rows.map((row) => [row.rid, row]));
  return positions.flatMap(({ rid }) => {
    const row = byNumber.get(rid);
    return row ? [rowOf(row)] : [];
  });
}
