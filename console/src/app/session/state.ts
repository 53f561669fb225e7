import type { AccountProject, CurrentUser } from '@gantry/contract/nouns/session/entity';
import type { TextKey } from '../i18n/resources.ts';
import { createStore } from '../store.ts';

/** The session id lives apart from the user, as `token` (decision A1). */
export type SessionUser = Omit<CurrentUser, 'token' | 'scoped_token'>;

/** What is kept of the auth state (S0 §3); `isLoggedIn` and `isDomainMode` follow from it. */
export interface SessionData {
  currentUser: SessionUser | null;
  /** Session id, sent as X-Session-Id. */
  token: string | null;
  /** Sent as X-Auth-Token. This tab's own (rule 18). */
  scopedToken: string | null;
  currentProject: AccountProject | null;
  currentDomain: { id: string; name: string } | null;
  /** Projects the user may enter, as far as they are known. */
  projects: readonly AccountProject[];
  /** Access is disabled for the user as such, or for want of an enabled project (decision A8). */
  accessDisabled: false | 'user' | 'project';
  isLoggingIn: boolean;
  isSwitchingScope: boolean;
  /** While the console waits for a server that stops (decision A17). */
  isSuspended: boolean;
  /** Identity provider the user came from. */
  currentIdpId: string | null;
  /** Why the last session ended, shown once on the login form (S0 §8). */
  message: TextKey | null;
}

export const SIGNED_OUT: SessionData = {
  currentUser: null,
  token: null,
  scopedToken: null,
  currentProject: null,
  currentDomain: null,
  projects: [],
  accessDisabled: false,
  isLoggingIn: false,
  isSwitchingScope: false,
  isSuspended: false,
  currentIdpId: null,
  message: null,
};

/** The session of this tab. */
export const sessionStore = createStore<SessionData>(SIGNED_OUT);

/** Session states are: not logged in, pending (isLoggingIn), logged in (S0 §4). */
export const isLoggedIn = (session: SessionData): boolean => session.currentUser !== null && !session.isLoggingIn;
