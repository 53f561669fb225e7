import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { enterOwnScope, enterProject } from '../../../src/app/session/enter-scope.ts';
import { signIn, signOut } from '../../../src/app/session/sign-in.ts';
import { isDomainMode, scopeOf } from '../../../src/app/session/scope-of.ts';
import { isLoggedIn, sessionStore } from '../../../src/app/session/state.ts';
import { readSession } from '../../../src/app/session/storage.ts';
import { errorBody, fakeServer } from '../fake-server.ts';
import { freshTab, watching } from './harness.ts';
import { answers, person, project } from './people.ts';

beforeEach(freshTab);
afterEach(() => vi.unstubAllGlobals());

const credentials = { domain: 'acme', username: 'ada', password: 'secret' };
const now = () => sessionStore.get();
const kept = () => [sessionStorage, localStorage].map((storage) => storage.getItem('scopedToken'));

describe('signing in', () => {
  it('signing in walks from not logged in through pending to logged in [session.states]', async () => {
    fakeServer(answers());
    const states = await watching(
      (session) => (session.isLoggingIn ? 'pending' : isLoggedIn(session) ? 'in' : 'out'),
      () => signIn(credentials),
    );
    expect(states).toEqual(['out', 'pending', 'in']);
  });

  it('signing in gives the auth state its ten values [auth.state-fields]', async () => {
    fakeServer(answers());
    await signIn(credentials);
    expect(now()).toMatchObject({
      currentUser: { id: 'u1', name: 'ada' },
      currentProject: project('p1'),
      currentDomain: { id: 'd1', name: 'acme' },
      accessDisabled: false,
      isLoggingIn: false,
      isSwitchingScope: false,
      isSuspended: false,
      currentIdpId: null,
    });
    expect([isDomainMode(now()), isLoggedIn(now())]).toEqual([false, true]);
  });

  it.each([
    ['while a sign-in is under way', { isLoggingIn: true }],
    ['without a user', { currentUser: null }],
  ])('nobody is logged in %s [auth.state-fields]', async (_, change) => {
    fakeServer(answers());
    await signIn(credentials);
    expect(isLoggedIn({ ...now(), ...change })).toBe(false);
  });

  it('signing in stores the five keys and the last domain, without the password', async () => {
    fakeServer(answers());
    await signIn(credentials);
    for (const key of ['user', 'token', 'scopedToken', 'currentProject', 'domain', 'lastDomain'])
      expect(localStorage.getItem(key)).toBeTruthy();
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
    expect(localStorage.getItem('user')).not.toContain('session-1');
  });

  it('signing in changes nothing where the server refuses', async () => {
    fakeServer(() => ({ status: 401, body: errorBody('invalid_credentials') }));
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(now()).toMatchObject({ currentUser: null, isLoggingIn: false, token: null });
    expect(Object.keys(localStorage)).toEqual(['device']);
  });

  it('signing in shuts out a user without an enabled project', async () => {
    fakeServer(answers({ projects: [project('p1', { enabled: false })] }));
    await signIn(credentials);
    expect(now().accessDisabled).toBe('project');
  });

  it('signing in starts a domain administrator in domain mode, with the token of the domain [auth.state-fields]', async () => {
    fakeServer(answers({ profile: person('domain_admin', { scoped_token: 'token-of-domain' }) }));
    await signIn(credentials);
    expect(isDomainMode(now())).toBe(true);
    expect(now().currentProject).toBeNull();
    expect(now().scopedToken).toBe('token-of-domain');
    expect(scopeOf(now())).toEqual({ type: 'domain', id: 'd1' });
  });
});

