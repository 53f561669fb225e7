import type { HeldPermission } from '@gantry/contract/access/permissions';
import type { Role, Scope, Standing } from '@gantry/contract/access/roles';
import type { TaskActor } from '../port/store/tasks.ts';
import type { Credential, Principal } from '../port/engine.ts';

/**
 * Who asks: a living session, and the scope of its token; without a token the scope is `user`. Or a personal token, whose hash stands for that of a
 * session.
 */
export interface Caller {
  sessionHash: string;
  principal: Principal;
  scope: Scope;
  /** Role in the scope. */
  role: Role;
  readOnly: boolean;
  /** What counts in the scope beside the role. */
  permissions: readonly HeldPermission[];
  scopeTokenHash: string | null;
  /** Of the scope where one is chosen, else of the session. */
  credential: Credential;
  /** Milliseconds since the epoch when session or token ends, whichever is first; idle time aside. */
  endsAt: number;
  /** What the personal token is called that it is asked with; absent where it is a session. */
  personalToken?: string | undefined;
}

export const standingOf = ({ role, scope, readOnly, permissions, personalToken }: Caller): Standing => ({
  role,
  scope,
  readOnly,
  permissions,
  byToken: personalToken !== undefined,
});

/** The domain a caller works in: that of the scope, else the user's own. */
export const domainOf = (caller: Caller): string => ('domainId' in caller.scope ? caller.scope.domainId : caller.principal.domainId);

/**
 * The caller as a task keeps it. The hashes lead back to the engine's credential, so they are left out where there is none:
 * a task of the embedded platform outlives its session.
 */
export function actorOf(caller: Caller): TaskActor {
  const bound = caller.credential !== null;
  return {
    userId: caller.principal.userId,
    userName: caller.principal.userName,
    domainId: domainOf(caller),
    scope: caller.scope,
    sessionHash: bound ? caller.sessionHash : null,
    scopeTokenHash: bound ? caller.scopeTokenHash : null,
  };
}
