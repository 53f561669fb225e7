import type { Search } from '../feature.ts';

/** What a list is filtered by and its order, under a name of the user's own. */
export interface SavedView {
  name: string;
  /** As it stands in the address, without page and peek. */
  search: Search;
}

/** Views of one list, and characters of a name. */
const VIEWS_MAX = 20;
export const VIEW_NAME_MAX = 60;

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'object' &&
  value.search !== null;

/** Views as they were kept; what is none is left out. */
export const parseViews = (kept: unknown): SavedView[] => (Array.isArray(kept) ? kept.filter(isView).slice(0, VIEWS_MAX) : []);

/** The same text for the same query. */
const canonical = (search: Search): string => JSON.stringify(Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The view that shows just this. */
export const viewOf = (views: readonly SavedView[], search: Search): SavedView | undefined =>
  views.find((view) => canonical(view.search) === canonical(search));

/** With one more, which takes the place of one of the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...withoutView(views, view.name), view].slice(-VIEWS_MAX);

export const withoutView = (views: readonly SavedView[], name: string): SavedView[] => views.filter((view) => view.name !== name);
