/** Lists: a page of rows within a caller's visibility, and how many there are. All of it is of one moment. */
import { sql } from 'kysely';
import { ANSWER_BYTES } from '@gantry/contract/constants';
import { GantryError } from '@gantry/contract/wire/errors';
import { countOf } from './count.ts';
import { numberRows, type Database } from '../sql/database.ts';
import { searchesOf } from './filters.ts';
import type { Layout } from '../entries/layout.ts';
import type { Listing } from './matches.ts';
import { largestOf, type LargestQuestion } from './largest.ts';
import { orderOf, pageOf } from './list.ts';
import { decodeMarker, encodeMarker, type Position } from './marker.ts';
import type { ListRequest, ListResult, OwnerSum } from '../../port/store/reader.ts';
import { RESOURCE_COLUMNS } from '../sql/rows.ts';
import type { Scopes } from '../visibility/scopes.ts';
import type { Db, ResourceRow } from '../sql/tables.ts';
import { ALL, listScopes } from '../visibility/names.ts';

/** A request as plain data, which reaches another thread: the kind by its name. */
export type ListQuestion = Omit<ListRequest, 'kind'> & { kind: string };

/** The same as `ListResult`, with documents as stored. */
export type ListAnswer = Omit<ListResult, 'rows'> & { rows: ResourceRow[] };

export interface Lists {
  /** Throws validation_failed on a sort, filter or marker that the kind does not take. */
  list(question: ListQuestion): Promise<ListAnswer>;
  /** Sums by project. */
  largest(question: LargestQuestion): Promise<OwnerSum[]>;
  close(): Promise<void>;
}

type Source = Pick<Database, 'flavour' | 'snapshot'>;

/** Lists of kinds by name, read where the caller is. */
export function listsOn(source: Source, layouts: ReadonlyMap<string, Layout>, scopes: Scopes): Omit<Lists, 'close'> {
  const layoutFor = (kind: string): Layout => {
    const layout = layouts.get(kind);
    if (!layout) throw new TypeError(`${kind} is no kind of the contract`);
    return layout;
  };
  return {
    list: async (question) => answer(source, layoutFor(question.kind), scopes, question),
    largest: async (question) => source.snapshot((db) => largestOf(db, layoutFor(question.kind), question)),
  };
}

async function answer(source: Source, layout: Layout, scopes: Scopes, question: ListQuestion): Promise<ListAnswer> {
  const { flavour } = source;
  const { visibility, sort, limit } = question;
  const isSystem = visibility.scope.type === 'system';
  const order = orderOf(layout, sort);
  if (!order || (layout.kind.fields[sort.key]?.systemOnly && !isSystem))
    throw new GantryError('validation_failed', { fields: { sort: [{ code: 'sort_key' }] } });
  const searches = searchesOf(layout, question.filters, isSystem, flavour);
  const after = question.marker === undefined ? undefined : decodeMarker(layout.kind.name, sort, order.column.type, question.marker);
  return source.snapshot(async (db) => {
    const where = await ranges(db, layout, scopes, question);
    if (where.scopes.length === 0) return { rows: [], ...(question.withCount && { count: 0 }) };
    const listing: Listing = { db, flavour, layout, searches, counts: question.withCount ?? false, found: new Map(), ...where };
    const found = await pageOf(listing, order, after, limit + 1);
    const shown = await fitting(db, source, found.slice(0, limit));
    const last = shown.at(-1);
    return {
      rows: await rowsAt(db, source, shown),
      ...(question.withCount && { count: await countOf(listing) }),
      ...(last && found.length > shown.length && { marker: encodeMarker(layout.kind.name, sort, last) }),
    };
  });
}

/** The caller's ranges of the list. Those who see the whole domain they ask for get that domain's range itself. */
async function ranges(db: Db, layout: Layout, scopes: Scopes, question: ListQuestion): Promise<Pick<Listing, 'scopes' | 'within' | 'all'>> {
  const { visibility, domainId } = question;
  const names = listScopes(visibility, layout.kind.shareable);
  const [all] = await scopes.known(db, [ALL]);
  if (question.domains && names.includes(ALL)) {
    const owners = new Set(question.domains.map((id) => `domain:${id}`));
    return { scopes: await scopes.known(db, [...owners]), all };
  }
  if (domainId === undefined) return { scopes: await scopes.known(db, names), all };
  const narrow = `domain:${domainId}`;
  if (names.includes(ALL) || names.includes(narrow)) return { scopes: await scopes.known(db, [narrow]), all };
  const [within] = await scopes.known(db, [narrow]);
  return within === undefined ? { scopes: [], all } : { scopes: await scopes.known(db, names), within, all };
}

/** The first of them, as far as their documents fit into an answer: what does not is never read. One fits always. */
async function fitting(db: Db, { flavour }: Source, positions: readonly Position[]): Promise<readonly Position[]> {
  if (positions.length < 2) return positions;
  const rids = positions.map(({ rid }) => rid);
  const { rows } = await sql<{ rid: number; bytes: number }>`
    select rid, octet_length(document) as bytes from resources where rid in ${numberRows(flavour, rids)}`.execute(db);
  const sizes = new Map(rows.map(({ rid, bytes }) => [rid, bytes]));
  let sum = 0;
  const tooMany = positions.findIndex(({ rid }, index) => (sum += sizes.get(rid) ?? 0) > ANSWER_BYTES && index > 0);
  return tooMany < 0 ? positions : positions.slice(0, tooMany);
}

async function rowsAt(db: Db, { flavour }: Source, positions: readonly Position[]): Promise<ResourceRow[]> {
  if (positions.length === 0) return [];
  const columns = sql.join(RESOURCE_COLUMNS.map((name) => sql.ref(name)));
  const rids = positions.map(({ rid }) => rid);
  const { rows } = await sql<ResourceRow>`select ${columns} from resources where rid in ${numberRows(flavour, rids)}`.execute(db);
  const byNumber = new Map(rows.map((row) => [row.rid, row]));
  return positions.flatMap(({ rid }) => byNumber.get(rid) ?? []);
}
