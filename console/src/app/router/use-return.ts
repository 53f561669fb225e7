import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { tableOrders } from '../list/use-table-order.ts';
import { useFeatures } from './features-context.ts';
import { decodeReturnRoute } from './return-route.ts';
import { marksOf, type Marks } from './made-marks.ts';
import { pageAt } from './use-page.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address names what was made a moment ago: it may come to be there only now. */
    made?: true;
    /** What was made and stands out in the list that the address shows. */
    marked?: Marks;
  }
}

/**
 * Leaves a form: for the page that its address says, in its path or its query, which is told the id of what was made; else for the page of that,
 * where it has one. `created`: null where nothing was made, or nobody knows its id; then, and of several things, for `parent`.
 * `names`: of what was made, where its id is not known: a list that is left for marks them. What shows what was made takes the place of the form
 * in the history: Back does not lead to a form that has been sent.
 * @param isOver the form has no address of its own: it is over a page, which stays in the history
 */
export function useReturn(
  parent: string,
  addressOf?: (id: string) => string,
  isOver = false,
): (created: string | null, names?: readonly string[]) => void {
  const navigate = useNavigate();
  const features = useFeatures();
  const params = useParams({ strict: false }) as { returnRoute?: unknown };
  const search = useSearch({ strict: false }) as { returnRoute?: unknown };
  const returnRoute = params.returnRoute ?? search.returnRoute;
  return (created, names = []) => {
    const back = isOver ? undefined : decodeReturnRoute(returnRoute, (name) => pageAt(features, name) !== undefined);
    if (!back && created !== null && addressOf) return void navigate({ to: addressOf(created), state: { made: true }, replace: !isOver });
    const marked = marksOf(created === null ? names : [created, ...names]);
    const state = marked ? { marked } : {};
    if (!back) return void navigate({ to: parent, search: tableOrders, state, replace: marked !== undefined && !isOver });
    const { name: to, params: filled, query } = back;
    void navigate({ to, params: filled, search: { ...query, ...(created !== null && { created }) }, state, replace: true });
  };
}

/**
 * Gives the id of what was made on a page that was opened from here, once: then the address forgets it.
 * @returns whether that is still to come, so that what shows the choice can wait for it.
 */
export function useCreated(choose: (id: string) => void): boolean {
  const navigate = useNavigate();
  const { created, ...search } = useSearch({ strict: false }) as { created?: unknown };
  const take = useEffectEvent((id: string) => {
    choose(id);
    void navigate({ to: '.', search, replace: true });
  });
  useEffect(() => {
    if (typeof created === 'string') take(created);
  }, [created]);
  return typeof created === 'string';
}
