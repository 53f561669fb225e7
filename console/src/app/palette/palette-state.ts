import { createStore } from '../store.ts';

/** What lies over the page: the palette, the list of keys, or neither. */
export const paletteStore = createStore<{ open: 'palette' | 'keys' | undefined }>({ open: undefined });

export const openPalette = (): void => paletteStore.set({ open: 'palette' });
export const openKeyHelp = (): void => paletteStore.set({ open: 'keys' });
export const closePalette = (): void => paletteStore.set({ open: undefined });
