import { createStore } from '../store.ts';

/** What one may choose: a theme, or that of the system. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Key of the choice; absent: as the system has it. */
const THEME_KEY = 'gantry.theme';
const DARK_CLASS = 'pf-v6-theme-dark';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const chosen = (): ThemeChoice => {
  const value = localStorage.getItem(THEME_KEY);
  return value === 'dark' || value === 'light' ? value : 'system';
};

/** The theme that shows, and what was chosen. */
export const themeStore = createStore<{ theme: 'light' | 'dark'; choice: ThemeChoice }>({ theme: 'light', choice: 'system' });

function apply(): void {
  const choice = chosen();
  const theme = choice === 'system' ? (system().matches ? 'dark' : 'light') : choice;
  document.documentElement.classList.toggle(DARK_CLASS, theme === 'dark');
  themeStore.set({ theme, choice });
}

/** Follows the user's choice, else the system, also when either changes elsewhere. */
export function startTheme(): void {
  apply();
  system().addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY) apply();
  });
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, choice);
  apply();
}
