import type { Role, Scope, Standing } from '@gantry/contract/access/roles';
import type { TaskActor } from '../store/port/tasks.ts';
import type { Credential, Principal } from '../engines/engine.ts';

/** Who asks: a living session, and the scope of its token. Without a token the scope is `user`. */
export interface Caller {
  sessionHash: string;
  principal: Principal;
  scope: Scope;
  /** Role in the scope. */
  role: Role;
  readOnly: boolean;
  scopeTokenHash: string | null;
  /** Of the scope where one is chosen, else of the session. */
  credential: Credential;
  /** Milliseconds since the epoch when session or token ends, whichever is first; idle time aside. */
  endsAt: number;
}

export const standingOf = ({ role, scope, readOnly }: Caller): Standing => ({ role, scope, readOnly });

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
