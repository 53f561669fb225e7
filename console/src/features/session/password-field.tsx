import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { InputGroup, InputGroupItem } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import EyeIcon from '@patternfly/react-icons/dist/esm/icons/eye-icon';
import EyeSlashIcon from '@patternfly/react-icons/dist/esm/icons/eye-slash-icon';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHint } from './field-hint.tsx';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A password with a reveal button; says so when Caps Lock is on. */
export function PasswordField({ value, error, onChange }: Props) {
  const { t } = useTranslation('session');
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <FormGroup label={t('password')} fieldId="login-password">
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            id="login-password"
            name="password"
            type={isShown ? 'text' : 'password'}
            value={value}
            placeholder=" "
            autoComplete="current-password"
            isRequired
            validated={error === undefined ? 'default' : 'error'}
            aria-describedby="login-password-hint"
            onChange={(_, text) => onChange(text)}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
          />
        </InputGroupItem>
        <InputGroupItem>
          <Button
            variant="control"
            aria-label={t(isShown ? 'hidePassword' : 'showPassword')}
            icon={isShown ? <EyeSlashIcon /> : <EyeIcon />}
            onClick={() => setShown(!isShown)}
          />
        </InputGroupItem>
      </InputGroup>
      <FieldHint id="login-password-hint" error={error} hint={isCapsLock ? t('capsLock') : undefined} />
    </FormGroup>
  );
}
