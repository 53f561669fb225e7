import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * After navigation to another page the focus moves to its heading, so that keyboard and screen reader continue there.
 * Not on the first page, nor where only the query changes: sorting a list must not steal the focus.
 */
export function useFocusOnNavigation(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    const isFirst = before.current === undefined;
    before.current = path;
    // A page that has put the focus into its own form keeps it.
    if (isFirst || document.activeElement?.closest('main form')) return;
    document.querySelector<HTMLElement>('main [data-page-heading]')?.focus();
  }, [path]);
}
