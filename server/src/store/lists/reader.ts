/** What the rest of the server reads: lists, rows a caller may see, and all rows of an engine. */
import { sql } from 'kysely';
import { textRows, yieldToOthers, type Database } from '../sql/database.ts';
import type { Layout, ListedKind } from '../entries/layout.ts';
import type { Lists } from './lists.ts';
import type { Reader } from '../../port/store/reader.ts';
import type { Row, Visibility } from '../../port/store/rows.ts';
import { rowsById, type RowReader } from '../entries/row-reader.ts';
import { ownerOf, RESOURCE_COLUMNS, storedRows } from '../sql/rows.ts';
import { sharesOf } from '../visibility/shares.ts';
import type { ResourceRow } from '../sql/tables.ts';
import { takeReadingTurn } from '../../turns/turns.ts';
import { reachScopes, sees, visibleNames } from '../visibility/names.ts';

/** Rows per chunk of a sweep, where nothing else is said, and ids: read, and parsed, at a stretch. */
const SWEEP_CHUNK = 100;
const ID_CHUNK = 1000;
/** What tells who may see a row. */
const OWNED = ['rid', 'id', 'domain_id', 'project_id', 'user_id'] as const;
type Owned = Pick<ResourceRow, (typeof OWNED)[number]>;
/** Characters of documents that are parsed at a stretch: about a millisecond's work. */
const STRETCH = 128 * 1024;

export function createReader(
  database: Database,
  layouts: ReadonlyMap<string, Layout>,
  lists: Omit<Lists, 'close'>,
  reading: RowReader,
): Reader {
  const { flavour, read } = database;
  const layout = (kind: string): Layout => {
    const found = layouts.get(kind);
    if (!found) throw new TypeError(`${kind} is no kind of the contract`);
    return found;
  };

  /** Those of the rows that a caller sees. */
  async function sift<R extends Owned>(kind: ListedKind, rows: R[], visibility: Visibility): Promise<R[]> {
    const visible = visibleNames(visibility);
    if (visible === 'all') return rows;
    const rids = kind.shareable ? rows.map(({ rid }) => rid) : [];
    const shares = kind.shareable ? await sharesOf(read, flavour, rids) : undefined;
    return rows.filter((row) => sees(visible, reachScopes(ownerOf(row), shares?.get(row.rid))));
  }

  const byIds = (kind: ListedKind, ids: readonly string[]) =>
    read
      .selectFrom('resources')
      .where('kind', '=', kind.name)
      .where('id', 'in', textRows(flavour, ids).$castTo<string>())
      .orderBy('engine');

  async function visible(kind: ListedKind, ids: readonly string[], visibility: Visibility): Promise<ResourceRow[]> {
    return ids.length === 0 ? [] : sift(kind, await byIds(kind, ids).select(RESOURCE_COLUMNS).execute(), visibility);
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
    async list({ kind, ...request }) {
      const { rows, ...answer } = await lists.list({ ...request, kind: kind.name });
      return { rows: await inTurns(reading, rows), ...answer };
    },
    largest: ({ kind, ...request }) => lists.largest({ ...request, kind: kind.name }),
    async find(kind, id, visibility) {
      const [row] = await visible(layout(kind).kind, [id], visibility);
      return row && reading.rowOf(row);
    },
    async findMany<K extends string>(kind: K, ids: readonly string[], visibility: Visibility) {
      const found = new Map<string, Row<K>>();
      for (const row of await inTurns<K>(reading, await visible(layout(kind).kind, ids, visibility)))
        if (!found.has(row.id)) found.set(row.id, row);
      return found;
    },
    async seen(kind, ids, visibility) {
      const { kind: of } = layout(kind);
      const found = new Set<string>();
      for (let from = 0; from < ids.length; from += ID_CHUNK) {
        if (from > 0) await takeReadingTurn();
        const rows = await byIds(of, ids.slice(from, from + ID_CHUNK))
          .select(OWNED)
          .execute();
        for (const { id } of await sift(of, rows, visibility)) found.add(id);
      }
      return found;
    },
    async owned(kind, projectId, limit) {
      const columns = sql.join(RESOURCE_COLUMNS.map((name) => sql.ref(`r.${name}`)));
      const { rows } = await sql<ResourceRow>`
        select ${columns} from scopes as s
        join ${sql.table(layout(kind).list)} as l on l.scope = s.id
        join resources as r on r.rid = l.rid
        where s.name = ${`project:${projectId}`} and r.project_id = ${projectId} limit ${limit}`.execute(read);
      return inTurns(reading, rows);
    },
    async offered(kind, projectId, limit) {
      const columns = RESOURCE_COLUMNS.map((column) => `resources.${column}` as const);
      const rows = await read
        .selectFrom('shares')
        .innerJoin('resources', 'resources.rid', 'shares.rid')
        .select(columns)
        .where('shares.target', '=', `project:${projectId}`)
        .where('shares.state', '!=', 'accepted')
        .where('resources.kind', '=', kind)
        .orderBy('resources.rid', 'desc')
        .limit(limit)
        .execute();
      return inTurns(reading, rows);
    },
    async get({ engine, kind, id }) {
      const row = await read
        .selectFrom('resources')
        .select(RESOURCE_COLUMNS)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('engine', '=', engine)
        .executeTakeFirst();
      return row && reading.rowOf(row);
    },
    async getMany(engine, kind, ids) {
      return ids.length === 0 ? new Map() : rowsById(reading, await storedRows(read, flavour, engine, kind, ids));
    },
    async *sweep(engine, kind, chunk = SWEEP_CHUNK) {
      for await (const rows of inChunks(chunk, (after) =>
        rowsAfter(engine, kind, after).select(['kind', 'project_id', 'domain_id', 'document']),
      ))
        yield rows.map((row) => ({ id: row.id, createdAt: row.created_at, document: reading.documentOf(row) }));
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

/** Stored rows as rows; to parse long documents takes several turns of the event loop. */
async function inTurns<K extends string>({ rowOf }: RowReader, stored: readonly ResourceRow[]): Promise<Row<K>[]> {
  const rows: Row<K>[] = [];
  let characters = 0;
  for (const row of stored) {
    rows.push(rowOf(row));
    characters += row.document.length;
    if (characters < STRETCH) continue;
    characters = 0;
    await takeReadingTurn();
  }
  return rows;
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
