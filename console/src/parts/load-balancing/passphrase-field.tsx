import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { describedBy, FieldShell } from '../../ui/form/field-shell.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { useUiText } from '../../ui/text.ts';

interface PassphraseFieldProps {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Opens an encrypted key. */
export function PassphraseField({ value, error, onChange }: PassphraseFieldProps) {
  const { t } = useTranslation('load-balancer-pools');
  const { t: ui } = useUiText();
  const id = useId();
  const [label, helper] = [t('tls.passphrase'), t('tls.passphrase-helper')];
  return (
    <FieldShell id={id} label={label} required={false} helper={helper} error={error}>
      <PasswordInput
        id={id}
        autoComplete="off"
        value={value}
        validated={error === undefined ? 'default' : 'error'}
        aria-describedby={describedBy(id, helper, error)}
        onChange={onChange}
        reveal={{ show: ui('password.show', { label }), hide: ui('password.hide', { label }) }}
      />
    </FieldShell>
  );
}
