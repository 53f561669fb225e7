import { isSystemAdmin } from '@gantry/contract/access/holder';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { ChangeEvent } from '@gantry/contract/wire/events';
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { abilityStore } from './abilities/abilities.ts';
import { underBase } from './base.ts';
import { errorCodeText } from './errors/failure.ts';
import { LiveQueries } from './live-query.ts';
import type { Live, SocketState } from './live/port.ts';
import { notify } from './notify/notices.ts';
import { scopeKey } from './scope.ts';
import { renewAccess } from './session/renew.ts';
import { scopeOf } from './session/scope-of.ts';
import { sessionStore } from './session/state.ts';
import { firstReads } from './quiet.ts';
import { createStore } from './store.ts';

/** State of the socket, for the header. `off`: nobody is signed in. */
export const liveStore = createStore<{ state: SocketState | 'off' }>({ state: 'off' });

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
      live = firstReads(queryClient).then(() => openLive(queries, () => (presented = used)));
      live.catch((error: unknown) => console.error('The socket could not be opened', error));
    }
  };
  sessionStore.subscribe(follow);
  abilityStore.subscribe(follow);
  follow();
}

/** `presenting` is told each time the tokens of now are sent. */
async function openLive(queries: LiveQueries, presenting: () => void): Promise<Live> {
  const { connectLive } = await import('./live/index.ts');
  return connectLive({
    url: location.origin,
    path: underBase('/ws'),
    headers: () => {
      presenting();
      const { token, scopedToken } = sessionStore.get();
      return { [SESSION_HEADER]: token ?? undefined, [AUTH_TOKEN_HEADER]: scopedToken ?? undefined };
    },
    allTenants: () => {
      const { currentUser, currentProject } = sessionStore.get();
      return currentUser !== null && currentProject === null && isSystemAdmin(currentUser);
    },
    // All that is on the screen was read after the rights were told, so nothing is missed and nothing need be read again.
    sinceSeq: abilityStore.get().seq,
    onState: (state) => liveStore.set({ state }),
    onChange: (event) => {
      queries.take(event.changes);
      tellFailures(event);
    },
    onResync: () => queries.resync(),
    onSessionEnded: () => void renewAccess(),
    onAboutToStop: () =>
      notify({ type: 'info', id: 'about-to-stop', title: i18next.t('live.aboutToStop'), message: i18next.t('live.aboutToStopText') }),
  });
}

/** A failed operation raises an error notice with the thing's name and what went wrong (S0 §4). Tasks have their own. */
function tellFailures({ changes }: ChangeEvent): void {
  for (const { operation, entity, id, error } of changes) {
    if (operation !== 'failed' || entity === 'task' || !error) continue;
    notify({ type: 'error', id: `failed:${entity}:${id}`, title: error.name, message: errorCodeText(i18next.t, error, error.code) });
  }
}
