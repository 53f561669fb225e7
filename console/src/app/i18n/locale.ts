import { DEFAULT_LOCALE, LOCALES, type Locale } from '@gantry/contract/constants';

/** Cookie of the chosen language: the app's name is in it, because cookies ignore ports (rule 21). */
const LANGUAGE_COOKIE = 'gantry_language';
const TEN_YEARS_S = 10 * 365 * 24 * 3600;

const isLocale = (value: string | undefined): value is Locale => (LOCALES as readonly (string | undefined)[]).includes(value);

/** `de-AT` → `de`; undefined for a language the console does not speak. */
const baseLocale = (tag: string): Locale | undefined => {
  const [language = ''] = tag.toLowerCase().split('-');
  return isLocale(language) ? language : undefined;
};

export interface LocaleSources {
  /** `?locale=` of the address. */
  query?: string | undefined;
  cookie?: string | undefined;
  /** Languages of the browser, best first. */
  browser: readonly string[];
  /** Languages the server offers (decision H3). */
  enabled: readonly Locale[];
  /** Whether people may choose (decision H4). */
  changeable: boolean;
  /** The server's default. */
  fallback: Locale;
}

/** Query (if language change is enabled), cookie, browser, default (decision H1). What is unknown or not enabled falls back. */
export function chooseLocale({ query, cookie, browser, enabled, changeable, fallback }: LocaleSources): Locale {
  const offered = (locale: Locale | undefined): locale is Locale => locale !== undefined && enabled.includes(locale);
  if (changeable && query !== undefined) return offered(baseLocale(query)) ? baseLocale(query)! : fallback;
  const chosen = cookie === undefined ? undefined : baseLocale(cookie);
  if (offered(chosen)) return chosen;
  return browser.map(baseLocale).find(offered) ?? (enabled.includes(fallback) ? fallback : DEFAULT_LOCALE);
}

export function readLanguageCookie(cookies = document.cookie): string | undefined {
  const entry = cookies.split('; ').find((part) => part.startsWith(`${LANGUAGE_COOKIE}=`));
  return entry?.slice(LANGUAGE_COOKIE.length + 1);
}

/** Ten years, secure, same-site strict (S2 §9). */
export const languageCookie = (locale: Locale): string =>
  `${LANGUAGE_COOKIE}=${locale}; Path=/; Max-Age=${TEN_YEARS_S}; SameSite=Strict; Secure`;
