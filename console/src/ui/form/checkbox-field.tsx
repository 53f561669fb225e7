import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import type { FieldValues } from 'react-hook-form';
import { useField, type FieldProps } from './fields.tsx';

/** Yes or no, with the question beside the box. */
export function CheckboxField<I extends FieldValues, O>({ form, name, label, helper }: Omit<FieldProps<I, O>, 'required'>) {
  const { id, field } = useField({ form, name, label });
  const { ref, value, onChange, onBlur } = field;
  return (
    <Checkbox
      id={id}
      ref={ref}
      label={label}
      {...(helper !== undefined && { description: helper })}
      isChecked={value === true}
      onChange={(_, on) => onChange(on)}
      onBlur={onBlur}
    />
  );
}
