import type { FieldValues } from 'react-hook-form';
import { useUiText } from '../text.ts';
import { FieldShell } from './field-shell.tsx';
import { useField, type FieldProps } from './fields.tsx';
import './form.css';
import { PasswordInput } from './password-input.tsx';
import { PasswordRules } from './password-rules.tsx';

interface PasswordFieldProps<I extends FieldValues, O> extends FieldProps<I, O> {
  /** Shows what it has to have. */
  rules?: boolean;
  /** One that somebody has already. */
  isCurrent?: boolean;
}

/** A password, a new one as a rule. */
export function PasswordField<I extends FieldValues, O>({ rules = false, isCurrent = false, ...props }: PasswordFieldProps<I, O>) {
  const { id, field, error, control } = useField(props);
  const { label, required = false, helper } = props;
  const { t } = useUiText();
  const password = String(field.value ?? '');
  return (
    <div>
      <FieldShell id={id} label={label} required={required} helper={helper} error={error}>
        <PasswordInput
          {...control}
          autoComplete={isCurrent ? 'current-password' : 'new-password'}
          value={password}
          onChange={field.onChange}
          isRequired={required}
          reveal={{ show: t('password.show', { label }), hide: t('password.hide', { label }) }}
        />
      </FieldShell>
      {rules && <PasswordRules password={password} />}
    </div>
  );
}
