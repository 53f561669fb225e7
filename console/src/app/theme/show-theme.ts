/** What one may choose: a theme, or that of the system. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Key of the choice; absent: as the system has it. */
export const THEME_KEY = 'gantry.theme';
const DARK_CLASS = 'pf-v6-theme-dark';

export const systemTheme = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const chosen = (): ThemeChoice => {
  const value = localStorage.getItem(THEME_KEY);
  return value === 'dark' || value === 'light' ? value : 'system';
};

/** Puts the theme on the document: the user's choice, else the system's. Tells both. Without React: the first script calls it. */
export function showTheme(): { theme: 'light' | 'dark'; choice: ThemeChoice } {
  const choice = chosen();
  const theme = choice === 'system' ? (systemTheme().matches ? 'dark' : 'light') : choice;
  document.documentElement.classList.toggle(DARK_CLASS, theme === 'dark');
  return { theme, choice };
}
