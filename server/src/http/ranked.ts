/** Lists in the order of a figure that no store has: everything that matches is measured for it, which may not be much. */
import { FIGURE_SORT_MAX } from '@gantry/contract/constants';
import { GantryError } from '@gantry/contract/wire/errors';
import { memberAt, type Kind } from '@gantry/contract/wire/kind';
import { parseSort, type Sort } from '@gantry/contract/wire/query';
import { decodePlace, encodePlace } from '../store/marker.ts';
import type { ListRequest, ListResult, Reader, Row } from '../store/port.ts';
import { ownTurn } from '../store/turns.ts';
import type { Platform } from './port.ts';

type Members = Record<string, unknown>;
type Page = Pick<ListResult, 'count' | 'marker'> & { data: Members[] };

/** Milliseconds that whoever sorts by a figure waits for all of them; what is not known by then counts as unknown. */
const PATIENCE_MS = 3000;
/** Things that are read and measured together, so that nobody waits long for the event loop. */
const BATCH = 250;

/** Where a thing stands: by its figure, null where that is not known, then by its id. */
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

/**
 * The page of a list that is sorted by a figure of its kind. It begins after the place that the marker names, whatever has become of the
 * figures meanwhile: what has passed that place is missed or seen twice. Throws too_many_to_sort where more than `FIGURE_SORT_MAX` match.
 *
 * @param entitiesOf rows as a reader gets them, with their figures
 */
export async function rankedPage(
  request: ListRequest,
  reader: Pick<Reader, 'list'>,
  entitiesOf: (rows: readonly Row[]) => Promise<Members[]>,
): Promise<Page> {
  const { kind, sort, limit, withCount } = request;
  const { path } = kind.figures![sort.key]!;
  const after = request.marker === undefined ? undefined : placeOf(kind, sort, request.marker);
  const all = { ...request, sort: parseSort(kind.defaultSort)!, limit: FIGURE_SORT_MAX, marker: undefined, withCount: false };
  const { rows, marker: more } = await reader.list(all);
  if (more !== undefined) throw new GantryError('too_many_to_sort', { params: { max: FIGURE_SORT_MAX } });
  const entities: Members[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    await ownTurn();
    entities.push(...(await entitiesOf(rows.slice(start, start + BATCH))));
  }
  const ranked = entities
    .map((entity) => {
      const figure = memberAt(entity, path);
      return { entity, place: { figure: typeof figure === 'number' ? figure : null, id: String(entity['id']) } };
    })
    .filter(({ place }) => after === undefined || comparePlaces(place, after, sort.descending) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place, sort.descending));
  const shown = ranked.slice(0, limit);
  const last = shown.at(-1)?.place;
  return {
    data: shown.map(({ entity }) => entity),
    ...(withCount && { count: rows.length }),
    ...(last && ranked.length > limit && { marker: encodePlace(kind.name, sort, [last.figure, last.id]) }),
  };
}
