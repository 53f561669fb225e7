import { useEffect, useEffectEvent } from 'react';
import { focusWhenThere } from '../focus.ts';

const FIELD = ':is(input, textarea, select):not(:disabled)';
const CHOSEN = 'input[type="radio"]:checked:enabled';

/** The field that a part of a form begins at: what is chosen already of several, else its first field. */
const firstFieldIn = (part: Element): HTMLElement | null => part.querySelector(CHOSEN) ?? part.querySelector(FIELD);

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

/** What a field is entered by: a file by its button. */
const CONTROL = ':is(input, textarea, select, button):not(:disabled, [hidden])';

/** A field with its label, or one that is its own, such as a box to tick. */
const START = `.pf-v6-c-form__group-control, ${FIELD}`;

/** Where a form begins: at its first field, of several choices at the one that is made; null as long as that field has nothing to choose from. */
function startOf(form: Element | null): HTMLElement | null {
  const field = form?.querySelector<HTMLElement>(START);
  if (!field || field.matches(FIELD)) return field ?? null;
  return field.querySelector<HTMLElement>(CHOSEN) ?? field.querySelector<HTMLElement>(CONTROL);
}

/** A finger is all there is: the keyboard would come up over the half of a form that nobody has seen yet. */
const hasNoKeyboard = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * A form that makes something begins at its first field; one with what was typed before says that first. Whoever has gone on meanwhile is left
 * where they are. @param id of the form
 */
export function useFormStart(id: string, isNew: boolean): void {
  const begin = useEffectEvent(() => {
    if (!isNew || hasNoKeyboard()) return undefined;
    const { activeElement: left } = document;
    const isFree = () => {
      const { activeElement: at } = document;
      return !at?.closest('form') && (at === null || at === left || at.matches('body, [data-page-heading]'));
    };
    return focusWhenThere(() => startOf(document.getElementById(id)), isFree);
  });
  useEffect(() => begin(), []);
}

/**
 * A dialog begins at the first field of its form. Whatever keeps the focus in the dialog puts it on the button that changes nothing, and may do so
 * again while the page below comes up: from there it goes on once that field is there, until the user presses something. What stands in the field is
 * selected. @param form @param cancel ids of the form and of that button
 */
export function useDialogStart(form: string, cancel: string): void {
  useEffect(() => {
    if (hasNoKeyboard()) return undefined;
    const button = document.getElementById(cancel);
    const ending = new AbortController();
    const { signal } = ending;
    const find = () => startOf(document.getElementById(form));
    const begin = () => {
      const first = find();
      if (first instanceof HTMLInputElement) first.select();
      if (first) return first.focus();
      signal.addEventListener(
        'abort',
        focusWhenThere(find, () => document.activeElement === button),
      );
    };
    // The key that has opened the dialog may still be down.
    const end = (event: Event) => (event instanceof KeyboardEvent && event.repeat) || ending.abort();
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, end, { capture: true, signal });
    button?.addEventListener('focus', begin, { signal });
    return () => ending.abort();
  }, [form, cancel]);
}
