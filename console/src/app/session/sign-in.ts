import type { Credentials, CurrentUser } from '@gantry/contract/nouns/session/entity';
import { resetAbilities } from '../abilities/abilities.ts';
import { api } from '../api/first-calls.ts';
import { callApi, forgetReads } from '../api/request.ts';
import { side } from '../base.ts';
import type { TextKey } from '../i18n/resources.ts';
import { deviceMark } from './device.ts';
import { forgetDrafts } from './drafts.ts';
import { chooseScope } from './scope-choice.ts';
import { forgetLastRights } from './last-rights.ts';
import { enterOwnScope, enterProject } from './enter-scope.ts';
import { sessionStore, SIGNED_OUT, type SessionUser } from './state.ts';
import { forgetSession, keepEndReason, readLastProject, writeSession } from './storage.ts';

function withoutTokens(profile: CurrentUser): SessionUser {
  const { token: _token, scoped_token: _scoped, ...user } = profile;
  return user;
}

/** The profile as the server has it now; outside a project its scoped token as well (decision A4). */
export function takeProfile(profile: CurrentUser): void {
  sessionStore.set(({ currentProject, scopedToken }) => ({
    currentUser: withoutTokens(profile),
    currentDomain: { id: profile.domain_id, name: profile.domain_name },
    scopedToken: currentProject === null ? profile.scoped_token : scopedToken,
  }));
}

/** Signs in and enters the first scope (decision A10). Rejects with the server's refusal; nothing has changed then. */
export async function signIn(credentials: Omit<Credentials, 'device'>): Promise<void> {
  sessionStore.set({ isLoggingIn: true, message: null });
  try {
    const device = deviceMark();
    const body = { ...credentials, ...(device !== undefined && { device }) };
    const profile = await callApi(api.session.login, { body }, { guard: 'skip' });
    const user = withoutTokens(profile);
    sessionStore.set({
      ...SIGNED_OUT,
      isLoggingIn: true,
      currentUser: user,
      token: profile.token,
      scopedToken: profile.scoped_token,
      currentDomain: { id: profile.domain_id, name: profile.domain_name },
    });
    const { data: projects } = await callApi(api.session.projects, {}, { guard: 'skip', unscoped: true });
    sessionStore.set({ projects });
    const choice = chooseScope({ user, projects, storedId: readLastProject(user.id), side: side() });
    if (choice.enter === 'project') await enterProject(choice.project);
    else if (choice.enter === 'own') await enterOwnScope();
    else sessionStore.set({ accessDisabled: 'project' });
    sessionStore.set({ isLoggingIn: false });
    writeSession(sessionStore.get());
    forgetDrafts(user.id);
  } catch (error) {
    sessionStore.set(SIGNED_OUT);
    resetAbilities();
    throw error;
  }
}

/**
 * Ends the session here and at the server. This browser is signed out even where the server cannot be told (decision A23). `message`: why, where
 * it is not what the user has asked for; who is shut out reads once more that they are.
 */
export async function signOut(message: TextKey | null = null): Promise<void> {
  const logout = callApi(api.session.logout, {}, { guard: 'skip' });
  endSession(sessionStore.get().accessDisabled === 'user' ? 'shell:session.disabled' : message);
  forgetDrafts();
  await logout.catch((error: unknown) => console.warn('The server could not be told of the sign-out', error));
}

/** Forgets the session in this browser, because the user or the server has ended it. `message` shows on the login form. */
export function endSession(message: TextKey | null): void {
  const { currentIdpId, token } = sessionStore.get();
  sessionStore.set({ ...SIGNED_OUT, currentIdpId, message });
  keepEndReason(message);
  forgetSession(token);
  forgetLastRights();
  forgetReads();
  resetAbilities();
}
