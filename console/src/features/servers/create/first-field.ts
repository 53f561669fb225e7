import { useEffect } from 'react';

const CHOSEN = 'input[type="radio"]:checked:enabled';

/** Selector of the field that a form begins at: what is chosen already of several, else its first field. @param id of the form */
export const firstFieldOf = (id: string): string =>
  `[id="${id}"] ${CHOSEN}, [id="${id}"]:not(:has(${CHOSEN})) :is(input, textarea, select):not(:disabled)`;

/**
 * Where a form has no field yet because what it offers is still on its way, puts the focus on the first one as soon as it is there, and
 * on what is chosen where that comes later still, unless the user has typed or clicked meanwhile. @param id of the form
 */
export function useFirstField(id: string): void {
  useEffect(() => {
    const form = document.getElementById(id);
    const find = () => document.querySelector<HTMLElement>(firstFieldOf(id));
    let first = find();
    if (!form || first?.matches(CHOSEN)) return undefined;
    const ending = new AbortController();
    const waiting = new MutationObserver(() => {
      const field = find();
      const isChosen = field?.matches(CHOSEN) === true;
      if (!field || (first && !isChosen)) return;
      first = field;
      if (isChosen) ending.abort();
      field.focus();
    });
    const { signal } = ending;
    signal.addEventListener('abort', () => waiting.disconnect());
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, () => ending.abort(), { capture: true, signal });
    waiting.observe(form, { childList: true, subtree: true });
    return () => ending.abort();
  }, [id]);
}
