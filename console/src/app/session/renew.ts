import { failAbilities } from '../abilities/abilities.ts';
import { ApiError } from '../api/errors.ts';
import { side } from '../base.ts';
import { checkAccess } from './access-check.ts';
import { enterOwnScope, enterProject, loadRights, renewProject } from './enter-scope.ts';
import { chooseScope } from './scope-choice.ts';
import { sessionStore } from './state.ts';
import { readSession, writeSession } from './storage.ts';

let running: Promise<'renewed' | 'ended' | 'unknown'> | undefined;

/** After a 401: finds out what is left of the session and, where it lives, gets its scope a token that works. One at a time. */
export function renewAccess(): Promise<'renewed' | 'ended' | 'unknown'> {
  running ??= renew().finally(() => {
    running = undefined;
  });
  return running;
}

async function renew(): Promise<'renewed' | 'ended' | 'unknown'> {
  const access = await checkAccess();
  if (access !== 'good') return access === 'ended' ? 'ended' : 'unknown';
  try {
    await renewScope();
    return 'renewed';
  } catch (error) {
    if (error instanceof ApiError) return 'unknown';
    throw error;
  }
}

/** A token that works, and the rights, for the scope of now; where that is refused, for the next one that can be entered. */
async function renewScope(): Promise<void> {
  const { currentProject } = sessionStore.get();
  try {
    if (currentProject) await renewProject(currentProject);
    await loadRights();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await enterAnother();
  }
}

/** The server has answered, and it was a no: the project is gone, disabled, or no longer the user's. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The stored scope cannot be entered any more: the next one that can. */
async function enterAnother(): Promise<void> {
  const { currentUser: user, projects, currentProject } = sessionStore.get();
  if (!user) return;
  const others = projects.filter((project) => project.id !== currentProject?.id);
  const choice = chooseScope({ user, projects: others, storedId: null, side: side() });
  if (choice.enter === 'project') await enterProject(choice.project);
  else if (choice.enter === 'own') await enterOwnScope();
  else sessionStore.set({ accessDisabled: 'project' });
}

/** What the browser still knows of the session (S0 §4). At once, so that the first data can be asked for. */
export function restoreSession(): void {
  const saved = readSession();
  if (!saved) return;
  sessionStore.set({
    currentUser: saved.user,
    token: saved.token,
    scopedToken: saved.scopedToken,
    currentProject: saved.currentProject,
    currentDomain: saved.domain,
  });
}

/**
 * The rest of the startup (S0 §4): reads the rights, then signs into the stored project and checks whether access is disabled. A stored token
 * that still works serves the page first.
 * @param shown resolves when the page stands with its first data.
 */
export async function resumeSession(shown: Promise<void>): Promise<void> {
  const { currentUser, scopedToken } = sessionStore.get();
  if (!currentUser) return;
  const isServed =
    scopedToken !== null &&
    (await loadRights().then(
      () => true,
      // The stored token may be old; the read that follows the new one reports what is really wrong.
      () => false,
    ));
  if (isServed) await shown;
  const { currentProject, token } = sessionStore.get();
  if (token === null) return;
  const access = checkAccess();
  try {
    if (currentProject) await renewProject(currentProject);
    else if ((await access) === 'good') writeSession(sessionStore.get());
    if (!isServed) await loadRights();
  } catch (error) {
    await settle(error, await access);
  }
}

/**
 * After a failure of what was asked beside the check. A refusal may be older than the list of projects: what that has as enabled is entered once
 * more, before anything else is.
 */
async function settle(error: unknown, access: Awaited<ReturnType<typeof checkAccess>>): Promise<void> {
  if (access === 'ended' || access === 'disabled') return;
  if (access !== 'good' || !isRefusal(error)) return failAbilities(error);
  const { currentProject, projects } = sessionStore.get();
  const isOpen = projects.some(({ id, enabled }) => enabled && id === currentProject?.id);
  await (isOpen ? renewScope() : enterAnother()).catch(failAbilities);
}
