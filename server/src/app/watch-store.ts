import type { Logger } from 'pino';
import { StoreOutdated } from '../store/open.ts';
import type { Store } from '../port/store/store.ts';

/** Milliseconds between two looks. The store refuses at once what a program of another shape writes; this only tells the program. */
const EVERY = 5_000;

/** Calls `onOutdated` once when a program of another version has opened the store. Returns the way to stop. */
export function watchStore(store: Pick<Store, 'ping'>, log: Logger, onOutdated?: () => void): () => void {
  const look = (): void =>
    void store.ping().catch((err: unknown) => {
      // A database that does not answer is told by whoever needs it.
      if (!(err instanceof StoreOutdated)) return;
      clearInterval(timer);
      log.fatal({ err }, 'another version has opened the store: nothing can be written here any more');
      onOutdated?.();
    });
  const timer = setInterval(look, EVERY).unref();
  return () => clearInterval(timer);
}
