import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { tableOrders } from '../list/use-table-order.ts';
import { useFeatures } from './features-context.ts';
import { decodeReturnRoute } from './return-route.ts';
import { pageAt } from './use-page.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address names what was made a moment ago: it may come to be there only now. */
    made?: true;
  }
}

/**
 * Leaves a form: for the page that its address says, in its path or its query, which is told the id of what was made; else for the page of that,
 * where it has one. `created`: null where nothing was made; then, and of several things, for `parent`.
 */
export function useReturn(parent: string, addressOf?: (id: string) => string): (created: string | null) => void {
  const navigate = useNavigate();
  const features = useFeatures();
  const params = useParams({ strict: false }) as { returnRoute?: unknown };
  const search = useSearch({ strict: false }) as { returnRoute?: unknown };
  const returnRoute = params.returnRoute ?? search.returnRoute;
  return (created) => {
    const back = decodeReturnRoute(returnRoute, (name) => pageAt(features, name) !== undefined);
    if (!back && created !== null && addressOf) return void navigate({ to: addressOf(created), state: { made: true }, replace: true });
    if (!back) return void navigate({ to: parent, search: tableOrders });
    const { name: to, params: filled, query } = back;
    void navigate({ to, params: filled, search: { ...query, ...(created !== null && { created }) }, replace: true });
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
