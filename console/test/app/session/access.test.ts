import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { api } from '../../../src/app/api/calls.ts';
import { callApi } from '../../../src/app/api/request.ts';
import { checkAccess } from '../../../src/app/session/access-check.ts';
import { renewAccess, restoreSession, resumeSession } from '../../../src/app/session/renew.ts';
import { signIn } from '../../../src/app/session/sign-in.ts';
import { isLoggedIn, sessionStore } from '../../../src/app/session/state.ts';
import { errorBody, fakeServer, type Sent } from '../fake-server.ts';
import { freshTab, watching } from './harness.ts';
import { answers, person, project } from './people.ts';

const usual = answers({ projects: [project('p1'), project('p2')] });
const now = () => sessionStore.get();
const refuse = (status: number) => ({ status, body: errorBody('unauthorized') });
/** The usual answers, but one path is answered otherwise. */
const except = (path: string, reply: { status?: number; body?: unknown } | Error) => (sent: Sent) =>
  sent.url.startsWith(path) ? reply : usual(sent);

beforeEach(async () => {
  freshTab();
  fakeServer(usual);
  await signIn({ domain: 'acme', username: 'ada', password: 'secret' });
});
afterEach(() => vi.unstubAllGlobals());

const readServer = () => callApi(api.servers.read, { params: { serverId: 's1' } });

