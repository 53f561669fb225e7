import { InputGroup, InputGroupItem, InputGroupText } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, type ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { describedBy, FieldShell } from './field-shell.tsx';
import type { SchemaForm } from './use-schema-form.ts';
import { useControlled } from './use-controlled.ts';

export interface FieldProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  name: FieldPath<I>;
  label: string;
  required?: boolean;
  helper?: ReactNode;
}

/** The parts every control has in common. */
export function useField<I extends FieldValues, O>({ form, name, helper }: FieldProps<I, O>) {
  const id = useId();
  const { field, fieldState } = useControlled({ form, name });
  const error = fieldState.error?.message;
  const described = describedBy(id, helper, error);
  return {
    id,
    field,
    error,
    control: {
      id,
      ref: field.ref,
      // An empty field is judged when the form is sent: an error that comes up as somebody leaves it would move what they are about to click.
      onBlur: () => field.value !== '' && field.onBlur(),
      validated: error === undefined ? ('default' as const) : ('error' as const),
      ...(described !== undefined && { 'aria-describedby': described }),
    },
  };
}

export function TextField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { id, field, error, control } = useField(props);
  const { label, required = false, helper } = props;
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
      <TextInput {...control} value={String(field.value ?? '')} onChange={(_, text) => field.onChange(text)} isRequired={required} />
    </FieldShell>
  );
}

/** Code is read in lines of its own, from left to right in every language. */
const CODE = { className: 'gantry-code', dir: 'ltr', rows: 8, spellCheck: false } as const;

/** A text of several lines. `code`: it is for a machine, such as a script or a key. */
export function TextAreaField<I extends FieldValues, O>(props: FieldProps<I, O> & { code?: boolean }) {
  const { id, field, error, control } = useField(props);
  const { label, required = false, helper, code = false } = props;
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
      <TextArea
        {...control}
        {...(code && CODE)}
        value={String(field.value ?? '')}
        onChange={(_, text) => field.onChange(text)}
        isRequired={required}
        resizeOrientation="vertical"
      />
    </FieldShell>
  );
}

/** A number, a whole one unless `step` says more, with its unit where it has one. Empty is undefined. */
export function NumberField<I extends FieldValues, O>(
  props: FieldProps<I, O> & {
    unit?: string;
    min: number;
    max: number;
    /** What it means to leave it empty. */
    placeholder?: string;
    /** `any`: parts of one, too. */
    step?: 1 | 'any';
  },
) {
  const { id, field, error, control } = useField(props);
  const { label, required = false, helper, unit, min, max, placeholder, step = 1 } = props;
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            {...control}
            type="number"
            min={min}
            max={max}
            step={step}
            {...(placeholder !== undefined && { placeholder })}
            value={field.value === undefined ? '' : String(field.value)}
            onChange={(_, text) => field.onChange(text === '' ? undefined : Number(text))}
            isRequired={required}
          />
        </InputGroupItem>
        {unit !== undefined && <InputGroupText>{unit}</InputGroupText>}
      </InputGroup>
    </FieldShell>
  );
}
