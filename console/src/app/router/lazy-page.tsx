import { use, type ComponentType } from 'react';
import type { RouteComponent } from '@tanstack/react-router';

/** A chunk that did not arrive: the server is away, or has another build by now. Only a reload of the console helps. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of the console could not be loaded', { cause });
    this.name = 'ChunkError';
  }
}

/**
 * A page in a chunk of its own, which the router preloads when its route is matched. Unlike the router's own wrapper it never reloads
 * the console by itself: with the server away that would cost the user the page that still shows.
 */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>): RouteComponent {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  let failure: ChunkError | undefined;
  const start = (): Promise<void> => {
    failure = undefined;
    return load().then(
      ({ Page }) => {
        Loaded = Page;
      },
      (error: unknown) => {
        failure = new ChunkError(error);
        loading = undefined;
      },
    );
  };
  // After a failure the next visit tries again.
  const preload = (): Promise<void> => (loading ??= start());
  function LazyPage() {
    if (!Loaded && !failure) use(preload());
    if (Loaded) return <Loaded />;
    throw failure;
  }
  return Object.assign(LazyPage, { preload });
}
