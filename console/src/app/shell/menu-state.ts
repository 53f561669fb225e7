import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '../store.ts';

/** Whether the menu shows words beside its icons; kept for the next visit. */
const EXPANDED_KEY = 'gantry.menu-expanded';
/** From this width in px on the menu begins expanded. */
const WIDE = 1200;
/** Up to this width in px the menu is a drawer over the page. As in shell.css. */
const PHONE = 640;

const kept = localStorage.getItem(EXPANDED_KEY);

/** `isExpanded`: words beside the icons. `isDrawerOpen`: on a phone, over the page. */
export const menuStore = createStore({ isExpanded: kept === null ? innerWidth >= WIDE : kept === 'true', isDrawerOpen: false });

export function setExpanded(isExpanded: boolean): void {
  localStorage.setItem(EXPANDED_KEY, String(isExpanded));
  menuStore.set({ isExpanded });
}

export const setDrawer = (isDrawerOpen: boolean): void => menuStore.set({ isDrawerOpen });

const watchWidth = (listener: () => void) => {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
};

const watchFullscreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Whether something fills the whole screen: then the page is alone, without its menu (S0 §2). */
export const useFullscreen = (): boolean => useSyncExternalStore(watchFullscreen, () => Boolean(document.fullscreenElement));

/** How the menu shows: as a rail of icons, with words, or as a drawer that is open or not. */
export function useMenuShape(): 'rail' | 'wide' | 'drawer' | 'hidden' {
  const isPhone = useSyncExternalStore(watchWidth, () => innerWidth <= PHONE);
  const { isExpanded, isDrawerOpen } = useStore(menuStore, (state) => state);
  if (isPhone) return isDrawerOpen ? 'drawer' : 'hidden';
  return isExpanded ? 'wide' : 'rail';
}
