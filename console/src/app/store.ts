import { useSyncExternalStore } from 'react';

/** A value outside React that screens can watch: session, abilities, notices, socket state. */
export interface ValueStore<T> {
  get(): T;
  /** Tells those who watch, unless all stays as it was. */
  set(change: Partial<T> | ((value: T) => Partial<T>)): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T extends object>(initial: T): ValueStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (change) => {
      const next = { ...value, ...(typeof change === 'function' ? change(value) : change) };
      if (Object.entries(next).every(([key, now]) => Object.is(now, value[key as keyof T]))) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Part of a store's value. `select` must return the same reference while nothing changed. */
export const useStore = <T extends object, R>(store: ValueStore<T>, select: (value: T) => R): R =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));
