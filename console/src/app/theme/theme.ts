import { createStore } from '../store.ts';
import { showTheme, systemTheme, THEME_KEY, type ThemeChoice } from './show-theme.ts';

/** The theme that shows, and what was chosen. */
export const themeStore = createStore<ReturnType<typeof showTheme>>({ theme: 'light', choice: 'system' });

const apply = (): void => themeStore.set(showTheme());

/** Follows the user's choice, else the system, also when either changes elsewhere. */
export function startTheme(): void {
  apply();
  systemTheme().addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY) apply();
  });
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, choice);
  apply();
}
