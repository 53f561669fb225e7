import type { FieldPath, FieldValues } from 'react-hook-form';
import { partErrorsOf, type PartErrors } from '../../ui/form/field-errors.ts';
import { useControlled } from '../../ui/form/use-controlled.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

/** A field whose value has parts, each with its own control: the value, what is wrong with each part, and how it is changed. */
export function usePart<V, I extends FieldValues, O>(form: SchemaForm<I, O>, name: FieldPath<I>) {
  const { field, fieldState } = useControlled({ form, name });
  const marks: PartErrors = partErrorsOf(fieldState.error);
  return {
    value: field.value as V,
    marks,
    error: fieldState.error?.message,
    onChange: (value: V) => field.onChange(value),
    onBlur: () => field.onBlur(),
  };
}
