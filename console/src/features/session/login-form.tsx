import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHint } from './field-hint.tsx';
import { PasswordField } from './password-field.tsx';

export interface LoginValues {
  domain: string;
  username: string;
  password: string;
  /** Takes the place of one that has expired. */
  new_password?: string;
}

/** Whose password has expired, and what the server says of the new one. */
export interface Expired {
  domain: string;
  username: string;
  problem?: string | undefined;
}

const EMPTY = { next: '', again: '' };

interface Props {
  firstDomain: string;
  /** The address names the domain: it is shown, and changed only on purpose. */
  isFixed: boolean;
  /** Undefined as long as nobody's has. */
  expired: Expired | undefined;
  onSubmit: (values: LoginValues) => Promise<void>;
}

/** Domain, user name, password, and a new one for who needs it. Checked by hand: a schema library would cost the sign-in page more than the form itself. */
export function LoginForm({ firstDomain, isFixed, expired, onSubmit }: Props) {
  const { t } = useTranslation('session');
  const { t: shell } = useTranslation();
  const [values, setValues] = useState<LoginValues>({ domain: firstDomain, username: '', password: '' });
  const [renewal, setRenewal] = useState(EMPTY);
  const renews = expired?.domain === values.domain && expired.username === values.username;
  const [isDomainOpen, setDomainOpen] = useState(!isFixed);
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusFirstEmpty = () => form.current?.querySelector<HTMLInputElement>('input:placeholder-shown')?.focus();
  useEffect(focusFirstEmpty, [isDomainOpen, renews]);

  const put = (change: Partial<LoginValues>) => setValues((known) => ({ ...known, ...change }));
  const missing = (name: 'domain' | 'username' | 'password') =>
    isTried && (name === 'password' ? values[name] : values[name].trim()) === '';
  const required = shell('fields.required');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setTried(true);
    if (values.domain.trim() === '' || values.username.trim() === '' || values.password === '') {
      focusFirstEmpty();
      return;
    }
    if (renews && (renewal.next === '' || renewal.next !== renewal.again)) {
      if (renewal.next === '' || renewal.again === '') focusFirstEmpty();
      else form.current?.querySelector<HTMLInputElement>('#login-again')?.focus();
      return;
    }
    setPending(true);
    await onSubmit({ ...values, ...(renews && { new_password: renewal.next }) });
    setPending(false);
    setTried(false);
  };

  return (
    <Form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {isDomainOpen ? (
        <FormGroup label={t('domain')} fieldId="login-domain">
          <TextInput
            id="login-domain"
            name="domain"
            value={values.domain}
            placeholder=" "
            autoComplete="organization"
            isRequired
            validated={missing('domain') ? 'error' : 'default'}
            aria-describedby="login-domain-hint"
            onChange={(_, domain) => put({ domain })}
          />
          <FieldHint id="login-domain-hint" error={missing('domain') ? required : undefined} />
        </FormGroup>
      ) : (
        <p className="gantry-login-domain">
          <span>
            {t('domain')}: <bdi>{values.domain}</bdi>
          </span>
          <Button variant="link" isInline onClick={() => setDomainOpen(true)}>
            {t('otherDomain')}
          </Button>
        </p>
      )}
      <FormGroup label={t('userName')} fieldId="login-user">
        <TextInput
          id="login-user"
          name="username"
          value={values.username}
          placeholder=" "
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          validated={missing('username') ? 'error' : 'default'}
          aria-describedby="login-user-hint"
          onChange={(_, username) => put({ username })}
        />
        <FieldHint id="login-user-hint" error={missing('username') ? required : undefined} />
      </FormGroup>
      <PasswordField
        label={t('password')}
        value={values.password}
        error={missing('password') ? required : undefined}
        onChange={(password) => put({ password })}
      />
      {renews && <NewPassword renewal={renewal} problem={expired.problem} isTried={isTried} onChange={setRenewal} />}
      <Button type="submit" variant="primary" isBlock isDisabled={isPending}>
        {t(renews ? 'renew' : 'submit')}
      </Button>
    </Form>
  );
}

interface NewPasswordProps {
  renewal: typeof EMPTY;
  /** What the server says of it. */
  problem: string | undefined;
  isTried: boolean;
  onChange: (renewal: typeof EMPTY) => void;
}

/** A new password, and the same again. */
function NewPassword({ renewal: { next, again }, problem, isTried, onChange }: NewPasswordProps) {
  const { t } = useTranslation('session');
  const { t: shell } = useTranslation();
  const missing = (value: string) => (isTried && value === '' ? shell('fields.required') : undefined);
  return (
    <>
      <PasswordField
        name="new-password"
        label={t('newPassword')}
        value={next}
        error={missing(next) ?? problem}
        onChange={(value) => onChange({ next: value, again })}
      />
      <PasswordField
        name="again"
        label={t('passwordAgain')}
        value={again}
        error={missing(again) ?? (isTried && again !== next ? t('passwordUnequal') : undefined)}
        onChange={(value) => onChange({ next, again: value })}
      />
    </>
  );
}
