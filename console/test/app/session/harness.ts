import { resetAbilities } from '../../../src/app/abilities/abilities.ts';
import { connectRequests } from '../../../src/app/api/answer.ts';
import { renewAccess } from '../../../src/app/session/renew.ts';
import { endSession } from '../../../src/app/session/sign-in.ts';
import { sessionStore, SIGNED_OUT, type SessionData } from '../../../src/app/session/state.ts';

/** A fresh tab in a fresh browser, wired as the console wires itself. */
export function freshTab(): void {
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.set(SIGNED_OUT);
  resetAbilities();
  connectRequests({
    credentials: () => {
      const { token, scopedToken } = sessionStore.get();
      return { session: token ?? undefined, scoped: scopedToken ?? undefined };
    },
    checkAccess: renewAccess,
    signOut: () => endSession('shell:session.ended'),
    reconfiguring: () => undefined,
  });
}

/** All values that part of the session takes on while something runs. */
export async function watching<T>(select: (session: SessionData) => T, work: () => Promise<unknown>): Promise<T[]> {
  const seen = [select(sessionStore.get())];
  const stop = sessionStore.subscribe(() => {
    const value = select(sessionStore.get());
    if (value !== seen.at(-1)) seen.push(value);
  });
  await work();
  stop();
  return seen;
}
