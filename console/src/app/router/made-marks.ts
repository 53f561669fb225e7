import { useNavigate, useRouterState } from '@tanstack/react-router';
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
function madeAt(item: unknown): number {
  if (typeof item !== 'object' || item === null) return Number.POSITIVE_INFINITY;
  const at = 'created_at' in item ? item.created_at : 'created' in item ? item.created : undefined;
  return typeof at === 'string' ? Date.parse(at) : Number.POSITIVE_INFINITY;
}

/** How the rows of a list are known. */
interface Known<T> {
  idOf(item: T): string;
  nameOf(item: T): string;
  /** Beside its id and its name, what a new one is known by: what is typed where it is made. */
  markedBy?: ((item: T) => string) | undefined;
}

/** Ids of those rows that were made a moment ago, as the page that has led here says, or what was done on this one. */
export function useMarked<T>(rows: readonly T[] | undefined, { idOf, nameOf, markedBy = idOf }: Known<T>): readonly string[] {
  const marks = useRouterState({ select: ({ location }) => location.state.marked });
  return useMemo(() => {
    if (!marks || !rows) return [];
    const { words, since } = marks;
    const isNew = (row: T) => [idOf(row), markedBy(row)].some((known) => words.includes(known));
    const isMade = (row: T) => isNew(row) || (words.includes(nameOf(row)) && madeAt(row) >= since);
    return rows.filter(isMade).map(idOf);
  }, [marks, rows, idOf, nameOf, markedBy]);
}

/** Marks what was made on the page that is open, in the tables that it has: the address stays as it is. */
export function useMark(): (words: readonly string[]) => void {
  const navigate = useNavigate();
  return (words) => {
    const marked = marksOf(words);
    if (!marked) return;
    const state = (before: object) => ({ ...before, marked });
    void navigate({ to: '.', search: (query: object) => query, state, replace: true, resetScroll: false });
  };
}
