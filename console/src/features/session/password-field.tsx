import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { FieldHint } from './field-hint.tsx';

interface Props {
  /** `password`, or one that takes its place. */
  name?: 'password' | 'new-password' | 'again';
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A password of a user who signs in; says so when Caps Lock is on. */
export function PasswordField({ name = 'password', label, value, error, onChange }: Props) {
  const id = `login-${name}`;
  const { t } = useTranslation('session');
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <FormGroup label={label} fieldId={id}>
      <PasswordInput
        id={id}
        name={name}
        value={value}
        placeholder=" "
        autoComplete={name === 'password' ? 'current-password' : 'new-password'}
        isRequired
        validated={error === undefined ? 'default' : 'error'}
        aria-describedby={`${id}-hint`}
        onChange={onChange}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        reveal={{ show: t('showPassword'), hide: t('hidePassword') }}
      />
      <FieldHint id={`${id}-hint`} error={error} hint={isCapsLock ? t('capsLock') : undefined} />
    </FormGroup>
  );
}
