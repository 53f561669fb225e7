import type { QueryClient } from '@tanstack/react-query';
import { abilityStore } from './abilities/abilities.ts';
import { LiveQueries } from './live-query.ts';
import type { Live } from './live/port.ts';
import { liveStore } from './live-store.ts';
import { scopeKey } from './scope.ts';
import { scopeOf } from './session/scope-of.ts';
import { sessionStore } from './session/state.ts';
import { firstReads } from './quiet.ts';

const currentScope = () => scopeKey(scopeOf(sessionStore.get()));

/** Opens the socket when a session has its rights, again when its token changes, and closes it at sign-out. */
export function followSessionLive(queryClient: QueryClient): void {
  const queries = new LiveQueries(queryClient, currentScope);
  let live: Promise<Live> | undefined;
  /** Tokens that the socket is to have, and those of its latest connection. */
  let used: string | undefined;
  let presented: string | undefined;

  const follow = (): void => {
    const { token, scopedToken, isSwitchingScope } = sessionStore.get();
    const wanted =
      token !== null && scopedToken !== null && abilityStore.get().isLoaded && !isSwitchingScope ? `${token} ${scopedToken}` : undefined;
    if (wanted === used || (wanted === undefined && token !== null)) return;
    used = wanted;
    queries.clear();
    if (wanted === undefined) {
      void live?.then((open) => open.close());
      live = undefined;
      liveStore.set({ state: 'off' });
    } else if (live) {
      void live.then((open) => presented !== used && open.reconnect());
    } else {
      live = firstReads(queryClient)
        // All at once: a server that is about to stop gives out nothing more.
        .then(() => import('./live-open.ts'))
        .then(({ openLive }) => openLive(queries, () => (presented = used)));
      live.catch((error: unknown) => console.error('The socket could not be opened', error));
    }
  };
  sessionStore.subscribe(follow);
  abilityStore.subscribe(follow);
  follow();
}
