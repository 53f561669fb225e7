import { useEffect } from 'react';
import { createStore } from '../store.ts';

/** What the open page has said about itself. */
export const pageNameStore = createStore<{ name: string | undefined }>({ name: undefined });

/** What the open page has said about those above it, by their paths. */
export const namesAboveStore = createStore<Readonly<Record<string, string | undefined>>>({});

/** A page of one thing that lies below another one names that: for its breadcrumb. @param path of the page above, as its route has it */
export function useNameAbove(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) namesAboveStore.set({ [path]: name });
    return () => namesAboveStore.set({ [path]: undefined });
  }, [path, name]);
}

/** A details page names what it shows (`web-1`): for the page title and the last breadcrumb. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    pageNameStore.set({ name });
    return () => pageNameStore.set({ name: undefined });
  }, [name]);
}
