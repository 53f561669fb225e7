import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.tsx';
import { RadioChoice, type RadioOption } from './radio-choice.tsx';
import { useControlled } from './use-controlled.ts';

interface RadioFieldProps<I extends FieldValues, O> extends Omit<FieldProps<I, O>, 'helper'> {
  helper?: string;
  options: readonly RadioOption<string>[];
}

/** One of a few values, each with what it means. */
export function RadioField<I extends FieldValues, O>({ form, name, ...shown }: RadioFieldProps<I, O>) {
  const id = useId();
  const { field, fieldState } = useControlled({ form, name });
  const { value, onChange, onBlur } = field;
  return <RadioChoice {...shown} id={id} value={value} onChange={onChange} onBlur={onBlur} error={fieldState.error?.message} />;
}
