import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import type { FieldValues } from 'react-hook-form';
import { FieldShell } from './field-shell.tsx';
import { useField, type FieldProps } from './fields.tsx';

interface SelectOption {
  value: string | number;
  label: string;
  disabled?: boolean;
}

/** One of several values, too many to stand below one another. */
export function SelectField<I extends FieldValues, O>(props: FieldProps<I, O> & { options: readonly SelectOption[] }) {
  const { id, field, error, control } = useField(props);
  const { label, required = false, helper, options } = props;
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
      <FormSelect
        {...control}
        value={String(field.value ?? '')}
        onChange={(_, chosen) => field.onChange(options.find(({ value }) => String(value) === chosen)?.value)}
      >
        {options.map(({ value, label: text, disabled = false }) => (
          <FormSelectOption key={value} value={String(value)} label={text} isDisabled={disabled} />
        ))}
      </FormSelect>
    </FieldShell>
  );
}