describe('switching scope', () => {
  beforeEach(async () => {
    fakeServer(answers());
    await signIn(credentials);
  });

  it('a scope switch is in progress from the request to its end, for a project and for the domain [session.scope-switch-state]', async () => {
    const isSwitching = (session: { isSwitchingScope: boolean }) => session.isSwitchingScope;
    await expect(watching(isSwitching, () => enterProject(project('p2')))).resolves.toEqual([false, true, false]);
    await expect(watching(isSwitching, enterOwnScope)).resolves.toEqual([false, true, false]);
  });

  it('a scope switch takes the rights of the new scope with its token', async () => {
    const { sent } = fakeServer(answers());
    await enterProject(project('p2'));
    expect(now()).toMatchObject({ currentProject: { id: 'p2' }, scopedToken: 'token-of-p2' });
    expect(sent.find(({ url }) => url === '/api/v2/meta')?.headers.get('x-auth-token')).toBe('token-of-p2');
  });

  it('a scope switch changes nothing when the project refuses', async () => {
    fakeServer(() => ({ status: 403, body: errorBody('forbidden') }));
    await expect(enterProject(project('p2'))).rejects.toMatchObject({ status: 403 });
    expect(now()).toMatchObject({ currentProject: { id: 'p1' }, scopedToken: 'token-of-p1', isSwitchingScope: false });
    expect(abilityStore.get().isLoaded).toBe(true);
  });

  it('a scope switch goes back, rights and all, when the rights of the new scope cannot be read', async () => {
    const usual = answers();
    fakeServer((sent) =>
      sent.url === '/api/v2/meta' && sent.headers.get('x-auth-token') === 'token-of-p2' ? { status: 500 } : usual(sent),
    );
    await expect(enterProject(project('p2'))).rejects.toMatchObject({ kind: 'server' });
    expect(now()).toMatchObject({ currentProject: { id: 'p1' }, scopedToken: 'token-of-p1' });
    expect(kept()).toEqual(['token-of-p1', 'token-of-p1']);
    expect(abilityStore.get()).toMatchObject({ isLoaded: true, failure: undefined });
  });

  it('a scope switch stores the token of the new scope for its own tab and for new tabs', async () => {
    await enterProject(project('p2'));
    expect(kept()).toEqual(['token-of-p2', 'token-of-p2']);
  });

  it.each([
    ['a project', () => enterProject(project('p2')), 'p2'],
    ['the domain', enterOwnScope, undefined],
  ])('a page that is loaded again stays in %s from when that is shown as entered', async (_, enter, id) => {
    const usual = answers({ profile: person('domain_admin') });
    const seen: unknown[] = [];
    fakeServer((sent) => {
      if (sent.url === '/api/v2/meta') seen.push([now().currentProject?.id, readSession()?.currentProject?.id]);
      return usual(sent);
    });
    await enter();
    expect(seen).toEqual([[id, id]]);
  });
});

describe('signing out', () => {
  it('signing out forgets the session and the rights and keeps the last domain, even without the server [permissions.reset-on-signout]', async () => {
    fakeServer(answers());
    await signIn(credentials);
    expect(abilityStore.get().ability.can('create', 'x')).toBe(false);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    fakeServer(() => new TypeError('Failed to fetch'));
    await signOut();
    expect(now()).toMatchObject({ currentUser: null, token: null, scopedToken: null, currentProject: null });
    expect(Object.keys({ ...localStorage }).toSorted()).toEqual(['device', 'lastDomain', 'lastProjects']);
    expect(sessionStorage).toHaveLength(0);
    const { ability } = abilityStore.get();
    expect(ability.can('read', 'anything')).toBe(true);
    expect(ability.can('update', 'compute_servers')).toBe(false);
  });
});

describe('signing in again in the same browser', () => {
  const projects = [project('p1'), project('p2')];
  const signedInAgain = async () => {
    await signOut();
    await signIn(credentials);
    return now().currentProject?.id;
  };

  it('signing in again enters the project that the user left, and the first by name once that one is disabled', async () => {
    fakeServer(answers({ projects }));
    await signIn(credentials);
    expect(now().currentProject?.id).toBe('p1');
    await enterProject(project('p2'));
    expect(await signedInAgain()).toBe('p2');
    fakeServer(answers({ projects: [project('p1'), project('p2', { enabled: false })] }));
    expect(await signedInAgain()).toBe('p1');
  });

  it('signing in again enters no project that another user left, and keeps apart what each user left', async () => {
    fakeServer(answers({ projects }));
    await signIn(credentials);
    await enterProject(project('p2'));
    fakeServer(answers({ projects, profile: person('project_admin', { id: 'u2', name: 'eve' }) }));
    expect(await signedInAgain()).toBe('p1');
    fakeServer(answers({ projects }));
    expect(await signedInAgain()).toBe('p2');
  });

  it('signing in again starts a domain administrator where they left: in a project, or in domain mode', async () => {
    fakeServer(answers({ projects, profile: person('domain_admin') }));
    await signIn(credentials);
    await enterProject(project('p2'));
    expect(await signedInAgain()).toBe('p2');
    await enterOwnScope();
    expect(await signedInAgain()).toBeUndefined();
  });

  it('signing in goes on where the stored last projects are damaged', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const damaged of ['{', '{"u1":"p2"}', '[["u1"],7,["u1",2]]']) {
      localStorage.setItem('lastProjects', damaged);
      fakeServer(answers({ projects }));
      await signIn(credentials);
      expect(now().currentProject?.id).toBe('p1');
      await signOut();
    }
  });
});
