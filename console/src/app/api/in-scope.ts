import type { ScopeKey } from '../scope.ts';
import { requestCredentials } from './answer.ts';

/** Tokens of scopes that a part of the screen works in beside the one of the session, which they end with. */
let tokens: { session: string | undefined; of: Map<ScopeKey, string> } = { session: undefined, of: new Map() };

/** Has everything that is asked for in a scope ask with this token, until the answer is called. */
export function askWith(scope: ScopeKey, token: string): () => void {
  const { session } = requestCredentials();
  if (tokens.session !== session) tokens = { session, of: new Map() };
  const { of } = tokens;
  of.set(scope, token);
  return () => {
    if (of.get(scope) === token) of.delete(scope);
  };
}

/** How something is asked for in a scope: of the session's own there is nothing to be said. */
export function inScope(scope: ScopeKey): { scopedToken?: string } {
  const token = tokens.session === requestCredentials().session ? tokens.of.get(scope) : undefined;
  return token === undefined ? {} : { scopedToken: token };
}
