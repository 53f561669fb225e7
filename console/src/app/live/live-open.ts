import { worksOnSystem } from '@gantry/contract/access/holder';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Change } from '@gantry/contract/wire/events';
import i18next from 'i18next';
import { abilityStore } from '../abilities/abilities.ts';
import { warnOfEnding } from '../away/ending.ts';
import { signOutIdle } from '../away/idle.ts';
import { waitForServer } from '../away/stop.ts';
import { underBase } from '../base.ts';
import { errorCodeText } from '../errors/failure.ts';
import { isForUs } from './live-gate.ts';
import type { LiveQueries } from './live-query.ts';
import { liveStore } from './live-store.ts';
import { connectLive } from './index.ts';
import type { Live } from './port.ts';
import { notify } from '../notify/notices.ts';
import { followOtherTabs } from '../session/other-tabs.ts';
import { renewAccess } from '../session/renew.ts';
import { sessionStore } from '../session/state.ts';

/** Begun with the first session of the page, for all that follow. */
let idle: (() => void) | undefined;

/** Milliseconds after which the page fetches what shows notices: a server that stops, which one of them tells of, gives out nothing more. */
const NOTICES_MS = 2000;
const fetchNotices = (): void =>
  void import('../notify/notices-view.tsx').catch((error: unknown) => console.error('What shows notices could not be loaded', error));

/** Opens the socket of a session, and begins to watch for who is away and for what other tabs do. `presenting` is told each time the tokens of now are sent. */
export function openLive(queries: LiveQueries, presenting: () => void): Live {
  if (!idle) {
    setTimeout(fetchNotices, NOTICES_MS);
    followOtherTabs();
    warnOfEnding();
  }
  idle ??= signOutIdle();
  return connectLive({
    url: new URL(document.baseURI).origin,
    path: underBase('/ws'),
    headers: () => {
      presenting();
      const { token, scopedToken } = sessionStore.get();
      return { [SESSION_HEADER]: token ?? undefined, [AUTH_TOKEN_HEADER]: scopedToken ?? undefined };
    },
    allTenants: () => {
      const { currentUser, currentProject } = sessionStore.get();
      return currentUser !== null && currentProject === null && worksOnSystem(currentUser);
    },
    // All that is on the screen was read after the rights were told, so nothing is missed and nothing need be read again.
    sinceSeq: abilityStore.get().seq,
    onState: (state) => liveStore.set({ state }),
    onChange: ({ changes }) => {
      const relevant = changes.filter(isForUs);
      queries.take(relevant);
      tellFailures(relevant);
    },
    onResync: () => queries.resync(),
    onSessionEnded: () => void renewAccess(),
    onAboutToStop: () => waitForServer(),
  });
}

/** A failed operation raises an error notice with the thing's name and what went wrong (S0 §4). Tasks have their own. */
function tellFailures(changes: readonly Change[]): void {
  for (const { operation, entity, id, error } of changes) {
    if (operation !== 'failed' || entity === 'task' || !error) continue;
    notify({ type: 'error', id: `failed:${entity}:${id}`, title: error.name, message: errorCodeText(i18next.t, error, error.code) });
  }
}
