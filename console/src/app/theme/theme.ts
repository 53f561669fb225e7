import { createStore } from '../store.ts';

export type Theme = 'light' | 'dark';
/** Key of the choice; absent: as the system has it. */
const THEME_KEY = 'gantry.theme';
const DARK_CLASS = 'pf-v6-theme-dark';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const chosen = (): Theme | undefined => {
  const value = localStorage.getItem(THEME_KEY);
  return value === 'dark' || value === 'light' ? value : undefined;
};

export const themeStore = createStore<{ theme: Theme }>({ theme: 'light' });

function apply(): void {
  const theme = chosen() ?? (system().matches ? 'dark' : 'light');
  document.documentElement.classList.toggle(DARK_CLASS, theme === 'dark');
  themeStore.set({ theme });
}

/** Follows the user's choice, else the system, also when either changes elsewhere. */
export function startTheme(): void {
  apply();
  system().addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY) apply();
  });
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
  apply();
}
