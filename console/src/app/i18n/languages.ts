import { DEFAULT_LOCALE, type Locale } from '@gantry/contract/constants';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolated } from '../../ui/direction.ts';
import type { TextFiles } from '../feature.ts';
import { useStore } from '../store.ts';
import { formatter } from './formats.ts';
import { chooseLocale, languageCookie, readLanguageCookie } from './locale.ts';
import { settingsStore } from './settings.ts';

/** Files of texts by namespace. A namespace is loaded when something that uses it is, and only in the active language. */
export type TextSources = Readonly<Record<string, TextFiles>>;

/** What the address asked for when the page was opened; it may have been left since. */
let given: string | undefined;

/** The language that all sources known by now lead to. */
function currentChoice(): Locale {
  const { languages, languageChange, defaultLanguage } = settingsStore.get();
  return chooseLocale({
    query: given,
    cookie: readLanguageCookie(),
    browser: navigator.languages,
    enabled: languages.map(({ language }) => language),
    changeable: languageChange,
    fallback: defaultLanguage,
  });
}

/** Where texts are read from: those of the start, and those that came with nouns after it. */
const known: Record<string, TextFiles> = {};
export const addTexts = (sources: TextSources): void => void Object.assign(known, sources);

/** Starts with the language that is most likely, so that its texts load beside the settings; `settleLanguage` has the last word. */
export async function startLanguages(sources: TextSources): Promise<void> {
  given = new URLSearchParams(location.search).get('locale') ?? undefined;
  addTexts(sources);
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = i18next.dir(language);
  });
  await i18next
    .use({
      type: 'backend' as const,
      init: () => undefined,
      read: readTexts,
    })
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: currentChoice(),
      fallbackLng: false,
      ns: ['shell'],
      defaultNS: 'shell',
      // React escapes what is dangerous. What stands in a sentence keeps its own direction.
      interpolation: { alwaysFormat: true, escape: (value) => isolated(value, i18next.language) },
      react: { useSuspense: false },
      returnNull: false,
      // Said outright, these are not guessed anew for each text.
      keySeparator: '.',
      nsSeparator: ':',
    });
}

async function readTexts(language: string, namespace: string): Promise<Record<string, string>> {
  const files = Object.entries(known[namespace] ?? {});
  const load = files.find(([path]) => path.endsWith(`/${language}.json`) || path.endsWith(`/${language}.ts`))?.[1];
  if (!load) throw new Error(`No texts ${namespace} in ${language}`);
  return (await load()) as Record<string, string>;
}

/** Once the server's list of languages is known: keeps the language or changes to the right one. */
export async function settleLanguage(): Promise<void> {
  const locale = currentChoice();
  if (locale !== i18next.language) await i18next.changeLanguage(locale);
  // `?locale=` is a choice like any other.
  if (settingsStore.get().languageChange && given === locale) document.cookie = languageCookie(locale);
}

/** Loads namespaces in the active language; resolves at once for those that are there. */
export const loadTexts = (...namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces);

/** The user's choice: kept in the cookie, and all texts that are loaded change with it. Rejects where they cannot be read; then nothing changes. */
export async function changeLanguage(locale: Locale): Promise<void> {
  // By itself i18next changes to a language without texts.
  const missing = Object.keys(i18next.getDataByLanguage(i18next.language) ?? {}).filter((name) => !i18next.hasResourceBundle(locale, name));
  const read = await Promise.all(missing.map((name) => readTexts(locale, name)));
  for (const [index, name] of missing.entries()) i18next.addResourceBundle(locale, name, read[index]);
  await i18next.changeLanguage(locale);
  document.cookie = languageCookie(locale);
}

/** Languages to choose from; empty where choosing is off or there is only one (decision H4). */
export function useLanguageChoice(): readonly Locale[] {
  const languages = useStore(settingsStore, (settings) => settings.languages);
  const isOn = useStore(settingsStore, (settings) => settings.languageChange);
  return isOn && languages.length > 1 ? languages.map(({ language }) => language) : [];
}

/** The active language. */
export const activeLocale = (): Locale => (i18next.language as Locale | undefined) ?? DEFAULT_LOCALE;
