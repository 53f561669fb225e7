import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Id of the button that opens a section: the focus returns to it. */
export const buttonOf = (section: string): string => `section-${section}`;

/**
 * The section that is open stands in the address, `{path}/{section}`. Back closes what was opened here; what was closed by its button
 * leaves the focus there.
 */
export function useSection<S extends string>(path: string, open: S | undefined): (section: S | undefined) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const opened = useRef(false);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== undefined && open === undefined) document.getElementById(buttonOf(before.current))?.focus();
    if (open === undefined) opened.current = false;
    before.current = open;
  }, [open]);
  return (next) => {
    if (next !== undefined) {
      // From one section to the next it is still one step back to the page without any.
      void navigate({ to: `${path}/${next}`, replace: open !== undefined, resetScroll: false });
      opened.current = opened.current || open === undefined;
    } else if (opened.current && canGoBack) router.history.back();
    else void navigate({ to: path, replace: true, resetScroll: false });
  };
}
