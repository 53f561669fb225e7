import { describe, expect, it } from 'vitest';
import { SYSTEM_PERMISSIONS } from '../../../src/access/permissions.ts';
import { ROLES, USER_ROLES } from '../../../src/access/roles.ts';
import { userCreateBody } from '../../../src/nouns/users/bodies.ts';
import {
  flagsOf,
  isDefaultAdmin,
  isFederated,
  isOfSystem,
  isPasswordSettable,
  isUserDeletable,
  isUserDisableable,
  isUserEditable,
  isUserEnableable,
  visiblePermissions,
} from '../../../src/nouns/users/rules.ts';

const user = { enabled: true, role: 'project_member', system_permissions: [] as string[], identity_provider: null } as const;
const federated = { ...user, identity_provider: 'ldap' };
const first = { ...user, system_permissions: ['superuser', 'admin'] };

describe('users', () => {
  it('a user is federated with an identity provider, and local without one [user.federated]', () => {
    expect([isFederated(federated), isFederated(user)]).toEqual([true, false]);
  });

  it('a user is the default administrator by the permission superuser and nothing else [user.default-admin]', () => {
    for (const permission of SYSTEM_PERMISSIONS)
      expect(isDefaultAdmin({ system_permissions: [permission] }), permission).toBe(permission === 'superuser');
    expect(isDefaultAdmin({ system_permissions: [] })).toBe(false);
  });

  it('each role that a user can be created with gives one of four flags, and other roles give none [user.derived-flags, choice.user-role-names]', () => {
    const flags = ROLES.map((role) => [role, Object.entries(flagsOf({ role })).flatMap(([flag, on]) => (on ? [flag] : []))]);
    expect(flags).toEqual([
      ['domain_admin', ['domainAdmin']],
      ['system_admin', ['systemAdmin']],
      ['project_member', ['projectMember']],
      ['service_account', ['serviceUser']],
      ['project_admin', []],
      ['project_user', []],
    ]);
    const taken = ROLES.filter((role) => userCreateBody.safeParse({ name: 'zoe', password: 'correct horse battery 9', role }).success);
    expect(taken.toSorted()).toEqual([...USER_ROLES].toSorted());
  });

  it('a user shows all system permissions but for two', () => {
    expect(visiblePermissions({ system_permissions: [...SYSTEM_PERMISSIONS] })).toEqual([
      'admin',
      'abgw',
      'cluster',
      'compute',
      'iscsi',
      'login',
      'network',
      'nfs',
      's3',
      'ssh',
      'updates',
      'debug',
    ]);
  });

  it('a user has rights beyond the own domain by role or by any system permission', () => {
    expect([isOfSystem({ role: 'system_admin' }), isOfSystem({ system_permissions: ['nfs'] })]).toEqual([true, true]);
    expect([isOfSystem({ role: 'domain_admin', system_permissions: [] }), isOfSystem({})]).toEqual([false, false]);
  });

  it('a user can be changed only as far as the default administrator, federation and status allow', () => {
    const admin = { code: 'user_default_admin' };
    expect([isUserDeletable(user), isUserDeletable(first), isUserDeletable(federated)]).toEqual([true, admin, { code: 'user_federated' }]);
    expect([isUserDisableable(user), isUserDisableable(first)]).toEqual([true, admin]);
    expect(isUserDisableable({ ...user, enabled: false })).toEqual({ code: 'user_is_disabled' });
    expect([isUserEnableable({ enabled: false }), isUserEnableable(user)]).toEqual([true, { code: 'user_is_enabled' }]);
    expect([isPasswordSettable(user), isPasswordSettable(first), isPasswordSettable(federated)]).toEqual([
      true,
      admin,
      { code: 'user_federated' },
    ]);
    expect([isUserEditable(user, { name: 'a', role: 1 }), isUserEditable(first, {})]).toEqual([true, true]);
    for (const body of [{ name: 'a' }, { role: 1 }, { domain_permissions: 1 }]) expect(isUserEditable(first, body)).toEqual(admin);
    for (const body of [{ name: 'a' }, { email: 'a@b.example' }, { description: 'a' }])
      expect(isUserEditable(federated, body)).toEqual({ code: 'user_federated' });
    expect(isUserEditable(federated, { role: 1 })).toBe(true);
  });
});
