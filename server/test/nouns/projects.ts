import { beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Project } from '@gantry/contract/nouns/projects/entity';
import { isEnabled } from '@gantry/contract/nouns/projects/rules';
import { AUTH_TOKEN_HEADER } from '@gantry/contract/wire/headers';
import { signIn, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { ingredients } from '../support/ingredients.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.projects;
const known = nouns.computeProjects.calls;

/** Projects over HTTP, told of the sample's domain acme. */
const life = (running: () => TestApp): unknown =>
  describe('projects', () => {
    let app: TestApp;
    let lead: Client;
    let domainId: string;
    beforeAll(async () => {
      app = running();
      lead = await app.as('acme-admin', 'own');
      domainId = (await lead.call(nouns.session.calls.whoami)).domain_id;
    });

    const at = (projectId: string) => ({ params: { domainId, projectId } });
    const read = (projectId: string): Promise<Project> => lead.call(calls.read, at(projectId));
    const make = async (name: string, more: object = {}): Promise<Project> =>
      read((await lead.call(calls.create, { params: { domainId }, body: { name, ...more } })).id!);
    const count = async (): Promise<number> => (await lead.call(calls.list, { params: { domainId }, query: { with_count: true } })).count!;
    /** A session of the domain's administrator in a project. */
    const inside = async (projectId: string): Promise<Client> => {
      const { token } = await lead.call(nouns.session.calls.enterProject, { params: { projectId } });
      return lead.with({ [AUTH_TOKEN_HEADER]: token });
    };

    /** Whether somebody is still let in. */
    const statusOf = async (client: Client): Promise<number> => (await client.reply(nouns.securityGroups.calls.list)).status;
    const codeOf = async (projectId: string): Promise<string> => (await lead.refused(calls.read, at(projectId))).code;

    it('projects are made, read and changed in their domain, and can be worked in at once [api.domain-projects]', async () => {
      const before = await count();
      const project = await make('shop', { description: 'Web shop' });
      expect(project).toMatchObject({
        name: 'shop',
        description: 'Web shop',
        enabled: true,
        domain_id: domainId,
        members_count: 0,
        tags: [],
      });
      expect(await count()).toBe(before + 1);
      const same = await lead.call(known.read, { params: { projectId: project.id } });
      expect(same).toEqual(project);
      const groups = await (await inside(project.id)).call(nouns.securityGroups.calls.list);
      expect(groups.data.map(({ name }) => name)).toEqual(['default']);
      await lead.call(calls.update, { ...at(project.id), body: { description: 'Closed' } });
      expect(await read(project.id)).toEqual({ ...project, description: 'Closed', revision: project.revision + 1 });
    });

    it('projects list their members, with the fields that stand in the specification [api.project-users, project.fields]', async () => {
      const project = await make('crew', { description: 'Who is there' });
      const { id: userId } = await lead.call(nouns.users.calls.create, {
        params: { domainId },
        body: {
          name: 'of the crew',
          password: 'correct horse battery 9',
          assigned_projects: [{ project_id: project.id, role: 'project_user' }],
        },
      });
      await lead.call(nouns.users.calls.create, { params: { domainId }, body: { name: 'not of it', password: 'correct horse battery 9' } });
      const { data, count } = await lead.call(calls.users, { ...at(project.id), query: { with_count: true } });
      expect([data.map(({ id, name }) => [id, name]), count]).toEqual([[[userId, 'of the crew']], 1]);
      expect((await lead.refused(calls.users, at('no-such-project'))).code).toBe('not_found');
      const reply = await lead.call(calls.read, at(project.id));
      const fields = ['id', 'name', 'description', 'enabled', 'domain_id', 'members_count', 'tags', 'created_at'];
      expect(Object.keys(reply)).toEqual(expect.arrayContaining(fields));
      expect(reply).toMatchObject({ name: 'crew', members_count: 1, other_members: [], tags: [], domain_id: domainId });
      expect(isEnabled(reply)).toBe(true);
      await lead.call(calls.update, { ...at(project.id), body: { enabled: false } });
      expect(isEnabled(await read(project.id))).toBe(false);
    });

    it('projects of a domain have names of their own', async () => {
      const [one] = [await make('twin'), await make('other twin')];
      const again = await lead.refused(calls.create, { params: { domainId }, body: { name: 'twin' } });
      expect([again.code, again.body.error.data?.field_codes]).toEqual(['name_taken', { name: [{ code: 'project_name_taken' }] }]);
      expect((await lead.refused(calls.update, { ...at(one.id), body: { name: 'other twin' } })).code).toBe('name_taken');
      await make('caf\u00e9');
      // The same letters, each mark apart.
      expect((await lead.refused(calls.create, { params: { domainId }, body: { name: 'cafe\u0301' } })).code).toBe('name_taken');
      await lead.call(calls.update, { ...at(one.id), body: { name: 'twin', description: 'same name' } });
    });

    it('projects that hold something are kept, and say what of', async () => {
      const project = await make('in use');
      const client = await inside(project.id);
      await client.call(nouns.networks.calls.createPrivate, { body: { name: 'net', subnet: { cidr: '10.77.0.0/24' } } });
      const refusal = await lead.refused(calls.delete, at(project.id));
      expect([refusal.status, refusal.body.error.data?.reason]).toEqual([
        409,
        { code: 'project_not_empty', params: { left: 'network:1' } },
      ]);
      await expect(read(project.id)).resolves.toMatchObject({ name: 'in use' });
    });

    it('projects that hold a security group of their own are kept; the default one goes with them', async () => {
      const project = await make('guarded');
      const client = await inside(project.id);
      const { id: groupId } = await client.call(nouns.securityGroups.calls.create, { body: { name: 'web' } });
      const refusal = await lead.refused(calls.delete, at(project.id));
      expect([refusal.status, refusal.body.error.data?.reason]).toEqual([
        409,
        { code: 'project_not_empty', params: { left: 'security_group:1' } },
      ]);
      await client.call(nouns.securityGroups.calls.delete, { params: { groupId: groupId! } });
      await lead.call(calls.delete, at(project.id));
      expect(await codeOf(project.id)).toBe('not_found');
      const all = await (await app.as('admin', 'own')).call(nouns.securityGroups.calls.list, { query: { project_id: project.id } });
      expect(all.data).toEqual([]);
    });

    it('projects are deleted several at once, each with a result, and who was in one is out [api.projects-bulk-delete]', async () => {
      const [one, two] = [await make('gone 1'), await make('gone 2')];
      const held = (await lead.call(calls.list, { params: { domainId }, query: { name: 'acme-prod' } })).data[0]!;
      const client = await inside(one.id);
      const before = await count();
      const { task_id } = await lead.call(calls.bulkDelete, { params: { domainId }, body: { uuids: [one.id, two.id, held.id, 'none'] } });
      const { items } = await app.ended(lead, task_id);
      expect(items.map(({ id, state, error }) => [id, state, error?.reason?.code ?? error?.code])).toEqual([
        [one.id, 'success', undefined],
        [two.id, 'success', undefined],
        [held.id, 'failed', 'project_not_empty'],
        ['none', 'failed', 'not_found'],
      ]);
      expect(await count()).toBe(before - 2);
      for (const { id } of [one, two]) expect(await codeOf(id)).toBe('not_found');
      await expect.poll(() => statusOf(client)).toBe(401);
    });

    it('projects that are disabled let nobody in, and go on as they were when they are enabled again', async () => {
      const project = await make('closed');
      const client = await inside(project.id);
      await lead.call(calls.update, { ...at(project.id), body: { enabled: false } });
      await expect.poll(() => statusOf(client)).toBe(401);
      expect((await lead.refused(nouns.session.calls.enterProject, { params: { projectId: project.id } })).code).toBe('forbidden');
      await lead.call(calls.update, { ...at(project.id), body: { enabled: true } });
      await expect(inside(project.id)).resolves.toBeDefined();
    });

    it('projects have limits that are kept to at once, and may be below what is used [choice.quota-fields]', async () => {
      const project = await make('limited');
      const client = await inside(project.id);
      const params = { params: { projectId: project.id } };
      const limits = { networks: 1, routers: -1, cores: 0, storage_policies: [{ name: 'default', limit: 7 }] };
      await lead.call(nouns.quotas.calls.update, { ...params, body: limits });
      const quota = await lead.call(nouns.quotas.calls.read, { ...params, query: { usage: true } });
      expect([quota.networks, quota.routers, quota.cores.limit, quota.volumes.limit]).toEqual([
        { limit: 1, used: 0 },
        { limit: -1, used: 0 },
        0,
        40,
      ]);
      expect(quota.storage_policies.find(({ name }) => name === 'default')).toMatchObject({ limit: 7 });
      const net = (name: string, cidr: string) => ({ body: { name, subnet: { cidr } } });
      await client.call(nouns.networks.calls.createPrivate, net('one', '10.78.0.0/24'));
      const second = await client.refused(nouns.networks.calls.createPrivate, net('two', '10.79.0.0/24'));
      expect([second.code, second.body.error.data?.params]).toEqual(['quota_exceeded', { resource: 'networks' }]);
      const server = { ...(await ingredients(client)), name: 'too much' };
      expect((await client.refused(nouns.servers.calls.create, { body: server })).code).toBe('quota_exceeded');
      await lead.call(nouns.quotas.calls.update, { ...params, body: { networks: 0 } });
      expect((await lead.call(nouns.quotas.calls.read, { ...params, query: { usage: true } })).networks).toEqual({ limit: 0, used: 1 });
      const unknown = { ...params, body: { storage_policies: [{ name: 'no such', limit: 1 }] } };
      expect((await lead.refused(nouns.quotas.calls.update, unknown)).status).toBe(400);
    });

    it('projects tell whoever leads them who works there, as what and by which groups, and nobody else', async () => {
      const project = await make('team');
      const { users, groups } = nouns;
      const person = async (name: string, role?: 'project_admin' | 'project_user', more: object = {}): Promise<string> => {
        const assigned_projects = role ? [{ project_id: project.id, role }] : [];
        const body = { name: `team-${name}`, password: 'correct horse battery 9', assigned_projects, ...more };
        return (await lead.call(users.calls.create, { params: { domainId }, body })).id!;
      };
      const [boss, plain, both, byGroup] = [
        await person('boss', 'project_admin'),
        await person('plain', 'project_user'),
        await person('both', 'project_user'),
        await person('group'),
      ];
      await person('none');
      const group = await lead.call(groups.calls.create, {
        params: { domainId },
        body: { name: 'team-leads', assigned_projects: [{ project_id: project.id, role: 'project_admin' }] },
      });
      await lead.call(groups.calls.addUsers, { params: { domainId, groupId: group.id! }, body: { uuids: [both, byGroup] } });
      const second = await lead.call(groups.calls.create, {
        params: { domainId },
        body: { name: 'team-watchers', assigned_projects: [{ project_id: project.id, role: 'project_user' }] },
      });
      const watcher = await person('watcher');
      await lead.call(groups.calls.addUsers, { params: { domainId, groupId: second.id! }, body: { uuids: [watcher] } });
      const own = { enabled: true, from: 'domain', cloud_roles: [] };
      const expected = [
        { id: boss, name: 'team-boss', ...own, role: 'project_admin', read_only: false, groups: [] },
        { id: both, name: 'team-both', ...own, role: 'project_admin', read_only: false, groups: ['team-leads'] },
        { id: byGroup, name: 'team-group', ...own, role: 'project_admin', read_only: false, groups: ['team-leads'] },
        { id: plain, name: 'team-plain', ...own, role: 'project_user', read_only: false, groups: [] },
        { id: watcher, name: 'team-watcher', ...own, role: 'project_user', read_only: false, groups: ['team-watchers'] },
      ];
      const asked = { params: { projectId: project.id } };
      const login = (username: string) => signIn(app.nobody, { domain: 'acme', username, password: 'correct horse battery 9' }, 'team');
      expect((await lead.call(known.members, asked)).data).toEqual(expected);
      expect((await (await login('team-boss')).call(known.members, asked)).data).toEqual(expected);
      expect((await (await login('team-plain')).refused(known.members, asked)).code).toBe('forbidden');
      const elsewhere = await app.as('acme-lead', 'acme-prod');
      expect((await elsewhere.refused(known.members, asked)).code).toBe('not_found');
      const viewer = { project_id: project.id, role: 'project_user' as const, read_only: true };
      await lead.call(users.calls.assign, { params: { domainId, userId: plain }, body: viewer });
      expect((await lead.call(known.members, asked)).data[3]).toMatchObject({ name: 'team-plain', read_only: true });
    });

    it('projects of another domain are refused to a domain’s administrator, and its own project to whoever leads one', async () => {
      const globex = (await (await app.as('admin', 'own')).call(nouns.domains.calls.list, { query: { name: 'globex' } })).data[0]!.id;
      expect((await lead.refused(calls.create, { params: { domainId: globex }, body: { name: 'mine' } })).code).toBe('forbidden');
      const leader = await app.as('acme-lead', 'acme-prod');
      expect((await leader.refused(calls.create, { params: { domainId }, body: { name: 'mine' } })).code).toBe('forbidden');
    });
  });

const one = async ({ make, name, domain, system }: Stage) => ({ id: await make(`/domains/${domain}/projects`, { name: name() }, system) });

export const projects: Specimen = {
  calls: { readDomain: ['list', 'read', 'create', 'update', 'delete', 'bulkDelete', 'users'] },
  asked: { update: { ready: one }, delete: { ready: one }, bulkDelete: { ready: one } },
  owner: 'domain',
  life,
};

export const computeProjects: Specimen = {
  calls: { readDomain: ['list', 'read'], readLead: ['members'] },
};
