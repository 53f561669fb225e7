import { beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { User } from '@gantry/contract/nouns/users/entity';
import { Client } from '../support/client.ts';
import { signIn, type TestApp, type UserName } from '../support/app.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.users;
const known = nouns.knownUsers.calls;

const PASSWORD = 'correct horse battery 9';

/** Users over HTTP, told of the sample's domain acme. */
const life = (running: () => TestApp): unknown =>
  describe('users', () => {
    let app: TestApp;
    let lead: Client;
    let admin: Client;
    let domainId: string;
    let projectId: string;
    beforeAll(async () => {
      app = running();
      [lead, admin] = [await app.as('acme-admin', 'own'), await app.as('admin', 'own')];
      domainId = (await lead.call(nouns.session.calls.whoami)).domain_id;
      const { data } = await lead.call(nouns.projects.calls.list, { params: { domainId }, query: { name: 'acme-dev' } });
      projectId = data[0]!.id;
    });

    const at = (userId: string, domain = domainId) => ({ params: { domainId: domain, userId } });
    const read = (userId: string): Promise<User> => lead.call(calls.read, at(userId));
    const make = async (name: string, more: object = {}, who = lead): Promise<User> => {
      const { id } = await who.call(calls.create, { params: { domainId }, body: { name, password: PASSWORD, ...more } });
      return read(id!);
    };
    const named = async (name: UserName): Promise<User> => {
      const { data } = await admin.call(known.list, { query: { name } });
      return data[0]!;
    };
    const enter = (username: string, password = PASSWORD) => signIn(app.nobody, { domain: 'acme', username, password }, 'none');
    const members = async (): Promise<number> =>
      (await lead.call(nouns.projects.calls.list, { params: { domainId }, query: { name: 'acme-dev' } })).data[0]!.members_count;

    it('users are made with a first password, sign in with it, and reach what they are assigned to', async () => {
      const before = await members();
      const user = await make('zoe', { email: 'zoe@acme.example', assigned_projects: [{ project_id: projectId, role: 'project_admin' }] });
      expect(user).toMatchObject({ name: 'zoe', email: 'zoe@acme.example', enabled: true, role: 'project_member', domain_id: domainId });
      expect(await members()).toBe(before + 1);
      const { data } = await (await enter('ZOE')).call(nouns.session.calls.projects);
      expect(data).toMatchObject([{ id: projectId, role: 'project_admin' }]);
    });

    it('users are given domain_admin, image_upload and quota_manager as permissions of the domain, and nothing else [permissions.domain-list]', async () => {
      const all = ['domain_admin', 'image_upload', 'quota_manager'] as const;
      const user = await make('permitted', { domain_permissions: all });
      expect(user.domain_permissions).toEqual(['domain_admin', 'image_upload', 'quota_manager']);
      for (const other of ['admin', 'compute', 'viewer', 'network', 'DOMAIN_ADMIN', '']) {
        const body = { domain_permissions: [other] };
        expect((await lead.raw('PATCH', `/api/v2/domains/${domainId}/users/${user.id}`, { body })).status).toBe(400);
      }
      expect(await read(user.id)).toEqual(user);
    });

    it('administrators of a domain list and change its users and projects, and no others; tenants do neither [permissions.user-kinds]', async () => {
      const user = await make('kind');
      const { data } = await lead.call(calls.list, { params: { domainId }, query: { name: 'kind' } });
      expect(data.map(({ id }) => id)).toEqual([user.id]);
      await lead.call(calls.update, { ...at(user.id), body: { description: 'changed' } });
      const place = { params: { domainId, projectId } };
      const projects = nouns.projects.calls;
      const { description } = await lead.call(projects.read, place);
      await lead.call(projects.update, { ...place, body: { description: 'changed too' } });
      expect([(await read(user.id)).description, (await lead.call(projects.read, place)).description]).toEqual(['changed', 'changed too']);
      await lead.call(projects.update, { ...place, body: { description } });
      const other = { params: { domainId: 'default' } };
      const member = await app.as('acme-lead', 'acme-prod');
      const refused = [
        lead.refused(calls.list, other),
        lead.refused(projects.list, other),
        lead.refused(calls.create, { ...other, body: { name: 'mine', password: PASSWORD } }),
        lead.refused(projects.create, { ...other, body: { name: 'mine' } }),
        member.refused(calls.list, { params: { domainId } }),
        member.refused(calls.update, { ...at(user.id), body: { description: 'no' } }),
        member.refused(projects.update, { ...place, body: { description: 'no' } }),
      ];
      expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    });

    it('users of a domain have names of their own, whatever the case', async () => {
      const first = await make('twin');
      const taken = { name: [{ code: 'user_name_taken' }] };
      const again = { params: { domainId }, body: { name: 'TWIN', password: PASSWORD } };
      expect((await lead.refused(calls.create, again)).body.error).toMatchObject({ err_code: 'name_taken', data: { field_codes: taken } });
      const other = await make('other');
      expect((await lead.refused(calls.update, { ...at(other.id), body: { name: 'Twin' } })).body.error.data?.field_codes).toEqual(taken);
      await lead.call(calls.update, { ...at(first.id), body: { name: 'Twin' } });
      await lead.call(calls.update, { ...at(first.id), body: { name: 'single' } });
      await make('twin');
      await expect(enter('single')).resolves.toBeInstanceOf(Client);
    });

    it('users keep what a change does not name [api.domain-user-get, api.domain-user-update]', async () => {
      const user = await make('patched', { email: 'p@acme.example', description: 'before', domain_permissions: ['image_upload'] });
      await lead.call(calls.update, { ...at(user.id), body: { description: 'after' } });
      expect(await read(user.id)).toEqual({ ...user, description: 'after', revision: user.revision + 1 });
      const fields =
        'id name enabled email description role domain_id system_permissions domain_permissions assigned_projects identity_provider created_at s3_user_id tags';
      expect(Object.keys(user)).toEqual(expect.arrayContaining(fields.split(' ')));
    });

    it('users are deleted several at once, each with a result [api.domain-users-delete]', async () => {
      const [one, two] = [await make('gone 1'), await make('gone 2')];
      const self = await named('acme-admin');
      const { task_id } = await lead.call(calls.bulkDelete, {
        params: { domainId },
        body: { uuids: [one.id, two.id, self.id, 'nobody'] },
      });
      const { items } = await app.ended(lead, task_id);
      expect(items.map(({ id, state, error }) => [id, state, error?.reason?.code ?? error?.code])).toEqual([
        [one.id, 'success', undefined],
        [two.id, 'success', undefined],
        [self.id, 'failed', 'user_self'],
        ['nobody', 'failed', 'not_found'],
      ]);
      for (const { id } of [one, two]) expect((await lead.refused(calls.read, at(id))).code).toBe('not_found');
      await expect(read(self.id)).resolves.toMatchObject({ name: 'acme-admin' });
      await expect(enter('gone 1')).rejects.toMatchObject({ code: 'invalid_credentials' });
      await make('gone 1');
    });

    it('users get a role in a project, another one, and null ends it [assign.body, assign.unassign, choice.assign-values]', async () => {
      const user = await make('assigned');
      const before = await members();
      const assign = (role: 'project_admin' | 'project_user' | null) =>
        lead.call(calls.assign, { ...at(user.id), body: { project_id: projectId, role } });
      await assign('project_user');
      await assign('project_admin');
      expect((await read(user.id)).assigned_projects).toEqual([
        { project_id: projectId, project_name: 'acme-dev', role: 'project_admin', read_only: false },
      ]);
      const { data } = await lead.call(known.list, { query: { project_id: projectId } });
      expect([data.some(({ id }) => id === user.id), await members()]).toEqual([true, before + 1]);
      await assign(null);
      expect([(await read(user.id)).assigned_projects, await members()]).toEqual([[], before]);
    });

    it('users are assigned to projects of their own domain only', async () => {
      const { data } = await admin.call(nouns.projects.calls.list, { params: { domainId: 'default' } });
      const user = await make('stays at home');
      const body = { project_id: data[0]!.id, role: 'project_user' as const };
      expect((await lead.refused(calls.assign, { ...at(user.id), body })).body.error.data?.field_codes).toEqual({
        project_id: [{ code: 'unknown_id' }],
      });
      expect((await admin.refused(calls.assign, { ...at(user.id), body })).body.error.data?.field_codes).toEqual({
        project_id: [{ code: 'other_domain' }],
      });
    });

    it('users who are made as viewers of a project read among their projects that they only look there', async () => {
      await make('only looking', { assigned_projects: [{ project_id: projectId, role: 'project_user', read_only: true }] });
      const session = await enter('only looking');
      const { data } = await session.call(nouns.session.calls.projects, {});
      expect(data).toMatchObject([{ id: projectId, role: 'project_user', read_only: true }]);
    });

    it('users who are disabled are out at once, and come back', async () => {
      const user = await make('in and out', { assigned_projects: [{ project_id: projectId, role: 'project_user' }] });
      const session = await enter('in and out');
      await lead.call(calls.disable, at(user.id));
      expect((await session.refused(nouns.session.calls.whoami)).code).toBe('user_disabled');
      await expect(enter('in and out')).rejects.toMatchObject({ code: 'user_disabled' });
      expect((await lead.refused(calls.disable, at(user.id))).body.error.data?.reason).toEqual({ code: 'user_is_disabled' });
      const { task_id } = await lead.call(calls.bulkEnable, { params: { domainId }, body: { uuids: [user.id] } });
      await app.ended(lead, task_id);
      await expect(enter('in and out')).resolves.toBeInstanceOf(Client);
      const many = await lead.call(calls.bulkDisable, { params: { domainId }, body: { uuids: [user.id] } });
      expect(await app.ended(lead, many.task_id)).toMatchObject({ state: 'success' });
      expect(await read(user.id)).toMatchObject({ enabled: false });
    });

    it('users whose password an administrator sets sign in with the new one, and sessions of the old one end', async () => {
      const user = await make('forgetful');
      const session = await enter('forgetful');
      const weak = { ...at(user.id), body: { password: 'weak' } };
      expect((await lead.refused(calls.setPassword, weak)).body.error.data?.field_codes).toEqual({ password: [{ code: 'password_weak' }] });
      const { task_id } = await lead.call(calls.setPassword, { ...at(user.id), body: { password: 'Another-1-pass' } });
      expect(JSON.stringify(await app.ended(lead, task_id))).not.toContain('Another-1-pass');
      expect((await session.refused(nouns.session.calls.whoami)).code).toBe('unauthorized');
      await expect(enter('forgetful')).rejects.toMatchObject({ code: 'invalid_credentials' });
      await expect(enter('forgetful', 'Another-1-pass')).resolves.toBeInstanceOf(Client);
    });

    it('users are signed out everywhere by who administers them, and sign in again', async () => {
      const user = await make('signed out');
      const sessions = [await enter('signed out'), await enter('signed out')];
      expect((await lead.raw('DELETE', `/api/v2/domains/${domainId}/users/${user.id}/sessions`)).status).toBe(204);
      for (const session of sessions) expect((await session.refused(nouns.session.calls.whoami)).code).toBe('unauthorized');
      await expect(enter('signed out')).resolves.toBeInstanceOf(Client);
    });

    it('users take no right away from themselves, and stay', async () => {
      const self = await named('acme-admin');
      const reasonOf = async (refused: ReturnType<Client['refused']>) => (await refused).body.error.data?.reason;
      for (const refused of [
        lead.refused(calls.delete, at(self.id)),
        lead.refused(calls.disable, at(self.id)),
        lead.refused(calls.update, { ...at(self.id), body: { role: 'project_member' } }),
        lead.refused(calls.update, { ...at(self.id), body: { domain_permissions: [] } }),
      ])
        expect(await reasonOf(refused)).toEqual({ code: 'user_self' });
      await lead.call(calls.update, { ...at(self.id), body: { role: 'domain_admin', description: 'still here' } });
    });

    it('users who came with the installation keep name, rights and account, also from other administrators', async () => {
      const { id } = await named('admin');
      const inDefault = at(id, 'default');
      const body = { name: 'second', password: PASSWORD, role: 'system_admin' as const };
      await admin.call(calls.create, { params: { domainId: 'default' }, body });
      const second = await signIn(app.nobody.at(app.app.adminUrl), { domain: 'default', username: 'second', password: PASSWORD }, 'own');
      for (const refused of [
        second.refused(calls.delete, inDefault),
        second.refused(calls.disable, inDefault),
        second.refused(calls.update, { ...inDefault, body: { name: 'root' } }),
        second.refused(calls.update, { ...inDefault, body: { role: 'project_member' } }),
        second.refused(calls.setPassword, { ...inDefault, body: { password: PASSWORD } }),
      ])
        expect((await refused).body.error.data?.reason).toEqual({ code: 'user_default_admin' });
      await second.call(calls.update, { ...inDefault, body: { description: 'root of all' } });
    });

    it('users whose rights reach beyond a domain are given and touched by administrators of the system only', async () => {
      const rights = { role: 'system_admin', system_permissions: ['compute'] };
      const make = { params: { domainId }, body: { name: 'climber', password: PASSWORD, ...rights } };
      const codes = { role: [{ code: 'system_only' }], system_permissions: [{ code: 'system_only' }] };
      expect((await lead.refused(calls.create, make as never)).body.error.data?.field_codes).toEqual(codes);
      const { id } = await admin.call(calls.create, make as never);
      for (const refused of [
        lead.refused(calls.setPassword, { ...at(id!), body: { password: PASSWORD } }),
        lead.refused(calls.delete, at(id!)),
        lead.refused(calls.endSessions, at(id!)),
        lead.refused(calls.unlock, at(id!)),
      ])
        expect((await refused).body.error.data?.reason).toEqual({ code: 'user_of_system' });
      await admin.call(calls.delete, at(id!));
    });

    it('users of other domains are out of reach, by whichever address', async () => {
      const globex = await named('globex-member');
      expect((await lead.refused(calls.read, at(globex.id, globex.domain_id))).code).toBe('forbidden');
      expect((await lead.refused(calls.read, at(globex.id))).code).toBe('not_found');
      expect((await lead.refused(known.read, { params: { userId: globex.id } })).code).toBe('not_found');
      expect((await admin.refused(calls.read, at(globex.id))).code).toBe('not_found');
      expect((await lead.refused(calls.create, { params: { domainId: 'default' }, body: { name: 'x', password: PASSWORD } })).code).toBe(
        'forbidden',
      );
      const { task_id } = await admin.call(calls.bulkDelete, { params: { domainId }, body: { uuids: [globex.id] } });
      expect(await app.ended(admin, task_id)).toMatchObject({ state: 'failed' });
      expect(await admin.call(known.read, { params: { userId: globex.id } })).toMatchObject({ name: 'globex-member' });
      const domains = (await admin.call(known.list, { query: { domain_id: globex.domain_id } })).data.map((one) => one.domain_id);
      expect(new Set(domains)).toEqual(new Set([globex.domain_id]));
    });
  });

/** A new user. */
const made = async ({ make, name, domain, system }: Stage, more: object = {}) => ({
  id: await make(`/domains/${domain}/users`, { name: name(), password: PASSWORD, ...more }, system),
});
const one = (stage: Stage) => made(stage);

export const users: Specimen = {
  fuzz: { byChance: ['endSessions'], ends: ['endSessions'], ofOwners: ['update', 'delete', 'assign'] },
  owner: 'domain',
  asked: {
    update: { ready: one },
    delete: { ready: one },
    bulkDelete: { ready: one },
    enable: { ready: (stage) => made(stage, { enabled: false }) },
    disable: { ready: one },
    setPassword: { ready: one },
    endSessions: { ready: one },
    assign: {
      async ready(stage) {
        const project_id = await stage.make(`/domains/${stage.domain}/projects`, { name: stage.name() }, stage.system);
        return { ...(await made(stage)), body: { project_id, role: 'project_user' } };
      },
    },
  },
  calls: {
    readDomain: [
      'list',
      'create',
      'read',
      'update',
      'delete',
      'bulkDelete',
      'enable',
      'disable',
      'bulkEnable',
      'bulkDisable',
      'setPassword',
      'assign',
      'unlock',
      'endSessions',
    ],
  },
  life: (running) => void life(running),
};

export const knownUsers: Specimen = { calls: { readDomain: ['list', 'read'] } };
