import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Lazy<P> = LazyExoticComponent<ComponentType<P>>;

/** One lazy component for each function that loads a module with it, whoever asks. */
export function lazyOf<P, M>(of: (module: M) => ComponentType<P>): (load: () => Promise<M>) => Lazy<P> {
  const loaded = new WeakMap<() => Promise<M>, Lazy<P>>();
  return (load) => {
    const known = loaded.get(load) ?? lazy(async () => ({ default: of(await load()) }));
    loaded.set(load, known);
    return known;
  };
}
