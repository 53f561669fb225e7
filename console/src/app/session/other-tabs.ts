import { renewAccess } from './renew.ts';
import { endSession } from './sign-in.ts';
import { sessionStore } from './state.ts';
import { readEndReason, readSession, STORAGE_KEYS } from './storage.ts';

/**
 * A sign-out in another tab ends the session here too, and for the same reason: the server has ended it for both. Into a new session of the same user this tab follows;
 * that of another user is not this tab's. Events come late: what counts is what the browser keeps now.
 */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    const { currentUser, token } = sessionStore.get();
    if (!currentUser || (key !== null && key !== STORAGE_KEYS.token)) return;
    const kept = localStorage.getItem(STORAGE_KEYS.token);
    if (kept === token) return;
    const user = readSession()?.user.id;
    // Its token is written after its user: without one, the rest is still to come.
    if (kept !== null && user === undefined) return;
    if (kept === null) return endSession(readEndReason() ?? 'shell:session.signedOut');
    if (user !== currentUser.id) return endSession('shell:session.signedOut');
    sessionStore.set({ token: kept });
    void renewAccess();
  });
}
