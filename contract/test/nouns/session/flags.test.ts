import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainAdmin, isSystemAdmin } from '../../../src/nouns/session/entity.ts';

const user = (roles: readonly string[], is_superuser = false) => ({ roles: roles.map((id) => ({ id })), is_superuser });
const anyRole = fc.oneof(
  fc.constantFrom(
    'domain_admin',
    'system_admin',
    'project_member',
    'service_account',
    'project_admin',
    'project_user',
    'admin',
    'superuser',
  ),
  fc.string(),
);

describe('what a user is', () => {
  it('a user is a domain administrator exactly with the role domain_admin [permissions.domain-admin]', () => {
    expect(isDomainAdmin(user(['domain_admin']))).toBe(true);
    expect(isDomainAdmin(user(['project_user', 'domain_admin']))).toBe(true);
    expect(isDomainAdmin(user(['system_admin'], true))).toBe(false);
    fc.assert(
      fc.property(fc.array(anyRole), fc.boolean(), (roles, flag) => isDomainAdmin(user(roles, flag)) === roles.includes('domain_admin')),
    );
  });

  it('a user is a system administrator with any of three roles, or with the flag alone [permissions.system-admin]', () => {
    expect(isSystemAdmin(user(['admin']))).toBe(true);
    expect(isSystemAdmin(user(['superuser']))).toBe(true);
    expect(isSystemAdmin(user([], true))).toBe(true);
    expect(isSystemAdmin(user(['system_admin']))).toBe(true);
    expect(isSystemAdmin(user([]))).toBe(false);
    expect(isSystemAdmin(user(['domain_admin', 'project_admin']))).toBe(false);
  });
});
