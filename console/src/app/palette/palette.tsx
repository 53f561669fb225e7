import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cycleLanguage, mayChooseLanguage } from '../i18n/cycle-language.ts';
import { isTyping, registerKey } from '../keys.ts';
import { usePersonal } from '../router/menu.ts';
import { useStore } from '../store.ts';
import { closePalette, openKeyHelp, openPalette, paletteStore } from './palette-state.ts';

const Dialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));
const Keys = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));

/**
 * The palette and the list of keys, over any page. `.` opens the palette, and Ctrl or Cmd with it does so while one types too: Ctrl+K is that
 * of feature flags (S0), and Ctrl+Shift+P opens a private window in Firefox. Ctrl+L goes through the languages, with Shift back.
 */
export function Palette() {
  const { t, i18n } = useTranslation();
  const personal = usePersonal();
  const open = useStore(paletteStore, (state) => state.open);
  useEffect(() => {
    const stops = [
      registerKey({ key: '.', label: t('palette.open'), run: openPalette }),
      registerKey({ key: '?', label: t('keys.title'), run: openKeyHelp }),
    ];
    const withControl = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const run = ownOf(event);
      if (!run) return;
      event.preventDefault();
      run();
    };
    /** What a key does with Ctrl or Cmd. What it does to a text while one types is left to it (decision D14). */
    const ownOf = ({ key, shiftKey, target }: KeyboardEvent): (() => void) | undefined => {
      if (key === '.') return openPalette;
      if (key.toLowerCase() === 'l' && mayChooseLanguage()) return () => void cycleLanguage(shiftKey ? -1 : 1);
      const entry = shiftKey || isTyping(target) ? undefined : personal.find((one) => one.key === key.toLowerCase());
      return entry && (() => entry.run(i18n.t(`nouns:menu.${entry.noun}.${entry.label}` as 'product')));
    };
    document.addEventListener('keydown', withControl);
    return () => {
      document.removeEventListener('keydown', withControl);
      for (const stop of stops) stop();
    };
  }, [t, i18n, personal]);
  if (open === undefined) return null;
  return <Suspense>{open === 'palette' ? <Dialog onClose={closePalette} /> : <Keys onClose={closePalette} />}</Suspense>;
}
