import { useEffect } from 'react';

const CHOSEN = 'input[type="radio"]:checked:enabled';

/** The field that a part of a form begins at: what is chosen already of several, else its first field. */
const firstFieldIn = (part: Element): HTMLElement | null =>
  part.querySelector(CHOSEN) ?? part.querySelector(':is(input, textarea, select):not(:disabled)');

/**
 * Puts the focus on the first field of a part of a form that has just been opened, on what is chosen there where it comes later, unless the
 * user has typed or clicked meanwhile. @param id of the part
 */
export function useFirstField(id: string): void {
  useEffect(() => {
    const part = document.getElementById(id);
    if (!part) return undefined;
    let first = firstFieldIn(part);
    first?.focus();
    if (first?.matches(CHOSEN)) return undefined;
    const ending = new AbortController();
    const waiting = new MutationObserver(() => {
      const field = firstFieldIn(part);
      const isChosen = field?.matches(CHOSEN) === true;
      if (!field || (first && !isChosen)) return;
      first = field;
      if (isChosen) ending.abort();
      field.focus();
    });
    const { signal } = ending;
    signal.addEventListener('abort', () => waiting.disconnect());
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, () => ending.abort(), { capture: true, signal });
    waiting.observe(part, { childList: true, subtree: true });
    return () => ending.abort();
  }, [id]);
}
