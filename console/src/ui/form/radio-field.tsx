import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useId } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { FieldShell } from './field-shell.tsx';
import type { FieldProps } from './fields.tsx';

interface RadioFieldProps<I extends FieldValues, O> extends FieldProps<I, O> {
  options: readonly { value: string; label: string; description?: string }[];
}

/** One of a few values, each with what it means. */
export function RadioField<I extends FieldValues, O>({ form, name, label, required = false, helper, options }: RadioFieldProps<I, O>) {
  const id = useId();
  const { field, fieldState } = useController({ control: form.fields.control, name });
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={fieldState.error?.message} groupRole="radiogroup">
      {options.map(({ value, ...option }) => (
        <Radio
          {...option}
          key={value}
          id={`${id}-${value}`}
          name={`${id}-choice`}
          isChecked={field.value === value}
          onChange={() => field.onChange(value)}
          onBlur={field.onBlur}
        />
      ))}
    </FieldShell>
  );
}
