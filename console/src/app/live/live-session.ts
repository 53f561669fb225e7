import type { QueryClient } from '@tanstack/react-query';
import { abilityStore } from '../abilities/abilities.ts';
import { LiveQueries } from './live-query.ts';
import type { Live } from './port.ts';
import { liveStore } from './live-store.ts';
import { scopeKey } from '../scope.ts';
import { scopeOf } from '../session/scope-of.ts';
import { sessionStore } from '../session/state.ts';
import { firstReads } from '../after-first-paint.ts';

const currentScope = () => scopeKey(scopeOf(sessionStore.get()));

/** After this time (ms) it is tried again to open a socket that could not be opened, such as when its chunk did not arrive. */
const AGAIN_MS = 5000;

/**
 * Opens the socket when a session has its rights, again when its token changes, and closes it at sign-out.
 * @param resumed resolves when the startup has got the token with which a page goes on: the socket is not opened with the one before
 */
export function followSessionLive(queryClient: QueryClient, resumed: Promise<void>): void {
  const queries = new LiveQueries(queryClient, currentScope);
  /** Of a socket that could not be opened: undefined. */
  let live: Promise<Live | undefined> | undefined;
  /** Tokens that the socket is to have, and those of its latest connection. */
  let used: string | undefined;
  let presented: string | undefined;

  const open = (): void => {
    const opening: Promise<Live | undefined> = Promise.all([firstReads(queryClient), resumed])
      // All at once: a server that is about to stop gives out nothing more.
      .then(() => import('./live-open.ts'))
      .then(({ openLive }) => openLive(queries, () => (presented = used)))
      .catch((error: unknown) => {
        console.error('The socket could not be opened', error);
        setTimeout(() => live === opening && open(), AGAIN_MS);
        return undefined;
      });
    live = opening;
  };

  const follow = (): void => {
    const { token, scopedToken, isSwitchingScope } = sessionStore.get();
    const wanted =
      token !== null && scopedToken !== null && abilityStore.get().isLoaded && !isSwitchingScope ? `${token} ${scopedToken}` : undefined;
    if (wanted === used || (wanted === undefined && token !== null)) return;
    used = wanted;
    queries.clear();
    if (wanted === undefined) {
      void live?.then((opened) => opened?.close());
      live = undefined;
      liveStore.set({ state: 'off' });
    } else if (live) {
      void live.then((opened) => presented !== used && opened?.reconnect());
    } else {
      open();
    }
  };
  sessionStore.subscribe(follow);
  abilityStore.subscribe(follow);
  follow();
}