describe('after a 401', () => {
  it('a 401 makes the console ask for the profile and the projects [access.check-on-401]', async () => {
    const { urls } = fakeServer(except('/api/v2/compute', refuse(401)));
    await expect(readServer()).rejects.toMatchObject({ kind: 'authorization' });
    expect(urls().slice(1, 3)).toEqual(['GET /api/v2/accounts/whoami', 'GET /api/v2/accounts/projects']);
    expect(isLoggedIn(now())).toBe(true);
  });

  it('a 401 is checked once for all who wait, and signs out without a loop where the check is refused [err.401-otherwise]', async () => {
    const { urls } = fakeServer(() => refuse(401));
    const results = await Promise.allSettled([readServer(), callApi(api.servers.list), callApi(api.tasks.list)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(urls().filter((url) => url.endsWith('/whoami'))).toHaveLength(1);
    expect(urls()).toHaveLength(4);
    expect(now()).toMatchObject({ currentUser: null, message: 'shell:session.ended' });
  });

  it('the access check signs out on a 404 of the profile [access.profile-404]', async () => {
    fakeServer(except('/api/v2/accounts/whoami', refuse(404)));
    await expect(checkAccess()).resolves.toBe('ended');
    expect(now().currentUser).toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('the access check disables the access of the user on a 403 of the profile [access.profile-403]', async () => {
    fakeServer(except('/api/v2/accounts/whoami', refuse(403)));
    await expect(checkAccess()).resolves.toBe('disabled');
    expect(now()).toMatchObject({ accessDisabled: 'user', currentUser: { id: 'u1' } });
  });

  it('the access check disables a user without an enabled project, but not a domain administrator [access.no-projects]', async () => {
    const projects = [project('p1', { enabled: false })];
    fakeServer(answers({ projects }));
    await expect(checkAccess()).resolves.toBe('disabled');
    expect(now().accessDisabled).toBe('project');
    fakeServer(answers({ projects, profile: person('domain_admin') }));
    await expect(checkAccess()).resolves.toBe('good');
    expect(now().accessDisabled).toBe(false);
  });

  it.each([new TypeError('Failed to fetch'), { status: 503 }])('the access check changes nothing when it fails itself', async (reply) => {
    const before = now();
    fakeServer(except('/api/v2/accounts/whoami', reply));
    await expect(checkAccess()).resolves.toBe('unknown');
    expect(now()).toEqual(before);
  });

  it('a call refused with a 401 gets the scope a new token and is repeated', async () => {
    const { sent } = fakeServer((request) => {
      if (!request.url.startsWith('/api/v2/compute')) return answers({ tokens: { p1: 'renewed' } })(request);
      return request.headers.get('x-auth-token') === 'renewed' ? { body: { id: 's1' } } : refuse(401);
    });
    await expect(readServer()).resolves.toEqual({ id: 's1' });
    expect(sent.filter(({ url }) => url.startsWith('/api/v2/compute'))).toHaveLength(2);
  });

  it('renewing the access moves on to another project where the current one refuses', async () => {
    fakeServer(except('/api/v2/accounts/projects/p1/auth', refuse(404)));
    await expect(renewAccess()).resolves.toBe('renewed');
    expect(now()).toMatchObject({ currentProject: { id: 'p2' }, scopedToken: 'token-of-p2' });
  });
});

describe('startup', () => {
  /** The page stands with its data. */
  const shown = Promise.resolve();
  /** A new page in the same tab. */
  const reload = () => {
    const stored = { local: { ...localStorage }, tab: { ...sessionStorage } };
    freshTab();
    for (const [key, value] of Object.entries(stored.local)) localStorage.setItem(key, value as string);
    for (const [key, value] of Object.entries(stored.tab)) sessionStorage.setItem(key, value as string);
  };

  it('a new page restores user, scoped token, domain and project before anything is asked', () => {
    reload();
    const { sent } = fakeServer(usual);
    restoreSession();
    expect(now()).toMatchObject({
      currentUser: { id: 'u1' },
      token: 'session-1',
      scopedToken: 'token-of-p1',
      currentProject: { id: 'p1' },
      currentDomain: { id: 'd1', name: 'acme' },
    });
    expect(sent).toHaveLength(0);
  });

  it('a new page signs into the stored project and checks the access', async () => {
    reload();
    const { urls } = fakeServer(answers({ tokens: { p1: 'fresh' } }));
    restoreSession();
    await resumeSession(shown);
    expect(urls()).toContain('POST /api/v2/accounts/projects/p1/auth');
    expect(urls()).toContain('GET /api/v2/accounts/whoami');
    expect(now().scopedToken).toBe('fresh');
  });

  it('a new page is served with the stored token until it stands, and asks for nothing but the rights before', async () => {
    reload();
    const { urls } = fakeServer(answers({ tokens: { p1: 'fresh' } }));
    restoreSession();
    const page = Promise.withResolvers<void>();
    const resumed = resumeSession(page.promise);
    await vi.waitFor(() => expect(abilityStore.get().isLoaded).toBe(true));
    await new Promise((resolve) => setTimeout(resolve));
    expect(urls()).toEqual(['GET /api/v2/meta']);
    page.resolve();
    await resumed;
    expect(urls()).toHaveLength(4);
    expect(now().scopedToken).toBe('fresh');
  });

  it('a new page whose stored token is old gets another one without waiting for the page', async () => {
    reload();
    const { urls } = fakeServer((sent) =>
      sent.url.endsWith('/meta') && sent.headers.get('x-auth-token') !== 'fresh' ? refuse(401) : answers({ tokens: { p1: 'fresh' } })(sent),
    );
    restoreSession();
    await resumeSession(new Promise(() => undefined));
    expect(urls().filter((url) => url.endsWith('/meta'))).toHaveLength(2);
    expect(abilityStore.get().isLoaded).toBe(true);
  });

  it('a new page from which somebody has signed out meanwhile asks for nothing more', async () => {
    reload();
    const { urls } = fakeServer(usual);
    restoreSession();
    const page = Promise.withResolvers<void>();
    const resumed = resumeSession(page.promise);
    sessionStore.set({ currentUser: null, token: null, scopedToken: null });
    page.resolve();
    await resumed;
    expect(urls()).toEqual(['GET /api/v2/meta']);
  });

  it('a new page enters its project once that is enabled, though entering was refused at first', async () => {
    reload();
    let asked = 0;
    fakeServer((sent) => {
      const isEntering = sent.url.endsWith('/projects/p1/auth');
      return isEntering && (asked += 1) === 1 ? refuse(403) : answers({ projects: [project('p1')], tokens: { p1: 'fresh' } })(sent);
    });
    restoreSession();
    const seen = await watching(
      ({ accessDisabled }) => accessDisabled,
      () => resumeSession(shown),
    );
    expect(seen).toEqual([false]);
    expect(now()).toMatchObject({ currentProject: { id: 'p1' }, scopedToken: 'fresh' });
  });

  it('a new page does not enter a disabled project a second time', async () => {
    reload();
    const disabled = [project('p1', { enabled: false }), project('p2')];
    const { urls } = fakeServer((sent) => (sent.url.endsWith('/projects/p1/auth') ? refuse(403) : answers({ projects: disabled })(sent)));
    restoreSession();
    await resumeSession(shown);
    expect(urls().filter((url) => url.endsWith('/projects/p1/auth'))).toHaveLength(1);
    expect(now()).toMatchObject({ currentProject: { id: 'p2' } });
  });

  it('a tab keeps its own scope where another tab has stored another', () => {
    reload();
    localStorage.setItem('currentProject', JSON.stringify(project('p2')));
    localStorage.setItem('scopedToken', 'token-of-p2');
    restoreSession();
    expect(now()).toMatchObject({ currentProject: { id: 'p1' }, scopedToken: 'token-of-p1' });
  });

  it('a new page ignores a stored user that is damaged', () => {
    reload();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('user', '{');
    restoreSession();
    expect(now().currentUser).toBeNull();
  });
});
