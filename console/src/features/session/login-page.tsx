import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { side } from '../../app/base.ts';
import { failureOf } from '../../app/errors/failure.ts';
import { LanguageSwitch } from '../../app/i18n/language-switch.tsx';
import { settingsStore } from '../../app/i18n/settings.ts';
import { safeRedirectUrl } from '../../app/session/redirect-url.ts';
import { signIn, signOut } from '../../app/session/sign-in.ts';
import { sessionStore } from '../../app/session/state.ts';
import { Logo } from '../../app/shell/logo.tsx';
import { ThemeSwitch } from '../../app/theme/theme-switch.tsx';
import { firstDomain } from './first-domain.ts';
import { LoginForm, type LoginValues } from './login-form.tsx';
import './login.css';

/** Sign-in with a password. What was typed stays after a refusal. */
export function Page() {
  const { t } = useTranslation('session');
  const { t: shell } = useTranslation();
  const navigate = useNavigate();
  const { domainName } = useParams({ strict: false }) as { domainName?: string };
  const search = useSearch({ strict: false }) as { redirectUrl?: unknown; logout?: unknown };
  const [error, setError] = useState<unknown>();
  // Why the last session ended is said once (S0 §8).
  const [message] = useState(() => sessionStore.get().message);
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
          <output className="gantry-login-message">{shell(message as 'session.idle', { minutes: settingsStore.get().idleMinutes })}</output>
        )}
        {error !== undefined && (
          <div className="gantry-login-message is-error" role="alert">
            <strong>{t('failed')}</strong>
            <p>{failureOf(shell, error).text}</p>
          </div>
        )}
        <LoginForm key={domainName} firstDomain={firstDomain(domainName)} isFixed={domainName !== undefined} onSubmit={submit} />
      </main>
    </div>
  );
}
