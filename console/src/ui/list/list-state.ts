import { PAGE_SIZE } from '@gantry/contract/constants';
import { formatSort, parseSort, type Sort } from '@gantry/contract/wire/query';

/** What a list shows, all of it in the URL: reload, link and Back give the same rows. */
export interface ListState {
  /** Rows a page holds. */
  limit: number;
  /** Absent: the kind's own default order. */
  sort?: Sort;
  /** Filter key → chosen values; an absent key filters nothing. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** 1 for the first page. */
  page: number;
  /** Markers that lead here, oldest first; the last one opens this page. At most TRAIL_LENGTH, so that the URL stays short. */
  trail: readonly string[];
  /** Rows that there were when one went to the last page: pages are counted from there, and the markers of the trail are those of the other order. */
  end?: number | undefined;
  /** Id of the row that is shown beside the list; on a map of what was clicked there. */
  peek?: string;
  /** Drawn in place of the table. */
  view?: 'map';
}

/** Makes another state of the one that the list has by then: what somebody else has set in the meantime stays. */
export type ListChange = (now: ListState) => ListState;

/**
 * What a list allows: unknown keys in a URL are dropped, never sent. Written out beside its route, which reads it in the entry chunk, where
 * no schema is loaded; a test compares it with the contract.
 */
export interface ListSpec {
  sortKeys: readonly string[];
  /** Filter key → how its values travel. */
  filters: Readonly<Record<string, 'contains' | 'in'>>;
  /** Parameters of the call's path, where it has some. */
  params?: Readonly<Record<string, string>>;
  /** What the list is narrowed by whatever its state is: a query of the call, operators included. */
  always?: Readonly<Record<string, string>>;
  /** Order the server uses when the URL says none: `created_at:desc`. */
  defaultSort: string;
  /** Rows of a page where the URL says nothing else; PAGE_SIZE where absent. */
  limit?: number;
  /** There is a map of its rows beside the table. */
  map?: true;
  /** Its pages are asked for by their number, and with their order. */
  byPage?: true;
  /** Sort keys by what is measured: the unknown is last in either direction, so that no page can be asked for from the end. */
  measured?: readonly string[];
}

export const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 50, 100];
/** Pages one can step back from a URL; beyond them Back leads to the first page. */
export const TRAIL_LENGTH = 25;

/** Several values of a filter in an address: `in:ACTIVE,SHUTOFF` (decision B1). */
const SEVERAL = 'in:';

/** What stands in an address: `in:a,b`, as the API has it, or a list, as it was written before and where a value has a comma. */
const values = (value: unknown): string[] =>
  typeof value === 'string' && value.startsWith(SEVERAL) ? texts(value.slice(SEVERAL.length).split(',')) : texts(value);

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) =>
    (typeof one === 'string' && one !== '') || typeof one === 'number' ? [String(one)] : [],
  );

/** Reads the query of a URL. Whatever is wrong in it counts as absent. */
export function readListState(search: Readonly<Record<string, unknown>>, spec: ListSpec): ListState {
  const limit = Number(search['limit']);
  const sort = typeof search['sort'] === 'string' ? parseSort(search['sort']) : undefined;
  const trail = texts(search['after']).slice(-TRAIL_LENGTH);
  const page = Number(search['page']);
  const end = Number(search['end']);
  const isFromEnd = Number.isInteger(end) && end > 0 && Number.isInteger(page) && page > 0;
  const [peek] = texts(search['peek']);
  const filters = Object.fromEntries(
    Object.keys(spec.filters).flatMap((key) => {
      const found = spec.filters[key] === 'in' ? values(search[key]) : texts(search[key]);
      return found.length > 0 ? [[key, found]] : [];
    }),
  );
  return {
    limit: PAGE_SIZES.includes(limit) ? limit : (spec.limit ?? PAGE_SIZE),
    ...(sort && spec.sortKeys.includes(sort.key) && { sort }),
    filters,
    page: isFromEnd ? page : trail.length === 0 ? 1 : Number.isInteger(page) && page > trail.length ? page : trail.length + 1,
    trail,
    ...(isFromEnd && { end }),
    ...(peek !== undefined && { peek }),
    ...(spec.map && search['view'] === 'map' && { view: 'map' }),
  };
}

/** The query of a URL, without what is as it would be anyway. */
export function writeListState(state: ListState, spec: ListSpec): Record<string, string | number | readonly string[]> {
  const filters = Object.entries(state.filters).flatMap(([key, chosen]) => {
    if (chosen.length === 0) return [];
    if (spec.filters[key] === 'contains') return [[key, chosen[0]!] as const];
    return [[key, chosen.some((one) => one.includes(',')) ? chosen : `${SEVERAL}${chosen.join(',')}`] as const];
  });
  return {
    ...(state.limit !== (spec.limit ?? PAGE_SIZE) && { limit: state.limit }),
    ...(state.sort && { sort: formatSort(state.sort) }),
    ...Object.fromEntries(filters),
    ...((state.trail.length > 0 || state.end !== undefined) && { page: state.page }),
    ...(state.trail.length > 0 && { after: state.trail }),
    ...(state.end !== undefined && { end: state.end }),
    ...(state.peek !== undefined && { peek: state.peek }),
    ...(state.view !== undefined && { view: state.view }),
  };
}

