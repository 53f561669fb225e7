import { worksOnDomain, worksOnSystem } from '@gantry/contract/access/holder';
import { forgetAhead } from '../preload/requests.ts';
import { api } from '../api/first-calls.ts';
import { ApiError } from '../api/errors.ts';
import { callApi } from '../api/request.ts';
import { side } from '../base.ts';
import { sessionStore } from './state.ts';
import { endSession, takeProfile } from './sign-in.ts';

export type Access = 'good' | 'ended' | 'disabled' | 'unknown';

let running: Promise<Access> | undefined;

/**
 * After a 401: does the session live, is its access disabled? (S0 §6, decision A7.) Asks for the profile, then the projects.
 * One at a time, shared by all who wait; a lost connection or a 5xx changes nothing.
 */
export function checkAccess(): Promise<Access> {
  running ??= check().finally(() => {
    running = undefined;
  });
  return running;
}

async function check(): Promise<Access> {
  const { token } = sessionStore.get();
  if (token === null) return 'ended';
  try {
    const options = { guard: 'skip', unscoped: true, fresh: true } as const;
    takeProfile(await callApi(api.session.whoami, {}, options));
    const { data: projects } = await callApi(api.session.projects, {}, options);
    const user = sessionStore.get().currentUser;
    if (user === null || sessionStore.get().token !== token) return 'ended';
    const isShutOut = !worksOnDomain(user, side()) && !worksOnSystem(user) && !projects.some((project) => project.enabled);
    sessionStore.set({ projects, accessDisabled: isShutOut ? 'project' : false });
    return isShutOut ? 'disabled' : 'good';
  } catch (error) {
    if (!(error instanceof ApiError) || sessionStore.get().token !== token) return 'unknown';
    return outcomeOf(error);
  }
}

function outcomeOf(error: ApiError): Access {
  if (error.status === 403) {
    // Whoever looks again asks anew: what the page sent at its start has been refused as well.
    forgetAhead();
    sessionStore.set({ accessDisabled: 'user' });
    return 'disabled';
  }
  if (error.status === 401 || error.status === 404) {
    endSession('shell:session.ended');
    return 'ended';
  }
  return 'unknown';
}
