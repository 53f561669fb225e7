import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** A finger is all there is: the keyboard would come up over the half of a form that nobody has seen yet. */
const hasNoKeyboard = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** A form that makes something begins at its name. Whoever has gone into the form by then is left there. */
export function useNameFocus<D extends FieldValues, O>({ setFocus }: UseFormReturn<D, unknown, O>, isNew: boolean): void {
  const begin = useEffectEvent(() => {
    if (isNew && !hasNoKeyboard() && !document.activeElement?.closest('form')) setFocus('name' as Path<D>);
  });
  useEffect(() => begin(), []);
}
