import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import type { Identity, Principal } from '../../../../src/port/engine.ts';
import { anyDatabase, openTestStore } from '../../../support/databases.ts';
import { all, ENGINE, identityOf, PASSWORDS, startEngine } from '../../../engines/embedded/support/platform.ts';

const { adminPassword, samplePassword } = PASSWORDS;

describe.each(anyDatabase)('signing in to the embedded platform on $name', ({ name }) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let engine: EmbeddedEngine;
  let identity: Identity;

  beforeAll(async () => {
    opened = await openTestStore(name);
    engine = await startEngine(opened.store, new ManualClock());
    identity = identityOf(engine);
  });
  afterAll(async () => {
    await engine.stop();
    await opened.close();
  });

  const sample = (username: string, domain: string) => identity.signIn({ domain, username, password: samplePassword });
  const admin = () => identity.signIn({ domain: 'default', username: 'admin', password: adminPassword });
  const idOf = async (kind: 'domain' | 'project', of: string) => (await all(opened.store, kind)).find((item) => item.name === of)!.id;
  const projectScope = async (of: string, domain: string) =>
    ({ type: 'project', projectId: await idOf('project', of), domainId: await idOf('domain', domain) }) as const;
  /** Runs with a changed document of a user, project or domain, and puts the old one back. */
  const whileChanged = async (kind: 'user' | 'project' | 'domain', of: string, change: object, work: () => Promise<void>) => {
    const document = (await all(opened.store, kind)).find((item) => item.name === of)!;
    const row = (await opened.store.read.get({ engine: ENGINE, kind, id: document.id }))!;
    const { domainId, projectId, userId } = row;
    const put = (more: object) =>
      opened.store.transaction((writer) =>
        writer.put({ engine: ENGINE, kind, id: row.id, domainId, projectId, userId, document: { ...document, ...more } }),
      );
    await put(change);
    try {
      await work();
    } finally {
      await put({});
    }
  };

  it('a sign-in takes a domain by id or by name, whatever the case', async () => {
    const id = await idOf('domain', 'acme');
    for (const domain of ['acme', 'ACME', id]) expect((await sample('acme-lead', domain)).domainId).toBe(id);
    expect(await admin()).toMatchObject({ userName: 'admin', domainName: 'Default', isSuperuser: true, roles: ['system_admin'] });
    expect(await sample('Acme-Admin', 'acme')).toMatchObject({ userName: 'acme-admin', isSuperuser: false, roles: ['domain_admin'] });
  });

  it('the platform names the domain where the users of its sample sign in', () => {
    expect(engine.sampleDomain).toBe('acme');
  });

  it.each([
    ['a wrong password', 'acme', 'acme-lead', 'wrong'],
    ['an unknown user', 'acme', 'nobody', samplePassword],
    ['a user of another domain', 'globex', 'acme-lead', samplePassword],
    ['an unknown domain', 'nowhere', 'acme-lead', samplePassword],
  ])('refuses a sign-in with %s as invalid credentials', async (_, domain, username, password) => {
    await expect(identity.signIn({ domain, username, password })).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('refuses a disabled user, and one of a disabled domain, once the password was right', async () => {
    const principal = await sample('acme-lead', 'acme');
    for (const [kind, of] of [
      ['user', 'acme-lead'],
      ['domain', 'acme'],
    ] as const) {
      await whileChanged(kind, of, { enabled: false }, async () => {
        await expect(sample('acme-lead', 'acme')).rejects.toMatchObject({ code: 'user_disabled' });
        await expect(identity.signIn({ domain: 'acme', username: 'acme-lead', password: 'x' })).rejects.toMatchObject({
          code: 'invalid_credentials',
        });
        await expect(identity.check(principal)).rejects.toMatchObject({ code: 'user_disabled' });
        expect(
          await identity.holds(principal, {
            scope: await projectScope('acme-prod', 'acme'),
            role: 'project_admin',
            readOnly: false,
            permissions: [],
          }),
        ).toBe(false);
      });
    }
    await identity.check(principal);
    await expect(identity.check({ ...principal, userId: 'gone' })).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('lists to each user the projects of their realm, with the role there', async () => {
    const shown = async (principal: Principal) => (await identity.projects(principal)).map((project) => [project.name, project.role]);
    expect(await shown(await sample('acme-lead', 'acme'))).toEqual([['acme-prod', 'project_admin']]);
    expect(await shown(await sample('acme-member', 'acme'))).toEqual([['acme-prod', 'project_user']]);
    expect(await shown(await sample('acme-admin', 'acme'))).toEqual([
      ['acme-dev', 'domain_admin'],
      ['acme-prod', 'domain_admin'],
    ]);
    expect(await shown(await admin())).toEqual([
      ['acme-dev', 'system_admin'],
      ['acme-prod', 'system_admin'],
      ['admin', 'system_admin'],
      ['globex-prod', 'system_admin'],
    ]);
  });

  it('lets nobody into a scope without a role in it', async () => {
    const member = await sample('acme-member', 'acme');
    const domainAdmin = await sample('acme-admin', 'acme');
    const globexDomain = { type: 'domain', domainId: await idOf('domain', 'globex') } as const;
    const refused: [Principal, Parameters<Identity['enter']>[1]][] = [
      [member, await projectScope('acme-dev', 'acme')],
      [member, await projectScope('globex-prod', 'globex')],
      [member, { type: 'domain', domainId: member.domainId }],
      [member, { type: 'system' }],
      [domainAdmin, await projectScope('globex-prod', 'globex')],
      [domainAdmin, { ...(await projectScope('globex-prod', 'globex')), domainId: domainAdmin.domainId }],
      [domainAdmin, globexDomain],
      [domainAdmin, { type: 'system' }],
      [await admin(), { type: 'project', projectId: 'none', domainId: 'default' }],
    ];
    for (const [principal, scope] of refused) {
      await expect(identity.enter(principal, scope)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await identity.enter(domainAdmin, { type: 'domain', domainId: domainAdmin.domainId })).toMatchObject({ role: 'domain_admin' });
    expect(await identity.enter(await admin(), globexDomain)).toMatchObject({ role: 'system_admin' });
    expect(await identity.enter(await admin(), { type: 'system' })).toMatchObject({ role: 'system_admin', readOnly: false });
  });

  it('lets a reader into the project, and to nothing but looking', async () => {
    const viewer = await sample('acme-viewer', 'acme');
    expect(await identity.projects(viewer)).toMatchObject([{ name: 'acme-prod', role: 'project_user', readOnly: true }]);
    const scope = await projectScope('acme-prod', 'acme');
    expect(await identity.enter(viewer, scope)).toMatchObject({ role: 'project_user', readOnly: true });
    expect(await identity.holds(viewer, { scope, role: 'project_user', readOnly: true, permissions: [] })).toBe(true);
    expect(await identity.holds(viewer, { scope, role: 'project_user', readOnly: false, permissions: [] })).toBe(false);
  });

  it('a disabled project lets nobody in, and is still listed', async () => {
    const member = await sample('acme-member', 'acme');
    const scope = await projectScope('acme-prod', 'acme');
    await whileChanged('project', 'acme-prod', { enabled: false }, async () => {
      await expect(identity.enter(member, scope)).rejects.toMatchObject({ code: 'forbidden' });
      expect(await identity.projects(member)).toMatchObject([{ name: 'acme-prod', enabled: false }]);
    });
    await expect(identity.enter(member, scope)).resolves.toMatchObject({ role: 'project_user' });
  });

  it('a right of a user ends while the user is signed in', async () => {
    const member = await sample('acme-member', 'acme');
    const grant = {
      scope: await projectScope('acme-prod', 'acme'),
      role: 'project_user',
      readOnly: false,
      permissions: ['image_upload'],
    } as const;
    expect(await identity.holds(member, grant)).toBe(true);
    expect(await identity.holds(member, { ...grant, role: 'project_admin' })).toBe(false);
    expect(await identity.holds(member, { scope: { type: 'user' }, role: 'project_member', readOnly: false, permissions: [] })).toBe(true);
    await whileChanged('user', 'acme-member', { assigned_projects: [] }, async () => {
      expect(await identity.holds(member, grant)).toBe(false);
    });
  });
});
