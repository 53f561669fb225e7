import { useLayoutEffect, useRef, type ReactNode } from 'react';
import './page-heading.css';

/** Whether a heading that had the focus has just gone, in this very change of the page. */
let hasLostFocus = false;

/** The heading of a page: one per page, where the focus goes after navigation, and stays when what loads brings a heading of its own. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = heading.current;
    // With the next frame (`focusWhenThere`).
    let frame = hasLostFocus
      ? requestAnimationFrame(() => {
          frame = 0;
          if (document.activeElement === document.body) element?.focus();
        })
      : 0;
    return () => {
      cancelAnimationFrame(frame);
      hasLostFocus = frame !== 0 || document.activeElement === element;
      queueMicrotask(() => {
        hasLostFocus = false;
      });
    };
  }, []);
  return (
    <h1 ref={heading} className="gantry-heading" data-page-heading tabIndex={-1}>
      {children}
    </h1>
  );
}
