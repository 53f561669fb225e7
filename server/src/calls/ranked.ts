/** Lists in the order of a figure that no store has: everything that matches is measured for it, which may not be much. */
import { ANSWER_BYTES, FIGURE_SORT_MAX } from '@gantry/contract/constants';
import { GantryError } from '@gantry/contract/wire/errors';
import { figureAt, type Kind } from '@gantry/contract/wire/kind';
import { parseSort, type Sort } from '@gantry/contract/wire/query';
import { decodePlace, encodePlace } from '../store/lists/marker.ts';
import type { ListRequest, ListResult, Reader } from '../port/store/reader.ts';
import type { Row } from '../port/store/rows.ts';
import { takeTurn } from '../turns/turns.ts';
import type { Platform } from './port.ts';

type Members = Record<string, unknown>;
type Page = Pick<ListResult, 'count' | 'marker'> & { data: Members[] };

/** Milliseconds that whoever sorts by a figure waits for all of them; what is not known by then counts as unknown. */
const PATIENCE_MS = 3000;
/** Resources that are read and measured together, so that nobody waits long for the event loop. */
const BATCH = 250;

/** Where a resource stands: by its figure, null where that is not known, then by its id. */
interface Place {
  figure: number | null;
  id: string;
}

/** The unknown is last in either direction; what is alike stands by its id. */
function comparePlaces(a: Place, b: Place, descending: boolean): number {
  if (a.figure !== b.figure) {
    if (a.figure === null) return 1;
    if (b.figure === null) return -1;
    return descending ? b.figure - a.figure : a.figure - b.figure;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function placeOf(kind: Kind, sort: Sort, marker: string): Place {
  return decodePlace(kind.name, sort, marker, ([figure, id]) =>
    (figure === null || Number.isFinite(figure)) && typeof id === 'string' ? { figure: figure as number | null, id } : undefined,
  );
}

/** Figures for an answer that waits for them longer than a list does, from now on. */
export function patiently(figures: Platform['figures']): Platform['figures'] {
  const until = performance.now() + PATIENCE_MS;
  return (engine, kind) => {
    const measure = figures(engine, kind);
    return measure && ((entities) => measure(entities, Math.max(0, until - performance.now())));
  };
}

/** Rows as a reader gets them: with their figures, which takes a while, or without. */
interface EntitiesOf {
  measured(rows: readonly Row[]): Promise<Members[]>;
  plain(rows: readonly Row[]): Promise<Members[]>;
}

/** What is kept of each resource that matches, until it is known which are shown: not all of them need fit into memory. */
interface Ranked {
  place: Place;
  /** Members that were measured. */
  figures: Members;
  /** Of the whole, in an answer. */
  bytes: number;
}

/**
 * The page of a list that is sorted by a figure of its kind. It begins after the place that the marker names, whatever has become of the
 * figures meanwhile: what has passed that place is missed or seen twice. It ends where an answer is full. Throws too_many_to_sort where more
 * than `FIGURE_SORT_MAX` match.
 */
export async function rankedPage(request: ListRequest, reader: Pick<Reader, 'list' | 'findMany'>, entitiesOf: EntitiesOf): Promise<Page> {
  const { kind, sort, limit, visibility, withCount } = request;
  const after = request.marker === undefined ? undefined : placeOf(kind, sort, request.marker);
  const all = await measureAll(request, reader, entitiesOf);
  const ranked = all
    .filter(({ place }) => after === undefined || comparePlaces(place, after, sort.descending) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place, sort.descending));
  let bytes = 0;
  const tooMany = ranked.findIndex((one, index) => index >= limit || ((bytes += one.bytes) > ANSWER_BYTES && index > 0));
  const shown = tooMany < 0 ? ranked : ranked.slice(0, tooMany);
  const ids = shown.map(({ place }) => place.id);
  const rows = await reader.findMany(kind.name, ids, visibility);
  // What has gone meanwhile is not shown any more.
  const there = shown.filter(({ place }) => rows.has(place.id));
  const entities = await entitiesOf.plain(there.map(({ place }) => rows.get(place.id)!));
  const last = shown.at(-1)?.place;
  return {
    data: entities.map((entity, index) => ({ ...entity, ...there[index]!.figures })),
    ...(withCount && { count: all.length }),
    ...(last && shown.length < ranked.length && { marker: encodePlace(kind.name, sort, [last.figure, last.id]) }),
  };
}

/** Everything that matches, page by page. */
async function measureAll(request: ListRequest, reader: Pick<Reader, 'list'>, { measured }: EntitiesOf): Promise<Ranked[]> {
  const { kind, sort } = request;
  const by = kind.figures![sort.key]!;
  const members = [...new Set(Object.values(kind.figures!).map((figure) => figure.path.split('.')[0]!))];
  const found: Ranked[] = [];
  let marker: string | undefined;
  do {
    const all = { ...request, sort: parseSort(kind.defaultSort)!, limit: FIGURE_SORT_MAX, marker, withCount: false };
    const page = await reader.list(all);
    marker = page.marker;
    if (found.length + page.rows.length + (marker === undefined ? 0 : 1) > FIGURE_SORT_MAX)
      throw new GantryError('too_many_to_sort', { params: { max: FIGURE_SORT_MAX } });
    for (let start = 0; start < page.rows.length; start += BATCH) {
      await takeTurn();
      for (const entity of await measured(page.rows.slice(start, start + BATCH))) {
        found.push({
          place: { figure: figureAt(entity, by), id: String(entity['id']) },
          figures: Object.fromEntries(members.map((member) => [member, entity[member]])),
          bytes: Buffer.byteLength(JSON.stringify(entity)),
        });
      }
    }
  } while (marker !== undefined);
  return found;
}
