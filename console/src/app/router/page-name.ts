import { useEffect } from 'react';
import { createStore } from '../store.ts';

/** What the open page has said about itself. */
export const pageNameStore = createStore<{ name: string | undefined }>({ name: undefined });

/** A details page names what it shows (`web-1`): for the page title and the last breadcrumb. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    pageNameStore.set({ name });
    return () => pageNameStore.set({ name: undefined });
  }, [name]);
}
