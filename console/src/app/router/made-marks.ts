import { useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { serverNow } from '../../ui/clock.ts';

/** Ids or names of what was made, and since when (ms): what was called so before is another thing. */
export interface Marks {
  words: readonly string[];
  since: number;
}

/** The clocks of the services that say when something was made differ by so many milliseconds at most. */
const CLOCKS_MS = 60_000;

/** Undefined where nothing was made. */
export const marksOf = (words: readonly string[]): Marks | undefined =>
  words.length === 0 ? undefined : { words, since: serverNow().getTime() - CLOCKS_MS };

/** When a thing was made, in ms; what does not say it is taken for new. */
function madeAt(item: object): number {
  const at = 'created_at' in item ? item.created_at : 'created' in item ? item.created : undefined;
  return typeof at === 'string' ? Date.parse(at) : Number.POSITIVE_INFINITY;
}

/** Ids of those rows that were made a moment ago, as the page that has led here says. */
export function useMarked<T extends { id: string }>(rows: readonly T[] | undefined, nameOf: (item: T) => string): readonly string[] {
  const marks = useRouterState({ select: ({ location }) => location.state.marked });
  return useMemo(() => {
    if (!marks || !rows) return [];
    const { words, since } = marks;
    const isMade = (row: T) => words.includes(row.id) || (words.includes(nameOf(row)) && madeAt(row) >= since);
    return rows.filter(isMade).map(({ id }) => id);
  }, [marks, rows, nameOf]);
}
