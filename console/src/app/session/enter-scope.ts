import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { abilityStore, applyMeta, failAbilities, resetAbilities } from '../abilities/abilities.ts';
import { forgetAhead } from '../preload/requests.ts';
import { api } from '../api/first-calls.ts';
import { callApi, forgetReads } from '../api/request.ts';
import { scopeKey } from '../scope.ts';
import { keepLastRights } from './last-rights.ts';
import { scopeOf } from './scope-of.ts';
import { sessionStore } from './state.ts';
import { keepLastProject, writeSession } from './storage.ts';

/** Runs in the new scope before anything of it shows: moves to a page that exists there. */
type Settle = () => Promise<void>;
type Entered = { currentProject: AccountProject | null; scopedToken: string | null };

/**
 * Enters a project: its token, then the rights in it. Content is hidden meanwhile (`isSwitchingScope`), and nothing of the old scope
 * is shown again (rule 18). A refusal leaves the user where they were.
 */
export const enterProject = (project: AccountProject, settle?: Settle): Promise<void> =>
  switchTo(settle, async () => {
    const { token } = await callApi(api.session.enterProject, { params: { projectId: project.id } }, { guard: 'skip', unscoped: true });
    return { currentProject: project, scopedToken: token };
  });

/** Leaves all projects: domain mode for domain administrators, the whole cloud for the system's (decision A4). */
export const enterOwnScope = (settle?: Settle): Promise<void> =>
  switchTo(settle, async () => {
    const profile = await callApi(api.session.whoami, {}, { guard: 'skip', unscoped: true, fresh: true });
    return { currentProject: null, scopedToken: profile.scoped_token };
  });

async function switchTo(settle: Settle | undefined, enter: () => Promise<Entered>): Promise<void> {
  const before = sessionStore.get();
  sessionStore.set({ isSwitchingScope: true });
  try {
    const entered = await enter();
    if (sessionStore.get().token !== before.token) return;
    forgetReads();
    forgetAhead();
    resetAbilities();
    sessionStore.set(entered);
    // The header names it from now on: whoever loads the page again now is in it.
    writeSession(sessionStore.get());
    await loadRights();
    if (before.currentUser) keepLastProject(before.currentUser.id, entered.currentProject?.id ?? null);
    await settle?.();
  } catch (error) {
    await goBack(before.currentProject, before.scopedToken, before.token);
    throw error;
  } finally {
    sessionStore.set({ isSwitchingScope: false });
  }
}

/** What the scope may do. What it may read is kept for the next start (decision A18). */
export async function loadRights(): Promise<void> {
  const session = sessionStore.get();
  const meta = await callApi(api.session.meta, {}, { guard: 'skip', fresh: true });
  applyMeta(meta);
  const reads = abilityStore.get().ability.rules.flatMap(({ action, subject }) => (action.includes('read') ? [String(subject)] : []));
  if (session.token !== null && session.token === sessionStore.get().token)
    keepLastRights({ token: session.token, scope: scopeKey(scopeOf(session)), reads });
}

/** A new token for the scope the session is in already; its rights are read again. Nothing on the screen is hidden. */
export async function renewProject(project: AccountProject): Promise<void> {
  const { token } = sessionStore.get();
  const answer = await callApi(api.session.enterProject, { params: { projectId: project.id } }, { guard: 'skip', unscoped: true });
  const now = sessionStore.get();
  if (now.token !== token || now.currentProject?.id !== project.id) return;
  sessionStore.set({ scopedToken: answer.token });
  writeSession(sessionStore.get());
}

/** After a failed switch: the scope as it was, with its rights where they are gone already. */
async function goBack(currentProject: AccountProject | null, scopedToken: string | null, token: string | null): Promise<void> {
  const now = sessionStore.get();
  if (now.token !== token || now.scopedToken === scopedToken) return;
  sessionStore.set({ currentProject, scopedToken });
  writeSession(sessionStore.get());
  if (scopedToken !== null) await loadRights().catch(failAbilities);
}
