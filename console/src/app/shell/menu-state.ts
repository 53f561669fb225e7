import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '../store.ts';

/** Whether the menu shows words beside its icons; kept for the next visit. */
const EXPANDED_KEY = 'gantry.menu-expanded';
/** From this width in px on the menu begins expanded. */
const WIDE = 1200;
/** Up to this width in px the menu is a drawer over the page. As in side-menu.css. */
const PHONE = '(max-width: 640px)';

const kept = localStorage.getItem(EXPANDED_KEY);

/** `isExpanded`: words beside the icons. `isDrawerOpen`: on a phone, over the page. */
export const menuStore = createStore({ isExpanded: kept === null ? innerWidth >= WIDE : kept === 'true', isDrawerOpen: false });

export function setExpanded(isExpanded: boolean): void {
  localStorage.setItem(EXPANDED_KEY, String(isExpanded));
  menuStore.set({ isExpanded });
}

export const setDrawer = (isDrawerOpen: boolean): void => menuStore.set({ isDrawerOpen });

const watchPhone = (listener: () => void) => {
  const query = matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** How the menu shows: as a rail of icons, with words, or as a drawer that is open or not. */
export function useMenuShape(): 'rail' | 'wide' | 'drawer' | 'hidden' {
  const isPhone = useSyncExternalStore(watchPhone, () => matchMedia(PHONE).matches);
  const { isExpanded, isDrawerOpen } = useStore(menuStore, (state) => state);
  if (isPhone) return isDrawerOpen ? 'drawer' : 'hidden';
  return isExpanded ? 'wide' : 'rail';
}
