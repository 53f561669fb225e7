import type { CurrentUser } from '@gantry/contract/nouns/session/entity';
import { api } from '../api/calls.ts';
import { callApi } from '../api/request.ts';
import { deviceMark } from './device.ts';
import { renewAccess } from './renew.ts';
import { endSession } from './sign-in.ts';
import { sessionStore } from './state.ts';
import { writeSession } from './storage.ts';

/**
 * A new session of the same user in the same scope: what is on the screen stays, and the other tabs of the browser follow into it. The former one
 * stands until it ends by itself. Rejects with the server's refusal; nothing has changed then.
 */
export async function renewSession(password: string): Promise<CurrentUser> {
  const { currentUser, currentDomain } = sessionStore.get();
  if (!currentUser || !currentDomain) throw new Error('Nobody is signed in');
  const device = deviceMark();
  const body = { domain: currentDomain.id, username: currentUser.name, password, ...(device !== undefined && { device }) };
  const profile = await callApi(api.session.login, { body }, { guard: 'skip', unscoped: true });
  sessionStore.set({ token: profile.token });
  await renewAccess();
  writeSession(sessionStore.get());
  return profile;
}

/** The same after the password has changed: all former sessions end. Where a new one cannot be had, the user signs in by hand. */
export async function signInAgain(password: string): Promise<void> {
  if (!sessionStore.get().currentUser) return;
  try {
    await renewSession(password);
  } catch (error) {
    console.warn('The password has changed, and the new one did not sign in', error);
    endSession('shell:session.password');
    return;
  }
  await callApi(api.session.endOthers).catch((error: unknown) => console.warn('The former session could not be ended', error));
}
