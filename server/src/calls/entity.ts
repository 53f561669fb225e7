/** Makes what a reader gets out of stored rows: owner and revision, names from other kinds, nothing that is not the caller's to see. */
import { kinds } from '@gantry/contract';
import { joinedIds, joinedPlaces, type Join, type Kind, type Presence } from '@gantry/contract/wire/kind';
import { isOwn, seesSystem } from '../access/visibility.ts';
import type { Reader } from '../port/store/reader.ts';
import type { Row, Visibility } from '../port/store/rows.ts';
import { takeTurn } from '../turns/turns.ts';
import type { Platform } from './port.ts';

type Members = Record<string, unknown>;

/** Rows that are copied before others may have their turn. */
const TOGETHER = 10;

async function fill(join: Join, documents: readonly Members[], reader: Pick<Reader, 'findMany'>, visibility: Visibility): Promise<void> {
  const places = documents.flatMap((document) => joinedPlaces(document, join));
  const ids = new Set(places.flatMap((place) => joinedIds(place, join)));
  const others = ids.size === 0 ? new Map<string, Row>() : await reader.findMany(join.kind, [...ids], visibility);
  for (const place of places) {
    const found = joinedIds(place, join).map((id) => others.get(id)?.document);
    for (const [member, source] of Object.entries(join.fields))
      place[member] = join.many ? found.map((other) => other?.[source] ?? null) : (found[0]?.[source] ?? place[member] ?? null);
  }
}

/** Tells which of the things that documents name are gone: each kind of thing is asked for once, however many documents. */
async function tellGone(
  { at, id, kind, member }: Presence,
  documents: readonly Members[],
  reader: Pick<Reader, 'seen'>,
  visibility: Visibility,
): Promise<void> {
  const named = documents.filter((document) => kinds.has(String(document[kind])));
  for (const [of, some] of Map.groupBy(named, (document) => String(document[kind]))) {
    const places = some.flatMap((document) => joinedPlaces(document, { at })).filter((place) => typeof place[id] === 'string');
    const there = await reader.seen(of, [...new Set(places.map((place) => String(place[id])))], visibility);
    for (const place of places) place[member] = !there.has(String(place[id]));
  }
}

/** Adds the figures that change too often to be stored: each engine is asked once, for all rows that are its own. */
async function measure(kind: Kind, rows: readonly Row[], documents: readonly Members[], figures: Platform['figures']): Promise<void> {
  const byEngine = Map.groupBy(documents.keys(), (index) => rows[index]!.engine);
  await Promise.all(
    [...byEngine].map(async ([engine, indexes]) => {
      const own = indexes.map((index) => documents[index]!);
      const measured = (await figures(engine, kind.name)?.(own)) ?? [];
      for (const [index, members] of measured.entries()) Object.assign(own[index]!, members);
    }),
  );
}

/** What the reader's project has said to something's being offered to it. */
function tellOffer({ offer }: Kind, document: Members, { scope }: Visibility): void {
  if (!offer) return;
  const { at, id, state, member } = offer;
  const own = scope.type === 'project' ? joinedPlaces(document, { at }).find((place) => place[id] === scope.projectId) : undefined;
  document[member] = own?.[state] ?? null;
}

/** Members of a resource that are not for a reader. */
function hidden(kind: Kind, row: Row, visibility: Visibility): readonly string[] {
  if (seesSystem(visibility)) return [];
  const { systemOnly = [], ownerOnly = [] } = kind;
  return ownerOnly.length === 0 || isOwn(row, visibility) ? systemOnly : [...systemOnly, ...ownerOnly];
}

/** Takes a member away: `amphorae.host` from each element of that list. */
function hide(document: Members, member: string): void {
  const dot = member.lastIndexOf('.');
  for (const place of joinedPlaces(document, { at: member.slice(0, Math.max(0, dot)) })) place[member.slice(dot + 1)] = null;
}

/** What a reader sees of a resource that may be somebody else's. */
export function asSeen<D extends Members>(kind: Kind, row: Row, document: D, visibility: Visibility): D | Members {
  const { scope } = visibility;
  if (!kind.forOthers || isOwn(row, visibility)) return document;
  return kind.forOthers(document, scope.type === 'project' ? scope.projectId : undefined);
}

/** Rows as entities of their kind, in the same order, with the figures their engines have: one query per join, however many rows. */
export async function entitiesOf(
  kind: Kind,
  rows: readonly Row[],
  reader: Pick<Reader, 'findMany' | 'seen'>,
  visibility: Visibility,
  figures: Platform['figures'] = () => undefined,
): Promise<Members[]> {
  const documents: Members[] = [];
  for (const [index, row] of rows.entries()) {
    const owner = { project_id: row.projectId, domain_id: row.domainId };
    documents.push({ ...owner, ...structuredClone(row.document), id: row.id, revision: row.revision });
    if (index % TOGETHER === TOGETHER - 1) await takeTurn();
  }
  await Promise.all((kind.joins ?? []).map((join) => fill(join, documents, reader, visibility)));
  if (kind.presence) await tellGone(kind.presence, documents, reader, visibility);
  await measure(kind, rows, documents, figures);
  for (const document of documents) tellOffer(kind, document, visibility);
  for (const [index, document] of documents.entries()) documents[index] = asSeen(kind, rows[index]!, document, visibility);
  for (const [index, document] of documents.entries()) for (const member of hidden(kind, rows[index]!, visibility)) hide(document, member);
  for (const [index, { unreadable }] of rows.entries()) if (unreadable) documents[index]!['unreadable'] = unreadable;
  return documents;
}
