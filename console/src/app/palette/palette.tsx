import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { registerKey } from '../keys.ts';
import { useStore } from '../store.ts';
import { closePalette, openKeyHelp, openPalette, paletteStore } from './palette-state.ts';

const Dialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));
const Keys = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));

/**
 * The palette and the list of keys, over any page. `.` opens the palette, and Ctrl or Cmd with it does so while one types too: Ctrl+K is that
 * of feature flags (S0), and Ctrl+Shift+P opens a private window in Firefox.
 */
export function Palette() {
  const { t } = useTranslation();
  const open = useStore(paletteStore, (state) => state.open);
  useEffect(() => {
    const stops = [
      registerKey({ key: '.', label: t('palette.open'), run: openPalette }),
      registerKey({ key: '?', label: t('keys.title'), run: openKeyHelp }),
    ];
    const withControl = (event: KeyboardEvent) => {
      if (event.key !== '.' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', withControl);
    return () => {
      document.removeEventListener('keydown', withControl);
      for (const stop of stops) stop();
    };
  }, [t]);
  if (open === undefined) return null;
  return <Suspense>{open === 'palette' ? <Dialog onClose={closePalette} /> : <Keys onClose={closePalette} />}</Suspense>;
}
