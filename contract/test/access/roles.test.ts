import { describe, expect, it } from 'vitest';
import {
  allows,
  domainLead,
  projectLead,
  PUBLIC,
  ROLES,
  SESSION,
  system,
  tenant,
  type Scope,
  type Standing,
} from '../../src/access/roles.ts';
import { isDomainAdmin, isSystemAdmin } from '../../src/nouns/session/entity.ts';

const project: Scope = { type: 'project', projectId: 'p', domainId: 'd' };
const domain: Scope = { type: 'domain', domainId: 'd' };
const whole: Scope = { type: 'system' };
const none: Scope = { type: 'user' };
const standing = (role: Standing['role'], scope: Scope, readOnly = false): Standing => ({ role, scope, readOnly });

describe('rights', () => {
  it('a right opens public calls to everyone and session calls to whoever is signed in', () => {
    expect(allows(PUBLIC, 'POST', undefined)).toBe(true);
    expect(allows(SESSION, 'GET', undefined)).toBe(false);
    expect(allows(SESSION, 'POST', standing('project_member', none))).toBe(true);
  });

  it('a right gives nothing but session calls to whoever has chosen no scope', () => {
    for (const role of ROLES)
      for (const permission of [tenant('x'), projectLead('x'), domainLead('x'), system('x')])
        expect(allows(permission, 'GET', standing(role, none))).toBe(false);
  });

  it('a right lets a reader read and nothing else, whatever the role', () => {
    for (const role of ROLES) {
      expect(allows(tenant('x'), 'GET', standing(role, project, true))).toBe(true);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
        expect(allows(tenant('x'), method, standing(role, project, true))).toBe(false);
    }
  });

  it('keeps a domain administrator who chose the domain from changing what belongs to projects', () => {
    expect(allows(tenant('x'), 'GET', standing('domain_admin', domain))).toBe(true);
    expect(allows(tenant('x'), 'POST', standing('domain_admin', domain))).toBe(false);
    expect(allows(domainLead('x'), 'POST', standing('domain_admin', domain))).toBe(true);
    expect(allows(system('x'), 'GET', standing('domain_admin', domain))).toBe(false);
  });

  it('a project user gets no right of leads, domains or the system, and a project administrator only that of leads', () => {
    for (const permission of [projectLead('x'), domainLead('x'), system('x')]) {
      expect(allows(permission, 'GET', standing('project_user', project))).toBe(false);
      expect(allows(permission, 'GET', standing('project_admin', project))).toBe(permission.audience === 'project_lead');
    }
    expect(allows(system('x'), 'DELETE', standing('system_admin', whole))).toBe(true);
    expect(allows(system('x'), 'GET', standing('system_admin', domain))).toBe(false);
  });
});

describe('kinds of administrators', () => {
  const user = (roles: string[], is_superuser = false) => ({ roles: roles.map((id) => ({ id })), is_superuser });

  it('knows a domain administrator by the role id alone [permissions.domain-admin]', () => {
    expect(isDomainAdmin(user(['project_user', 'domain_admin']))).toBe(true);
    for (const other of [user([]), user(['project_admin']), user(['admin'], true)]) expect(isDomainAdmin(other)).toBe(false);
  });

  it('knows a system administrator by admin, by superuser, or by the flag [permissions.system-admin]', () => {
    for (const admin of [user(['admin']), user(['superuser']), user([], true), user(['system_admin'])])
      expect(isSystemAdmin(admin)).toBe(true);
    for (const other of [user([]), user(['domain_admin'])]) expect(isSystemAdmin(other)).toBe(false);
  });
});
