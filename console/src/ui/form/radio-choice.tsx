import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { FieldShell } from './field-shell.tsx';

export interface RadioOption<V extends string> {
  value: V;
  label: string;
  description?: string;
}

interface RadioChoiceProps<V extends string> {
  id: string;
  label: string;
  required?: boolean;
  helper?: string | undefined;
  error?: string | undefined;
  options: readonly RadioOption<V>[];
  value: V;
  onChange(value: V): void;
  onBlur?: () => void;
}

/** One of a few values, each with what it means; the value is the caller's. */
export function RadioChoice<V extends string>(props: RadioChoiceProps<V>) {
  const { id, label, required = false, helper, error, options, value: chosen, onChange, onBlur } = props;
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error} groupRole="radiogroup">
      {options.map(({ value, ...option }) => (
        <Radio
          {...option}
          key={value}
          id={`${id}-${value}`}
          name={`${id}-choice`}
          isChecked={chosen === value}
          onChange={() => onChange(value)}
          {...(onBlur && { onBlur })}
        />
      ))}
    </FieldShell>
  );
}
