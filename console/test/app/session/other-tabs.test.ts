import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { followOtherTabs } from '../../../src/app/session/other-tabs.ts';
import { endSession } from '../../../src/app/session/sign-in.ts';
import { SIGNED_OUT, sessionStore } from '../../../src/app/session/state.ts';
import { keepEndReason, writeSession } from '../../../src/app/session/storage.ts';
import { fakeServer } from '../fake-server.ts';
import { freshTab } from './harness.ts';
import { answers, person, project } from './people.ts';

const sessionOf = (id: string, token: string) => {
  const { token: _token, scoped_token: _scoped, ...currentUser } = person('project_member', { id });
  const currentDomain = { id: 'd1', name: 'acme' };
  return { ...SIGNED_OUT, currentUser, currentDomain, currentProject: project('p1'), token, scopedToken: `scoped-${token}` };
};

/** Another tab writes a session, or none, into what the browser keeps for all of them. */
const elsewhere = (session: ReturnType<typeof sessionOf> | null) => {
  if (session) return writeSession(session, localStorage, { setItem() {}, removeItem() {}, getItem: () => null } as never);
  for (const key of ['user', 'token', 'scopedToken', 'currentProject', 'domain']) localStorage.removeItem(key);
};
/** The event of it arrives here, now or later. */
const told = (newValue: string | null, key: string | null = 'token') => dispatchEvent(new StorageEvent('storage', { key, newValue }));

describe('what other tabs do to the session', () => {
  beforeAll(followOtherTabs);
  beforeEach(() => {
    freshTab();
    fakeServer(answers());
    sessionStore.set(sessionOf('u1', 'first'));
    writeSession(sessionStore.get());
  });
  afterEach(() => vi.unstubAllGlobals());

  it('a sign-out in another tab ends the session here, too', () => {
    elsewhere(null);
    told(null);
    expect(sessionStore.get()).toMatchObject({ currentUser: null, message: 'shell:session.signedOut' });
    expect(sessionStorage.getItem('token')).toBeNull();
  });

  it.each(['shell:session.idle', 'shell:session.ended', 'shell:session.password'] as const)(
    'a sign-out in another tab because of %s is told by the same words here',
    (reason) => {
      keepEndReason(reason);
      elsewhere(null);
      told(null);
      expect(sessionStore.get()).toMatchObject({ currentUser: null, message: reason });
    },
  );

  it('a sign-out by the user in another tab after one for idleness is told as a sign-out', () => {
    endSession('shell:session.idle');
    sessionStore.set(sessionOf('u1', 'second'));
    writeSession(sessionStore.get());
    keepEndReason(null);
    elsewhere(null);
    told(null);
    expect(sessionStore.get().message).toBe('shell:session.signedOut');
  });

  it('a new session of the same user in another tab is followed, also where the sign-out before is told late', async () => {
    elsewhere(sessionOf('u1', 'second'));
    told(null);
    await expect.poll(() => sessionStore.get().token).toBe('second');
    told('second');
    expect(sessionStore.get().currentUser?.id).toBe('u1');
    expect(localStorage.getItem('token')).toBe('second');
  });

  it('a session of another user in another tab ends the session here and remains in the other tab', () => {
    elsewhere(sessionOf('u2', 'theirs'));
    told(null);
    expect(sessionStore.get().currentUser).toBeNull();
    expect(localStorage.getItem('token')).toBe('theirs');
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ id: 'u2' });
  });

  it('a session that ends here takes nothing from one that has begun elsewhere since', () => {
    elsewhere(sessionOf('u2', 'theirs'));
    endSession('shell:session.ended');
    expect(localStorage.getItem('token')).toBe('theirs');
    expect(sessionStorage.getItem('token')).toBeNull();
  });

  it('a change of other stored keys does not end the session', () => {
    elsewhere(null);
    told(null, 'theme');
    expect(sessionStore.get().currentUser?.id).toBe('u1');
  });
});
