import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** A finger is all there is: the keyboard would come up over the half of a form that nobody has seen yet. */
const hasNoKeyboard = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * A form that makes something begins at its name. Whoever has gone into the form by then is left there, and a name that is left as empty as it was
 * found is not judged yet: it was not the user who went there.
 */
export function useNameFocus<D extends FieldValues, O>({ setFocus }: UseFormReturn<D, unknown, O>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew || hasNoKeyboard() || document.activeElement?.closest('form')) return undefined;
    const leaving = new AbortController();
    const once = { once: true, signal: leaving.signal };
    const come = ({ target: field }: FocusEvent) => {
      if (!(field instanceof HTMLInputElement)) return;
      field.addEventListener('focusout', (event) => field.value === '' && event.stopPropagation(), once);
    };
    document.addEventListener('focusin', come, once);
    setFocus('name' as Path<D>);
    return () => leaving.abort();
    // As it opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
