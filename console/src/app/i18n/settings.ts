import { DEFAULT_LOCALE, LOCALES, type Locale } from '@gantry/contract/constants';
import { api } from '../api/first-calls.ts';
import { callApi } from '../api/request.ts';
import { createStore } from '../store.ts';

interface Settings {
  /** Enabled languages, in the server's order. */
  languages: readonly { language: Locale }[];
  defaultLanguage: Locale;
  /** Whether people may choose their language. */
  languageChange: boolean;
  /** Minutes without any activity after which somebody is signed out; null: never. */
  idleMinutes: number | null;
  /** Minutes that a server which stops is waited for. */
  leaveMinutes: number;
  /** The domain that users sign in to at first; null: the default one. */
  signInDomain: string | null;
}

/** Settings of the console; until the server has spoken: everything on, and nobody signed out. */
export const settingsStore = createStore<Settings>({
  languages: LOCALES.map((language) => ({ language })),
  defaultLanguage: DEFAULT_LOCALE,
  languageChange: true,
  idleMinutes: null,
  leaveMinutes: 10,
  signInDomain: null,
});

/** Reads the settings and the languages before the first page shows. Without them the console starts all the same, and logs why. */
export async function loadSettings(): Promise<void> {
  const [config, languages] = await Promise.allSettled([
    callApi(api.platform.config, {}, { guard: 'skip' }),
    callApi(api.platform.locales, {}, { guard: 'skip' }),
  ]);
  if (config.status === 'fulfilled') {
    const {
      language_change: languageChange,
      disable_idle_timeout: isOff,
      idle_minutes: minutes,
      leave_time_minutes: leaveMinutes,
      sign_in_domain: signInDomain = null,
    } = config.value;
    settingsStore.set({ languageChange, idleMinutes: isOff ? null : minutes, leaveMinutes, signInDomain });
  } else console.error('The settings of the console could not be loaded', config.reason);
  if (languages.status === 'rejected') {
    console.error('The list of languages could not be loaded', languages.reason);
    return;
  }
  const enabled = languages.value.data.filter(({ enabled, language }) => enabled && LOCALES.includes(language));
  if (enabled.length > 0) {
    settingsStore.set({ languages: enabled, defaultLanguage: enabled.find(({ is_default }) => is_default)?.language ?? DEFAULT_LOCALE });
  }
}
