import { useEffect, useState } from 'react';
import { get, useController, useWatch, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form';
import type { SchemaForm } from './use-schema-form.ts';

/**
 * One field of a form, for a control that shows its value and changes it. What is emptied is undefined and stays so: react-hook-form's own
 * hook shows the default in its place, and brings it back when a control of the field appears for the first time.
 */
export function useControlled<I extends FieldValues, O, N extends FieldPath<I>>({ form, name }: { form: SchemaForm<I, O>; name: N }) {
  const { control, getValues, setValue } = form.fields;
  const [isEmptied] = useState(() => getValues(name) === undefined);
  const { field, fieldState } = useController({ control, name });
  const value: FieldPathValue<I, N> = useWatch({ control, compute: (values) => get(values, name) });
  useEffect(() => {
    if (isEmptied) setValue(name, undefined as FieldPathValue<I, N>);
    // Once, as the control appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return { field: { ...field, value }, fieldState };
}
