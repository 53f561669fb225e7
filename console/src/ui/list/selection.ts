import { useCallback, useEffect, useMemo, useState } from 'react';

/** Chosen rows of a list, by id: they stay chosen while rows change, and while one pages and sorts. */
export interface Selection {
  ids: ReadonlySet<string>;
  set(ids: readonly string[], chosen: boolean): void;
  clear(): void;
}

/** Most rows that can be chosen at once: five bulk calls. */
export const MAX_CHOSEN = 1000;

/** Most rows of other pages that are read anew while they are chosen: their ids fit into one filter. Of more, the last known is used. */
const MAX_READ = 100;

/** Id of the box that chooses all rows of the page. */
export const CHOOSE_ALL = 'choose-all';

/** @param limit most rows that can be chosen; further ones are not taken. */
export function useSelection(limit = MAX_CHOSEN): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const set = useCallback(
    (changed: readonly string[], chosen: boolean) => {
      setIds((before) => {
        const after = new Set(before);
        for (const id of changed) {
          if (!chosen) after.delete(id);
          else if (after.size < limit) after.add(id);
        }
        return after.size === before.size ? before : after;
      });
    },
    [limit],
  );
  const clear = useCallback(() => setIds((before) => (before.size > 0 ? new Set() : before)), []);
  return useMemo(() => ({ ids, set, clear }), [ids, set, clear]);
}

export interface Identified {
  id: string;
}

/** Chosen rows that are not on the screen, and the list query that reads them. */
export interface OffPage {
  ids: readonly string[];
  query: Readonly<Record<string, string | number>>;
  /** Whether they are few enough to be read. */
  isRead: boolean;
}

export function chosenOffPage(selection: Selection, shownIds: readonly string[]): OffPage {
  const shown = new Set(shownIds);
  const ids = [...selection.ids].filter((id) => !shown.has(id)).toSorted();
  return { ids, query: { id: `in:${ids.join(',')}`, limit: MAX_READ }, isRead: ids.length > 0 && ids.length <= MAX_READ };
}

/**
 * The chosen rows as they are now; one that no longer exists is no longer chosen.
 * @param others what the query of `chosenOffPage` has found; undefined while it is not known.
 * @param before rows as they were when they were chosen.
 */
export function useChosen<T extends Identified>(
  selection: Selection,
  rows: readonly T[],
  offPage: OffPage,
  others: readonly T[] | undefined,
  before: ReadonlyMap<string, T>,
): readonly T[] {
  const gone = others ? offPage.ids.filter((id) => !others.some((row) => row.id === id)).join(',') : '';
  const { set } = selection;
  useEffect(() => {
    if (gone !== '') set(gone.split(','), false);
  }, [gone, set]);
  const offPageRows = others ?? offPage.ids.flatMap((id) => before.get(id) ?? []);
  return [...rows, ...offPageRows].filter(({ id }) => selection.ids.has(id));
}
