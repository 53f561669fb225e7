import { isSystemAdmin, isDomainAdmin } from '@gantry/contract/access/holder';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { redirectUrlFor, safeRedirectUrl } from '../../../src/app/session/redirect-url.ts';
import { chooseScope } from '../../../src/app/session/scope-choice.ts';
import { isDomainMode, scopeOf } from '../../../src/app/session/scope-of.ts';
import { person, project } from './people.ts';

describe('who is who', () => {
  it('a domain administrator holds the role, and nobody else is one [permissions.domain-admin]', () => {
    expect(isDomainAdmin(person('domain_admin'))).toBe(true);
    expect(isDomainAdmin(person('system_admin', { is_superuser: true }))).toBe(false);
    expect(isDomainAdmin(person('project_admin'))).toBe(false);
  });

  it('a system administrator has the role admin or superuser, or the flag [permissions.system-admin]', () => {
    const holder = (role: string, is_superuser = false) => ({ roles: [{ id: role }], is_superuser });
    expect([holder('admin'), holder('superuser'), holder('project_user', true)].map(isSystemAdmin)).toEqual([true, true, true]);
    expect(isSystemAdmin(holder('domain_admin'))).toBe(false);
  });

  it('domain mode needs no project, a domain administrator and a domain [permissions.domain-mode]', () => {
    const mode = (currentUser = person('domain_admin'), currentProject: ReturnType<typeof project> | null = null) =>
      isDomainMode({ currentUser, currentProject });
    expect(mode()).toBe(true);
    expect(mode(person('domain_admin'), project('p1'))).toBe(false);
    expect(mode(person('project_admin'))).toBe(false);
    expect(mode(person('domain_admin', { domain_id: '' }))).toBe(false);
  });

  it('a quota manager has no domain mode, and works on the domain in administration only', () => {
    const user = person('project_member', { permissions: ['quota_manager'] });
    const seen = () => [isDomainMode({ currentUser: user, currentProject: null }), scopeOf({ currentUser: user, currentProject: null })];
    const choice = (side: 'self-service' | 'administration') => chooseScope({ user, projects: [project('p1')], storedId: null, side });
    expect(seen()).toEqual([false, { type: 'user' }]);
    expect(choice('self-service')).toMatchObject({ project: { id: 'p1' } });
    document.head.innerHTML = '<meta name="gantry:side" content="administration">';
    onTestFinished(() => void (document.head.innerHTML = ''));
    expect(seen()).toEqual([false, { type: 'domain', id: 'd1' }]);
    expect(choice('administration')).toEqual({ enter: 'own' });
  });

  it('the scope of a session follows from user and project', () => {
    const scope = (user: ReturnType<typeof person> | null, current: ReturnType<typeof project> | null = null) =>
      scopeOf({ currentUser: user, currentProject: current });
    expect(scope(null)).toEqual({ type: 'user' });
    expect(scope(person(), project('p1'))).toEqual({ type: 'project', id: 'p1' });
    expect(scope(person('domain_admin'))).toEqual({ type: 'domain', id: 'd1' });
    expect(scope(person('system_admin'))).toEqual({ type: 'system' });
    expect(scope(person())).toEqual({ type: 'user' });
  });
});

describe('the first scope (decision A10)', () => {
  const side = 'self-service' as const;
  const projects = [project('zeta'), project('off', { enabled: false }), project('alpha')];

  it('the first scope is the stored project while it is enabled', () => {
    expect(chooseScope({ user: person(), projects, storedId: 'zeta', side })).toEqual({
      enter: 'project',
      project: project('zeta'),
    });
    expect(chooseScope({ user: person(), projects, storedId: 'off', side })).toMatchObject({ project: { id: 'alpha' } });
  });

  it('the first scope is domain mode for a domain administrator without a stored project', () => {
    expect(chooseScope({ user: person('domain_admin'), projects, storedId: null, side })).toEqual({ enter: 'own' });
  });

  it('the first scope of a system administrator is the whole cloud in the administration, and without a project', () => {
    const user = person('system_admin');
    expect(chooseScope({ user, projects, storedId: null, side: 'administration' })).toEqual({ enter: 'own' });
    expect(chooseScope({ user, projects, storedId: null, side })).toMatchObject({ project: { id: 'alpha' } });
    expect(chooseScope({ user, projects: [], storedId: null, side })).toEqual({ enter: 'own' });
  });

  it('the first scope is nothing for a user without an enabled project', () => {
    expect(chooseScope({ user: person(), projects: [project('off', { enabled: false })], storedId: null, side })).toEqual({
      enter: 'nothing',
    });
  });
});

describe('redirectUrl (decision A9)', () => {
  it('a redirectUrl leads only into the app', () => {
    for (const bad of ['//evil.example', 'https://evil.example', '/\\evil.example', 'compute', '', '/a\nb', undefined, 7, {}]) {
      expect(safeRedirectUrl(bad)).toBeUndefined();
    }
    expect(safeRedirectUrl('/compute/instances?x=1#y')).toBe('/compute/instances?x=1#y');
  });

  it('a redirectUrl never leads to another origin, whatever it holds', () => {
    const leaks = fc.check(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
          fc.string().map((text) => `//${text}`),
        ),
        (text) => {
          const url = safeRedirectUrl(text);
          return url === undefined || new URL(url, 'http://gantry.test/').origin === 'http://gantry.test';
        },
      ),
    );
    expect(leaks.counterexample).toBeNull();
  });

  it('a redirectUrl is left out on the login page, and never wraps another [session.user-empty-redirect-omitted]', () => {
    expect(redirectUrlFor('/login', undefined)).toBeUndefined();
    expect(redirectUrlFor('/login/acme?redirectUrl=%2Fcompute', undefined)).toBeUndefined();
    expect(redirectUrlFor('/login/acme', '/compute/volumes')).toBe('/compute/volumes');
    expect(redirectUrlFor('/compute/volumes?x=1', undefined)).toBe('/compute/volumes?x=1');
    expect(redirectUrlFor('/', undefined)).toBeUndefined();
  });
});
