/** An administrator of a domain makes a project, a user, a group and a quota; the user signs in and reaches exactly the quota. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import { SESSION_HEADER, AUTH_TOKEN_HEADER } from '@gantry/contract/wire/headers';
import type { Client } from '../../support/client.ts';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { projects, users, groups, quotas, volumes, domains, flavors, networks, servers, session } = nouns;
const PASSWORD = 'correct horse battery 9';
/** What is not told by commands of one's own is seen when the cloud is swept again, or asked. */
const SOON = { timeout: 120_000, interval: 250 };

/** Adds the steps. What they make is gone afterwards. */
export function peopleSteps(life: Life): void {
  const { step } = life;
  const name = `scenario ${Date.now()}`;
  const lead = () => life.stand().visitor('domain_admin');
  const domainId = async () => (await lead()).user.domain_id;
  const at = async () => ({ params: { domainId: await domainId() } });
  let [projectId, userId, groupId, volumeId] = ['', '', '', ''];
  const user = async () => ({ params: { domainId: await domainId(), userId } });
  const group = async () => ({ params: { domainId: await domainId(), groupId } });
  const project = async () => ({ params: { domainId: await domainId(), projectId } });
  const done = async (work: (client: Client) => Promise<{ task_id: string; id: string | null }>): Promise<string> => {
    const by = await lead();
    return doneOf(life)(work(by.client), by);
  };
  /** The user in the project, as the own page does it. */
  const enter = async (): Promise<Client> => {
    const { domain } = life.stand().cloud.users.domain_admin;
    const nobody = life.tenant().client.unscoped();
    const { token } = await nobody.call(session.calls.login, { body: { domain, username: name, password: PASSWORD } });
    const signedIn = nobody.with({ [SESSION_HEADER]: token ?? '' });
    const entered = await signedIn.call(session.calls.enterProject, { params: { projectId } });
    return signedIn.with({ [AUTH_TOKEN_HEADER]: entered.token });
  };

  step('an administrator of a domain makes a project', 'project.create', async () => {
    const body = { name, description: 'made by the scenario suite' };
    const place = await at();
    projectId = await done((client) => client.call(projects.calls.create, { ...place, body }));
    const { client } = await lead();
    expect(await client.call(projects.calls.read, await project())).toMatchObject({
      ...body,
      enabled: true,
      members_count: 0,
      domain_id: place.params.domainId,
    });
    const twice = await client.refused(projects.calls.create, { ...place, body });
    expect(twice).toMatchObject({ status: 409, code: 'name_taken' });
    expect(twice.body.error.data?.field_codes).toEqual({ name: [{ code: 'project_name_taken' }] });
  });

  step('an administrator of a domain makes a user, who is assigned to a project', 'user.create', async () => {
    const place = await at();
    const assigned = [{ project_id: projectId, role: 'project_user' as const }];
    const body = { name, password: PASSWORD, email: 'scenario@example.com', assigned_projects: assigned };
    userId = await done((client) => client.call(users.calls.create, { ...place, body }));
    const { client } = await lead();
    expect(await client.call(users.calls.read, await user())).toMatchObject({
      name,
      email: 'scenario@example.com',
      enabled: true,
      role: 'project_member',
      assigned_projects: [{ project_id: projectId, role: 'project_user', read_only: false }],
    });
    expect(await client.call(projects.calls.read, await project())).toMatchObject({ members_count: 1 });
    const twice = await client.refused(users.calls.create, { ...place, body });
    expect(twice.body.error.data?.field_codes).toEqual({ name: [{ code: 'user_name_taken' }] });
  });

  step('the project may have one volume, and the user makes one and no second', 'project.setQuota', async () => {
    const limits = { volumes: 1, cores: 3, networks: 2 };
    await done((client) => client.call(quotas.calls.update, { params: { projectId }, body: limits }));
    const read = await (await lead()).client.call(quotas.calls.read, { params: { projectId }, query: { usage: true } });
    expect(read).toMatchObject({ volumes: { limit: 1, used: 0 }, cores: { limit: 3, used: 0 }, networks: { limit: 2 } });
    const own = await enter();
    const made = await own.call(volumes.calls.create, { body: { name, size: 1 } });
    volumeId = made.id!;
    await expect.poll(async () => (await own.call(volumes.calls.read, { params: { volumeId } })).status, SOON).toBe('available');
    const refusal = await own.refused(volumes.calls.create, { body: { name: 'one too many', size: 1 } });
    expect(refusal).toMatchObject({ status: 409, code: 'quota_exceeded' });
  });

  step(
    'the project may have one network and the processors of one server, and the user reaches exactly that',
    'project.setQuota',
    async () => {
      const own = await enter();
      const { flavor_id, image_id } = life.ingredients();
      const { vcpus } = await own.call(flavors.calls.read, { params: { flavorId: flavor_id } });
      await done((client) => client.call(quotas.calls.update, { params: { projectId }, body: { volumes: -1, networks: 1, cores: vcpus } }));
      const usedUp = { status: 409, code: 'quota_exceeded' };
      const network = { name, subnets: [{ cidr: '10.68.0.0/24' }] };
      const networkId = (await own.call(networks.calls.createPrivate, { body: network })).id!;
      const status = async () => (await own.call(networks.calls.read, { params: { networkId } })).subnets.length;
      await expect.poll(status, SOON).toBe(1);
      expect(await own.refused(networks.calls.createPrivate, { body: { ...network, name: 'one too many' } })).toMatchObject(usedUp);
      const server = { flavor_id, image_id, network_ids: [networkId] };
      const serverId = (await own.call(servers.calls.create, { body: { ...server, name } })).id!;
      await expect.poll(async () => (await own.call(servers.calls.read, { params: { serverId } })).status, SOON).toBe('ACTIVE');
      expect(await own.refused(servers.calls.create, { body: { ...server, name: 'one too many' } })).toMatchObject(usedUp);
      const read = await (await lead()).client.call(quotas.calls.read, { params: { projectId }, query: { usage: true } });
      expect(read).toMatchObject({ networks: { limit: 1, used: 1 }, cores: { limit: vcpus, used: vcpus }, instances: { used: 1 } });
      await own.call(servers.calls.delete, { params: { serverId } });
      await expect.poll(async () => (await own.call(servers.calls.list, { query: {} })).data, SOON).toEqual([]);
      await own.call(networks.calls.delete, { params: { kind: 'private', networkId } });
      const left = async () => (await own.call(networks.calls.list, { query: {} })).data.filter(({ id }) => id === networkId);
      await expect.poll(left, SOON).toEqual([]);
      return `${vcpus} processors`;
    },
  );

  step('a project that holds something is not deleted, and says what it is', 'project.delete', async () => {
    const refusal = await (await lead()).client.refused(projects.calls.delete, await project());
    expect([refusal.status, refusal.body.error.data?.reason]).toEqual([409, { code: 'project_not_empty', params: { left: 'volume:1' } }]);
    await (await enter()).call(volumes.calls.delete, { params: { volumeId } });
    await expect.poll(async () => (await (await enter()).call(volumes.calls.list, { query: {} })).data, SOON).toEqual([]);
  });

  step('a group gives to its users what it has, until they leave it', 'group.create', async () => {
    const place = await at();
    groupId = await done((client) =>
      client.call(groups.calls.create, { ...place, body: { name, assigned_projects: [{ project_id: projectId, role: 'project_admin' }] } }),
    );
    const [one, members] = [await group(), { uuids: [userId] }];
    await done((client) => client.call(groups.calls.addUsers, { ...one, body: members }));
    const { client } = await lead();
    expect(await client.call(groups.calls.read, one)).toMatchObject({ members_count: 1 });
    expect((await client.call(groups.calls.users, one)).data.map(({ id }) => id)).toEqual([userId]);
    const role = async () => (await (await enter()).call(session.calls.projects)).data.map((each) => each.role);
    await expect.poll(role, SOON).toEqual(['project_admin']);
    await done((by) => by.call(groups.calls.removeUsers, { ...one, body: members }));
    await expect.poll(role, SOON).toEqual(['project_user']);
  });

  step('a user who is disabled is out at once, and comes back with a new password', 'user.disable', async () => {
    const one = await user();
    const own = await enter();
    await done((client) => client.call(users.calls.disable, one));
    await expect.poll(async () => (await own.raw('GET', session.calls.whoami.path)).status, SOON).not.toBe(200);
    await done((client) => client.call(users.calls.enable, one));
    await done((client) => client.call(users.calls.setPassword, { ...one, body: { password: PASSWORD } }));
    await expect.poll(async () => (await (await enter()).call(session.calls.projects)).data.length, SOON).toBe(1);
  });

  step('an assignment ends, and the project is closed to the user', 'user.assign', async () => {
    const one = await user();
    await done((client) => client.call(users.calls.assign, { ...one, body: { project_id: projectId, role: null } }));
    expect(await (await lead()).client.call(users.calls.read, one)).toMatchObject({ assigned_projects: [] });
    await expect(enter()).rejects.toMatchObject({ code: 'not_found' });
  });

  step('an administrator of a domain stays inside that domain', 'user.create', async () => {
    const { client } = await lead();
    const { id: outsider, domain_id: foreign } = (await life.stand().visitor('outsider')).user;
    const theirs = { params: { ...(await at()).params, userId: outsider } };
    expect(await client.refused(users.calls.read, theirs)).toMatchObject({ status: 404, code: 'not_found' });
    const body = { name, password: PASSWORD };
    const abroad = await client.refused(users.calls.create, { params: { domainId: foreign }, body });
    expect(abroad).toMatchObject({ status: 403, code: 'forbidden' });
    // The call is there on the administration side only, where it is not theirs.
    expect(await client.refused(domains.calls.create, { body: { name } })).toMatchObject({ status: 404, code: 'not_found' });
    const there = client.at(life.stand().app.adminUrl);
    expect(await there.refused(domains.calls.create, { body: { name } })).toMatchObject({ status: 403, code: 'forbidden' });
    const climbing = await client.refused(users.calls.create, {
      ...(await at()),
      body: { ...body, name: `${name} 2`, role: 'system_admin' },
    });
    expect(climbing.body.error.data?.field_codes).toEqual({ role: [{ code: 'system_only' }] });
  });

  step('a domain is made, and deleted once it has no projects', 'domain.create', async () => {
    const admin = await life.stand().visitor('system_admin');
    const ended = doneOf(life);
    const id = await ended(admin.client.call(domains.calls.create, { body: { name } }), admin);
    const made = await ended(admin.client.call(projects.calls.create, { params: { domainId: id }, body: { name } }), admin);
    const refusal = await admin.client.refused(domains.calls.delete, { params: { domainId: id } });
    expect(refusal.body.error.data?.reason).toEqual({ code: 'domain_has_projects', params: { count: 1 } });
    await ended(admin.client.call(projects.calls.delete, { params: { domainId: id, projectId: made } }), admin);
    await ended(admin.client.call(domains.calls.delete, { params: { domainId: id } }), admin);
    expect(await admin.client.refused(domains.calls.read, { params: { domainId: id } })).toMatchObject({ status: 404 });
  });

  step('user, group and project are deleted, and gone', 'project.delete', async () => {
    const [one, several, whole] = [await user(), await group(), await project()];
    await done((client) => client.call(users.calls.delete, one));
    await done((client) => client.call(groups.calls.delete, several));
    await done((client) => client.call(projects.calls.delete, whole));
    const { client } = await lead();
    expect(await client.refused(users.calls.read, one)).toMatchObject({ status: 404 });
    expect(await client.refused(groups.calls.read, several)).toMatchObject({ status: 404 });
    expect(await client.refused(projects.calls.read, whole)).toMatchObject({ status: 404 });
  });
}
