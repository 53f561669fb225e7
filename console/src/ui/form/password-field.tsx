import type { FieldValues } from 'react-hook-form';
import { useUiText } from '../text.ts';
import { FieldShell } from './field-shell.tsx';
import { useField, type FieldProps } from './fields.tsx';
import { PasswordInput } from './password-input.tsx';

/** A new password. */
export function PasswordField<I extends FieldValues, O>(props: FieldProps<I, O>) {
  const { id, field, error, control } = useField(props);
  const { label, required = false, helper } = props;
  const { t } = useUiText();
  return (
    <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
      <PasswordInput
        {...control}
        autoComplete="new-password"
        value={String(field.value ?? '')}
        onChange={field.onChange}
        isRequired={required}
        reveal={{ show: t('password.show', { label }), hide: t('password.hide', { label }) }}
      />
    </FieldShell>
  );
}
