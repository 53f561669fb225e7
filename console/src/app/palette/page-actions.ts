/** What the page that is open can do, for the palette: told by the page as long as it is there. */
import { useEffect, useRef } from 'react';
import type { Offer } from '../../ui/action/action.ts';

/** One thing that can be done on this page. */
export interface PageAction {
  id: string;
  label: string;
  run(): void;
}

type Source = () => readonly PageAction[];

const sources = new Set<Source>();

/** All that the open page can do now. */
export const pageActions = (): PageAction[] => [...sources].flatMap((source) => source());

/** Tells the palette what a page can do, as of its last painting; found out only when the palette asks. */
export function usePageActions(actions: Source): void {
  const now = useRef(actions);
  useEffect(() => {
    now.current = actions;
  });
  useEffect(() => {
    const source: Source = () => now.current();
    sources.add(source);
    return () => void sources.delete(source);
  }, []);
}

/** What of the actions for one thing can be done now. */
export const offered = (offers: readonly Offer[]): PageAction[] =>
  offers.flatMap(({ id, label, reason, busy, onSelect }) =>
    reason === undefined && !busy ? [{ id: `action:${id}`, label, run: onSelect }] : [],
  );
