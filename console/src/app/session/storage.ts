import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import type { TextKey } from '../i18n/resources.ts';
import type { SessionData, SessionUser } from './state.ts';

/** Keys of S0 §3. They hold no prefix: every side has its own port, hence its own origin (decision A15). */
export const STORAGE_KEYS = {
  user: 'user',
  token: 'token',
  scopedToken: 'scopedToken',
  currentProject: 'currentProject',
  domain: 'domain',
} as const;
/** The last domain, kept after sign-out for the login form. */
const LAST_DOMAIN_KEY = 'lastDomain';
/** Ids of users with that of the project each was in last, the latest first. Kept after sign-out, for the next sign-in (decision A10). */
const LAST_PROJECTS_KEY = 'lastProjects';
/** Why the last session ended in this browser. */
const END_REASON_KEY = 'endReason';
/** What is told to other tabs: the text that the sign-in page shows. */
const END_REASONS = [
  'shell:session.idle',
  'shell:session.ended',
  'shell:session.password',
  'shell:session.disabled',
] as const satisfies TextKey[];
type EndReason = (typeof END_REASONS)[number];
/** Users of one browser whose last project it keeps. */
const LAST_PROJECTS = 20;

export interface SavedSession {
  user: SessionUser;
  token: string;
  scopedToken: string | null;
  currentProject: AccountProject | null;
  domain: { id: string; name: string };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON value that someone may have damaged: anything unreadable counts as absent. */
export function readJson(storage: Storage, key: string): unknown {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn(`The stored value ${key} is unreadable and ignored`, error);
    return undefined;
  }
}

const isNamed = (value: unknown): value is { id: string; name: string } =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';

const isUser = (value: unknown): value is SessionUser =>
  isNamed(value) && 'roles' in value && Array.isArray(value.roles) && 'domain_id' in value && typeof value.domain_id === 'string';

/** A stored user; an older version has kept none of the permissions. */
const withPermissions = (user: SessionUser): SessionUser => ({
  ...user,
  permissions: Array.isArray(user.permissions) ? user.permissions : [],
});

const isProject = (value: unknown): value is AccountProject => isNamed(value) && 'enabled' in value && 'domain_id' in value;

/**
 * The stored session, or undefined where there is none. Each tab keeps its own scope: what this tab chose comes before what another
 * tab has stored last (rule 18).
 */
export function readSession(local: Storage = localStorage, tab: Storage = sessionStorage): SavedSession | undefined {
  const token = local.getItem(STORAGE_KEYS.token);
  const user = readJson(local, STORAGE_KEYS.user);
  const domain = readJson(local, STORAGE_KEYS.domain);
  if (!token || !isUser(user) || !isNamed(domain)) return undefined;
  const own = tab.getItem(STORAGE_KEYS.token) === token ? tab : local;
  const project = readJson(own, STORAGE_KEYS.currentProject);
  return {
    user: withPermissions(user),
    token,
    scopedToken: own.getItem(STORAGE_KEYS.scopedToken),
    currentProject: isProject(project) ? project : null,
    domain,
  };
}

function write(storage: Storage, key: string, value: unknown): void {
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
}

/** Keeps the session for the next tab and its scope for this one. Without a user there is nothing to keep. */
export function writeSession(session: SessionData, local: Storage = localStorage, tab: Storage = sessionStorage): void {
  const { currentUser, token, scopedToken, currentProject, currentDomain } = session;
  if (!currentUser || !token) return;
  write(local, STORAGE_KEYS.user, currentUser);
  write(local, STORAGE_KEYS.domain, currentDomain);
  if (currentDomain) write(local, LAST_DOMAIN_KEY, currentDomain);
  for (const storage of [local, tab]) {
    write(storage, STORAGE_KEYS.token, token);
    write(storage, STORAGE_KEYS.scopedToken, scopedToken);
    write(storage, STORAGE_KEYS.currentProject, currentProject);
  }
}

/** Forgets the session of this token. What another tab has signed in to since, it leaves to that tab. */
export function forgetSession(token: string | null, local: Storage = localStorage, tab: Storage = sessionStorage): void {
  const kept = local.getItem(STORAGE_KEYS.token);
  const isNewer = token !== null && kept !== null && kept !== token;
  for (const key of Object.values(STORAGE_KEYS)) {
    tab.removeItem(key);
    if (!isNewer) local.removeItem(key);
  }
}

/** Why a session ends, for the other tabs that are in it; null: the user has signed out. Kept before the session is forgotten. */
export function keepEndReason(reason: TextKey | null, local: Storage = localStorage): void {
  write(local, END_REASON_KEY, reason);
}

/** Why another tab has ended the session; undefined where the user has signed out there. */
export const readEndReason = (local: Storage = localStorage): EndReason | undefined =>
  END_REASONS.find((reason) => reason === local.getItem(END_REASON_KEY));

/** Domain of the last sign-in in this browser. */
export function readLastDomain(local: Storage = localStorage): { id: string; name: string } | undefined {
  const domain = readJson(local, LAST_DOMAIN_KEY);
  return isNamed(domain) ? domain : undefined;
}

type LastProject = [userId: string, projectId: string];

const isLastProject = (value: unknown): value is LastProject =>
  Array.isArray(value) && value.length === 2 && value.every((id) => typeof id === 'string');

function readLastProjects(local: Storage): LastProject[] {
  const kept = readJson(local, LAST_PROJECTS_KEY);
  return Array.isArray(kept) ? kept.filter(isLastProject) : [];
}

/** Id of the project that a user was in last in this browser; null where that was none. */
export const readLastProject = (userId: string, local: Storage = localStorage): string | null =>
  readLastProjects(local).find(([id]) => id === userId)?.[1] ?? null;

/** Keeps where a user is now for their next sign-in; outside all projects, null. */
export function keepLastProject(userId: string, projectId: string | null, local: Storage = localStorage): void {
  const others = readLastProjects(local).filter(([id]) => id !== userId);
  const own: LastProject[] = projectId === null ? [] : [[userId, projectId]];
  write(local, LAST_PROJECTS_KEY, [...own, ...others].slice(0, LAST_PROJECTS));
}
