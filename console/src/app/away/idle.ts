import i18next from 'i18next';
import { loadTexts } from '../i18n/languages.ts';
import { settingsStore } from '../i18n/settings.ts';
import { holdsPage } from '../notify/centre-entries.ts';
import { centreStore } from '../notify/centre.ts';
import { notify } from '../notify/notices.ts';
import { signOut } from '../session/sign-in.ts';
import { isLoggedIn, sessionStore } from '../session/state.ts';
import { countIdle } from './idle-counter.ts';

/**
 * Signs out who does nothing for the minutes that the server's settings say (S0 §4, decision A13). Counts while somebody is signed in and the
 * console does not wait for its server. Returns an end to it.
 */
export function signOutIdle(): () => void {
  let stop: (() => void) | undefined;
  const follow = (): void => {
    const session = sessionStore.get();
    const { idleMinutes } = settingsStore.get();
    const isDue = isLoggedIn(session) && !session.isSuspended && idleMinutes !== null;
    if (isDue === (stop !== undefined)) return;
    if (isDue) stop = countIdle({ limit: idleMinutes * 60, isHeld, onLimit: () => void leave(idleMinutes) });
    else {
      stop?.();
      stop = undefined;
    }
  };
  const ends = [sessionStore.subscribe(follow), settingsStore.subscribe(follow)];
  follow();
  return () => {
    for (const end of ends) end();
    stop?.();
  };
}

/** What a notice says of work under way holds off the sign-out, as it does the leaving of the page (S0 §4). */
const isHeld = (): boolean => holdsPage(centreStore.get().own);

/** The sign-in page says why; the notice stays until somebody closes it, also past the next sign-in (decision E11). */
async function leave(minutes: number): Promise<void> {
  void signOut('shell:session.idle');
  await loadTexts('ui');
  const t = i18next.getFixedT(null, 'ui');
  notify({ type: 'warning', id: 'idle', title: t('idle.title'), message: t('idle.text', { minutes }), duration: null, kept: false });
}