/** The query of the list call: page, count, order and filters with their operators (S0 §7). */
export function listQueryOf(state: ListState, spec: ListSpec): Record<string, string | number | boolean> {
  const filters = Object.entries(state.filters).flatMap(([key, chosen]) => {
    if (chosen.length === 0) return [];
    return [[key, spec.filters[key] === 'contains' ? `contains:${chosen[0]}` : `in:${chosen.join(',')}`] as const];
  });
  const marker = state.trail.at(-1);
  const { end } = state;
  const isFromEnd = end !== undefined;
  const order = state.sort ?? (spec.byPage || isFromEnd ? parseSort(spec.defaultSort) : undefined);
  return {
    limit: isFromEnd && marker === undefined ? rowsOfLast(end, state.limit) : state.limit,
    with_count: true,
    ...(order && { sort: formatSort(isFromEnd ? { ...order, descending: !order.descending } : order) }),
    ...spec.always,
    ...Object.fromEntries(filters),
    ...(spec.byPage ? { page: state.page } : marker !== undefined && { marker }),
  };
}

/** What the list call is asked with: its query, and the parameters of its path. */
export const listInputOf = (state: ListState, spec: ListSpec) => ({
  query: listQueryOf(state, spec),
  ...(spec.params && { params: spec.params }),
});

export const isFiltered = (state: ListState): boolean => Object.values(state.filters).some((values) => values.length > 0);

const firstPage = { page: 1, trail: [], end: undefined } as const;

/** Rows of the last page. @param count of all rows, at least 1 */
const rowsOfLast = (count: number, limit: number): number => count % limit || limit;
const pagesOf = (count: number, limit: number): number => Math.max(1, Math.ceil(count / limit));

export const toFirst = (state: ListState): ListState => ({ ...state, ...firstPage });

/** The last page of so many rows: read in the other order, from its end. */
export const toLast = (state: ListState, count: number): ListState => ({
  ...state,
  page: pagesOf(count, state.limit),
  trail: [],
  end: count,
});

/** The same where pages have numbers: its markers lead nowhere, and stand for the way back. */
export const toLastNumbered = (state: ListState, count: number): ListState => {
  const page = pagesOf(count, state.limit);
  return { ...state, page, trail: Array.from({ length: Math.min(page - 1, TRAIL_LENGTH) }, String), end: undefined };
};

/** Number of the first row that shows, from 1. @param shown rows of this page @param count of all rows, where it is known */
export function firstRowOf(state: ListState, shown: number, count: number | undefined): number {
  if (state.end === undefined || count === undefined) return (state.page - 1) * state.limit + 1;
  const further = pagesOf(state.end, state.limit) - state.page;
  const after = further === 0 ? 0 : rowsOfLast(state.end, state.limit) + (further - 1) * state.limit;
  return Math.max(1, count - after - shown + 1);
}

/** Another order, size or filter begins at the first page: a marker belongs to the order it was made in. */
export const withSort = (state: ListState, sort: Sort): ListState => ({ ...state, ...firstPage, sort });
export const withLimit = (state: ListState, limit: number): ListState => ({ ...state, ...firstPage, limit });
export const withFilter = (state: ListState, key: string, values: readonly string[]): ListState => {
  const { [key]: _, ...others } = state.filters;
  return { ...state, ...firstPage, filters: values.length > 0 ? { ...others, [key]: values } : others };
};
export const withoutFilters = (state: ListState): ListState => ({ ...state, ...firstPage, filters: {} });

/** @param marker of the answer that is shown; from the end the trail leads on, and is not needed */
export const nextPage = (state: ListState, marker?: string): ListState => {
  if (state.end !== undefined) {
    const trail = state.trail.slice(0, -1);
    return trail.length > 0 ? { ...state, page: state.page + 1, trail } : toLast(state, state.end);
  }
  return marker === undefined ? state : { ...state, page: state.page + 1, trail: [...state.trail, marker].slice(-TRAIL_LENGTH) };
};

/** @param marker of the answer that is shown: from the end it leads back, without one to the first page */
export const previousPage = (state: ListState, marker?: string): ListState => {
  if (state.end !== undefined && marker !== undefined)
    return { ...state, page: Math.max(1, state.page - 1), trail: [...state.trail, marker].slice(-TRAIL_LENGTH) };
  if (state.end !== undefined) return toFirst(state);
  const trail = state.trail.slice(0, -1);
  return trail.length > 0 ? { ...state, page: state.page - 1, trail } : { ...state, ...firstPage };
};

/** What the list shows wherever one is in it: its filters, order and size, and whether as a map. */
export const withoutPlace = ({ limit, sort, filters, view }: ListState): ListState => ({
  limit,
  filters,
  page: 1,
  trail: [],
  ...(sort && { sort }),
  ...(view && { view }),
});

/** As a map, or as a table. What is beside it is of the other kind, and goes. */
export const withView = (state: ListState, view: ListState['view']): ListState => {
  const { view: _, peek: __, ...list } = state;
  return { ...list, ...(view && { view }) };
};

/** Another row beside the list, or none. The list itself stays as it is. */
export const withPeek = (state: ListState, id: string | undefined): ListState => {
  const { peek: _, ...list } = state;
  return { ...list, ...(id !== undefined && { peek: id }) };
};
