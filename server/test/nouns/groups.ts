import { beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { signIn, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.groups;
const users = nouns.users.calls;

const PASSWORD = 'correct horse battery 9';

/** Groups over HTTP, told of the sample's domain acme. */
const life = (running: () => TestApp): unknown =>
  describe('groups', () => {
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

    const at = (groupId: string) => ({ params: { domainId, groupId } });
    const make = async (name: string, more: object = {}): Promise<string> => {
      const { id } = await lead.call(calls.create, { params: { domainId }, body: { name, ...more } });
      return id!;
    };
    const person = async (name: string): Promise<string> => {
      const { id } = await lead.call(users.create, { params: { domainId }, body: { name, password: PASSWORD } });
      return id!;
    };
    const enter = (username: string) => signIn(app.nobody, { domain: 'acme', username, password: PASSWORD }, 'none');

    it('groups of a domain come in one response, with what they give [api.groups, group.fields]', async () => {
      const made = [await make('many 1', { description: 'first' }), await make('many 2')];
      const { data, count } = await lead.call(calls.list, { params: { domainId }, query: { with_count: true } });
      expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
      expect(count).toBe(data.length);
      const fields = 'domain_id description role assigned_projects domain_permissions system_permissions members_count created_at';
      for (const one of data) expect(Object.keys(one)).toEqual(expect.arrayContaining(fields.split(' ')));
      const read = await lead.call(calls.read, at(made[0]!));
      expect(read).toMatchObject({ name: 'many 1', description: 'first', domain_id: domainId, members_count: 0, role: 'project_member' });
      expect(await lead.refused(calls.list, { params: { domainId: 'default' } })).toMatchObject({ code: 'forbidden' });
    });

    it('groups take users in and let them go, and users tell their groups [api.group-users, api.group-users-post, api.group-users-delete, api.user-groups, group.member-fields]', async () => {
      const [group, one, two] = [await make('in and out'), await person('joins 1'), await person('joins 2')];
      await lead.call(calls.addUsers, { ...at(group), body: { uuids: [one, two] } });
      await lead.call(calls.addUsers, { ...at(group), body: { uuids: [one] } });
      const members = async () => (await lead.call(calls.users, at(group))).data;
      expect((await members()).map(({ id }) => id)).toEqual([one, two]);
      for (const member of await members())
        expect(Object.keys(member).toSorted()).toEqual(['description', 'email', 'id', 'identity_provider', 'name', 'role']);
      expect(await lead.call(calls.read, at(group))).toMatchObject({ members_count: 2 });
      const mine = async (userId: string) => (await lead.call(calls.ofUser, { params: { domainId, userId } })).data;
      expect((await mine(one)).map(({ id }) => id)).toEqual([group]);
      await lead.call(calls.removeUsers, { ...at(group), body: { uuids: [one] } });
      expect([await mine(one), (await members()).map(({ id }) => id)]).toEqual([[], [two]]);
      await lead.call(users.delete, { params: { domainId, userId: two } });
      expect([await members(), (await lead.call(calls.read, at(group))).members_count]).toEqual([[], 0]);
    });

    it('groups give to each of their users what they have, until either is gone', async () => {
      const [group, member] = [await make('workers'), await person('worker')];
      const projects = async () => (await (await enter('worker')).call(nouns.session.calls.projects)).data;
      await lead.call(calls.addUsers, { ...at(group), body: { uuids: [member] } });
      expect(await projects()).toEqual([]);
      await lead.call(calls.assign, { ...at(group), body: { project_id: projectId, role: 'project_user' } });
      expect(await projects()).toMatchObject([{ id: projectId, role: 'project_user' }]);
      await lead.call(users.assign, { params: { domainId, userId: member }, body: { project_id: projectId, role: 'project_admin' } });
      expect(await projects()).toMatchObject([{ role: 'project_admin' }]);
      await lead.call(users.assign, { params: { domainId, userId: member }, body: { project_id: projectId, role: null } });
      expect(await projects()).toMatchObject([{ role: 'project_user' }]);
      await lead.call(calls.update, { ...at(group), body: { role: 'domain_admin' } });
      expect((await (await enter('worker')).call(nouns.session.calls.whoami)).roles).toEqual([{ id: 'domain_admin' }]);
      await lead.call(calls.delete, at(group));
      expect(await projects()).toEqual([]);
      expect((await lead.call(users.read, { params: { domainId, userId: member } })).group_ids).toEqual([]);
    });

    it('groups have names of their own, and what reaches beyond a domain comes from administrators of the system', async () => {
      const group = await make('Named');
      const again = { params: { domainId }, body: { name: 'NAMED' } };
      expect((await lead.refused(calls.create, again)).body.error.data?.field_codes).toEqual({ name: [{ code: 'group_name_taken' }] });
      await lead.call(calls.update, { ...at(group), body: { name: 'other', description: 'now' } });
      await make('named');
      const system = { ...at(group), body: { system_permissions: ['compute' as const] } };
      expect((await lead.refused(calls.update, system)).body.error.data?.field_codes).toEqual({
        system_permissions: [{ code: 'system_only' }],
      });
      await admin.call(calls.update, system);
      expect((await lead.refused(calls.delete, at(group))).body.error.data?.reason).toEqual({ code: 'user_of_system' });
    });

    it('groups keep whoever is in them from taking rights away from themselves', async () => {
      const self = (await lead.call(nouns.session.calls.whoami)).id;
      const group = await make('own', { role: 'domain_admin' });
      await lead.call(calls.addUsers, { ...at(group), body: { uuids: [self] } });
      for (const refused of [
        lead.refused(calls.delete, at(group)),
        lead.refused(calls.removeUsers, { ...at(group), body: { uuids: [self] } }),
        lead.refused(calls.update, { ...at(group), body: { role: 'project_member' } }),
      ])
        expect((await refused).body.error.data?.reason).toEqual({ code: 'user_self' });
      const { task_id } = await admin.call(calls.bulkDelete, { params: { domainId }, body: { uuids: [group] } });
      expect(await app.ended(admin, task_id)).toMatchObject({ state: 'success' });
      expect((await lead.refused(calls.read, at(group))).code).toBe('not_found');
    });
  });

/** A new group of a new user. */
async function full({ make, done, name, domain, system }: Stage) {
  const at = `/domains/${domain}`;
  const id = await make(`${at}/groups`, { name: name() }, system);
  const uuids = [await make(`${at}/users`, { name: name(), password: PASSWORD }, system)];
  await done('POST', `${at}/groups/${id}/users/`, { uuids }, system);
  return { id, body: { uuids } };
}
const empty = async ({ make, name, domain, system }: Stage) => ({ id: await make(`/domains/${domain}/groups`, { name: name() }, system) });

export const groups: Specimen = {
  fuzz: { ofOwners: ['update', 'delete', 'assign', 'removeUsers'] },
  owner: 'domain',
  asked: {
    delete: { ready: empty },
    bulkDelete: { ready: empty },
    addUsers: { ready: async (stage) => ({ ...(await empty(stage)), body: (await full(stage)).body }) },
    removeUsers: { ready: full },
    assign: {
      async ready(stage) {
        const project_id = await stage.make(`/domains/${stage.domain}/projects`, { name: stage.name() }, stage.system);
        return { ...(await empty(stage)), body: { project_id, role: 'project_user' } };
      },
    },
  },
  calls: {
    readDomain: ['list', 'create', 'read', 'update', 'delete', 'bulkDelete', 'assign', 'users', 'addUsers', 'removeUsers', 'ofUser'],
  },
  document: { system_permissions: [] },
  life: (running) => void life(running),
};

export const knownGroups: Specimen = { calls: { readDomain: ['list', 'read'] } };
