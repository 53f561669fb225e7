import { api } from '../api/calls.ts';
import { callApi } from '../api/request.ts';
import { deviceMark } from './device.ts';
import { renewAccess } from './renew.ts';
import { endSession } from './sign-in.ts';
import { sessionStore } from './state.ts';
import { writeSession } from './storage.ts';

/**
 * A new session of the same user in the same scope, after the password has changed: what is on the screen stays. The former session ends, and
 * the other tabs of the browser follow into the new one. Where it cannot be had, the user signs in by hand.
 */
export async function signInAgain(password: string): Promise<void> {
  const { currentUser, currentDomain } = sessionStore.get();
  if (!currentUser || !currentDomain) return;
  const device = deviceMark();
  const body = { domain: currentDomain.id, username: currentUser.name, password, ...(device !== undefined && { device }) };
  try {
    const { token } = await callApi(api.session.login, { body }, { guard: 'skip', unscoped: true });
    sessionStore.set({ token });
    await renewAccess();
  } catch (error) {
    console.warn('The password has changed, and the new one did not sign in', error);
    endSession('shell:session.password');
    return;
  }
  writeSession(sessionStore.get());
  await callApi(api.session.endOthers).catch((error: unknown) => console.warn('The former session could not be ended', error));
}
