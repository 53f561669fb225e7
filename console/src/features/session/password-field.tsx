import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { FieldHint } from './field-hint.tsx';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The password of a user who signs in; says so when Caps Lock is on. */
export function PasswordField({ value, error, onChange }: Props) {
  const { t } = useTranslation('session');
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <FormGroup label={t('password')} fieldId="login-password">
      <PasswordInput
        id="login-password"
        name="password"
        value={value}
        placeholder=" "
        autoComplete="current-password"
        isRequired
        validated={error === undefined ? 'default' : 'error'}
        aria-describedby="login-password-hint"
        onChange={onChange}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        reveal={{ show: t('showPassword'), hide: t('hidePassword') }}
      />
      <FieldHint id="login-password-hint" error={error} hint={isCapsLock ? t('capsLock') : undefined} />
    </FormGroup>
  );
}
