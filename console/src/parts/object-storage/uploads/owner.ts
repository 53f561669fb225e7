import { scopeKey } from '../../../app/scope.ts';
import { scopeOf } from '../../../app/session/scope-of.ts';
import { sessionStore } from '../../../app/session/state.ts';

const ownerNow = (): string => {
  const session = sessionStore.get();
  return `${session.currentUser?.id ?? ''} ${scopeKey(scopeOf(session))}`;
};

let end: (() => void) | undefined;

/**
 * Calls once, as soon as who is signed in now has signed out, or works in another scope: requests would go on in the name, and with the
 * rights, of whoever comes then. It replaces what was to be called before.
 */
export function onOwnerLeft(leave: () => void): void {
  end?.();
  const owner = ownerNow();
  const stop = sessionStore.subscribe(() => {
    if (ownerNow() === owner) return;
    stop();
    end = undefined;
    leave();
  });
  end = stop;
}
