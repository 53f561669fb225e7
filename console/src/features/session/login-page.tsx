import { SESSIONS_MAX } from '@gantry/contract/nouns/session/limits';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { side } from '../../app/base.ts';
import { ApiError } from '../../app/api/errors.ts';
import { failureOf, fieldText } from '../../app/errors/failure.ts';
import { LanguageSwitch } from '../../app/i18n/language-switch.tsx';
import { settingsStore } from '../../app/i18n/settings.ts';
import { safeRedirectUrl } from '../../app/session/redirect-url.ts';
import { signIn, signOut } from '../../app/session/sign-in.ts';
import { sessionStore } from '../../app/session/state.ts';
import { Logo } from '../../app/shell/logo.tsx';
import { ThemeSwitch } from '../../app/theme/theme-switch.tsx';
import { firstDomain } from './first-domain.ts';
import { LoginForm, type Expired, type LoginValues } from './login-form.tsx';
import './login.css';

const codeOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.code : undefined);

/** Sign-in with a password; one that has expired is set anew. What was typed stays after a refusal. */
export function Page() {
  const { t } = useTranslation('session');
  const { t: shell } = useTranslation();
  const navigate = useNavigate();
  const { domainName } = useParams({ strict: false }) as { domainName?: string };
  const search = useSearch({ strict: false }) as { redirectUrl?: unknown; logout?: unknown };
  const [error, setError] = useState<unknown>();
  const [expired, setExpired] = useState<Expired>();
  // Why the last session ended is said once (S0 §8).
  const [message] = useState(() => sessionStore.get().message);
  const failure = error === undefined ? undefined : failureOf(shell, error);
  /** What is wrong with a new password, in the language of the screen. */
  const problemOf = (refusal: unknown) => {
    const [code] = failureOf(shell, refusal).fields?.['new_password'] ?? [];
    return code && (code.code === 'password_same' ? t('passwordSame') : fieldText(shell, code));
  };
  const target = safeRedirectUrl(search.redirectUrl) ?? '/';

  useEffect(() => {
    if (sessionStore.get().message !== null) sessionStore.set({ message: null });
    if (sessionStore.get().currentUser === null) return;
    if (search.logout === 'true') void signOut();
    else void navigate({ to: target, replace: true });
    // Only for the session that was there when the page opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const submit = async (values: LoginValues) => {
    setError(undefined);
    try {
      await signIn(values);
    } catch (refusal) {
      setError(refusal);
      const { domain, username } = values;
      if (codeOf(refusal) === 'password_expired') setExpired({ domain, username });
      else if (values.new_password !== undefined) setExpired({ domain, username, problem: problemOf(refusal) });
      return;
    }
    await navigate({ to: target, replace: true });
  };

  return (
    <div className="gantry-login">
      <header>
        <ThemeSwitch />
        <LanguageSwitch />
      </header>
      <main>
        <div className="gantry-login-brand">
          <Logo size={40} />
          <h1 data-page-heading tabIndex={-1}>
            {t('heading', { product: shell('product') })}
          </h1>
          {side() === 'administration' && <p>{t('administration')}</p>}
        </div>
        {message !== null && error === undefined && (
          <output className="gantry-login-message">
            {shell(message as 'session.idle', { minutes: settingsStore.get().idleMinutes, max: SESSIONS_MAX })}
          </output>
        )}
        {failure !== undefined && (
          <div className="gantry-login-message is-error" role="alert">
            <strong>{t('failed')}</strong>
            <p>{failure.text}</p>
            {failure.detail !== undefined && (
              <p>
                <bdi>{failure.detail}</bdi>
              </p>
            )}
          </div>
        )}
        <LoginForm
          key={domainName}
          firstDomain={firstDomain(domainName)}
          isFixed={domainName !== undefined}
          expired={expired}
          onSubmit={submit}
        />
      </main>
    </div>
  );
}
