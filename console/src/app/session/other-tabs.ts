import { endSession } from './sign-in.ts';
import { sessionStore } from './state.ts';
import { STORAGE_KEYS } from './storage.ts';

/** A sign-out in another tab ends the session here too: the server has ended it for both. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    const isGone = key === null || (key === STORAGE_KEYS.token && newValue === null);
    if (isGone && sessionStore.get().token !== null) endSession('shell:session.signedOut');
  });
}
