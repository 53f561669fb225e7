/**
 * What access needs from whoever knows users, projects and roles. An engine's identity face fits this shape;
 * access itself knows no engine (the walls of the house).
 */
import type { Role, Scope } from '@gantry/contract/access/roles';

/** The engine's own proof of who asks; stored encrypted, null where the engine needs none. */
export type Credential = Readonly<Record<string, unknown>> | null;

/** Who signed in. */
export interface Principal {
  userId: string;
  userName: string;
  domainId: string;
  domainName: string;
  /** The user's own roles; roles in projects come with `projects`. */
  roles: readonly Role[];
  isSuperuser: boolean;
  externalProvider: string | null;
  credential: Credential;
  /** When the credential ends, where it does. */
  expiresAt: string | null;
}

export interface ProjectAccess {
  id: string;
  name: string;
  description: string;
  enabled: boolean;
  domainId: string;
  role: Role;
}

/** A right to act in one scope. */
export interface Grant {
  scope: Scope;
  role: Role;
  readOnly: boolean;
  credential: Credential;
  expiresAt: string | null;
}

/** A scope that can be entered. */
export type EnterableScope = Exclude<Scope, { type: 'user' }>;

/** Sign-in, projects, roles. Errors are those of the engine port: invalid_credentials, user_disabled, unauthorized, not_found, forbidden, engine_unavailable. */
export interface Identity {
  signIn(credentials: { domain: string; username: string; password: string }): Promise<Principal>;
  projects(principal: Principal): Promise<ProjectAccess[]>;
  enter(principal: Principal, scope: EnterableScope): Promise<Grant>;
  check(principal: Principal): Promise<void>;
  holds(principal: Principal, grant: Pick<Grant, 'scope' | 'role'>): Promise<boolean>;
  signOut?(principal: Principal): Promise<void>;
}
