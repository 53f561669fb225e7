import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusWhenThere } from '../../ui/focus.ts';

/**
 * After navigation to another page the focus moves to its heading, so that keyboard and screen reader continue there.
 * Not on the first page, nor where only the query changes: sorting a list must not steal the focus.
 * Shows nothing. It is a component so that the shell is not drawn once more when a page has been reached.
 */
export function FocusOnNavigation(): null {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    const isFirst = before.current === undefined;
    before.current = path;
    if (isFirst) return;
    const { activeElement: left } = document;
    // Whoever has gone on typing or tabbing meanwhile, or a form that has taken the focus, keeps it.
    const isFree = () => [left, document.body, null].includes(document.activeElement) && !document.activeElement?.closest('main form');
    return focusWhenThere(() => document.querySelector<HTMLElement>('main [data-page-heading]'), isFree);
  }, [path]);
  return null;
}
