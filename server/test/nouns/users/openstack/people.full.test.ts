/** Projects, users, groups, domains and quotas of a cloud, over HTTP: what their services refuse, what others change, and what stays whole. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import type { Client } from '../../../support/client.ts';
import { refusal } from '../../../../src/engines/openstack/client/errors.ts';
import { meaningOfRefusal } from '../../../../src/engines/openstack/commands/keystone.ts';
import type { Stand, Visitor } from '../../../scenarios/support/stand.ts';
import { openReplayedStand } from '../../../engines/openstack/support/replayed-stand.ts';

const { projects, users, groups, domains, quotas } = nouns;
const PASSWORD = 'correct horse battery 9';
const SOON = { timeout: 20_000, interval: 50 };

const replay = new Replay({ ...DEFAULTS, servers: 10, projects: 2, boot: 50, act: 50 });
let stand: Stand;
let close: () => Promise<void>;
let lead: Visitor;
let operator: Visitor;
let url = '';
let made = 0;

beforeAll(async () => {
  ({ stand, url, close } = await openReplayedStand('people', replay, { identity: 0.5 }));
  [lead, operator] = [await stand.visitor('domain_admin'), await stand.visitor('system_admin')];
}, 60_000);
afterAll(() => close());

const name = (what: string): string => `${what} ${++made}`;
const at = <P extends object>(more: P) => ({ params: { domainId: lead.user.domain_id, ...more } });
const ended = async (accepted: Promise<{ task_id: string; id: string | null }>, by = lead): Promise<string> => {
  const { task_id: taskId, id } = await accepted;
  expect(await stand.ended(by, taskId)).toMatchObject({ state: 'success', error: null });
  return id!;
};
const person = (more: object = {}, client: Client = lead.client): Promise<string> =>
  ended(client.call(users.calls.create, { ...at({}), body: { name: name('zoe'), password: PASSWORD, ...more } }));
const project = (): Promise<string> => ended(lead.client.call(projects.calls.create, { ...at({}), body: { name: name('shop') } }));
const user = (userId: string) => lead.client.call(users.calls.read, at({ userId }));
/** Somebody else than Gantry changes something. */
async function elsewhere(method: string, path: string, body?: object): Promise<unknown> {
  const { username, password } = stand.cloud.users.system_admin;
  const identity = { methods: ['password'], password: { user: { name: username, password, domain: { name: 'Default' } } } };
  const scope = { project: { name: 'admin', domain: { name: 'Default' } } };
  const signIn = await fetch(`${url}/identity/v3/auth/tokens`, { method: 'POST', body: JSON.stringify({ auth: { identity, scope } }) });
  const headers = { 'x-auth-token': signIn.headers.get('x-subject-token')! };
  const answer = await fetch(`${url}/identity/v3${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.status).toBeLessThan(300);
  return answer.status === 204 ? undefined : answer.json();
}
const reasonOf = async (refused: ReturnType<Client['refused']>) => (await refused).body.error.data?.reason;
const codesOf = async (refused: ReturnType<Client['refused']>) => (await refused).body.error.data?.field_codes;
const { people } = replay.cloud;
const rolesOf = (userId: string, where: { project: string } | { domain: string }): string[] =>
  ('project' in where ? people.rolesIn(userId, 'project', where.project) : people.rolesIn(userId, 'domain', where.domain)).map(
    (role) => role.name,
  );

describe('people of a cloud', () => {
  it('users have Keystone’s roles by the configured table, and give up the role that they change from', async () => {
    const [userId, projectId] = [await person(), await project()];
    const assign = (role: 'project_admin' | 'project_user' | null) =>
      ended(lead.client.call(users.calls.assign, { ...at({ userId }), body: { project_id: projectId, role } }));
    await assign('project_user');
    expect(rolesOf(userId, { project: projectId })).toEqual(expect.arrayContaining(['member', 'reader']));
    expect(rolesOf(userId, { project: projectId })).toHaveLength(2);
    await assign('project_admin');
    expect((await user(userId)).assigned_projects).toMatchObject([{ project_id: projectId, role: 'project_admin', read_only: false }]);
    await assign('project_user');
    expect(rolesOf(userId, { project: projectId })).not.toContain('admin');
    await assign(null);
    expect([rolesOf(userId, { project: projectId }), (await user(userId)).assigned_projects]).toEqual([[], []]);
  });

  it('users become administrators of their domain and are so no more, but nobody demotes or disables himself', async () => {
    const userId = await person({ role: 'domain_admin' });
    expect(await user(userId)).toMatchObject({ role: 'domain_admin', domain_permissions: ['domain_admin'], system_permissions: [] });
    expect(rolesOf(userId, { domain: lead.user.domain_id })).toContain('admin');
    await ended(
      lead.client.call(users.calls.update, { ...at({ userId }), body: { role: 'project_member', description: 'was in charge' } }),
    );
    expect(await user(userId)).toMatchObject({ role: 'project_member', description: 'was in charge' });
    expect(rolesOf(userId, { domain: lead.user.domain_id })).toEqual([]);
    const self = at({ userId: lead.user.id });
    expect(await reasonOf(lead.client.refused(users.calls.update, { ...self, body: { role: 'project_member' } }))).toEqual({
      code: 'user_self',
    });
    expect(await reasonOf(lead.client.refused(users.calls.disable, self))).toEqual({ code: 'user_self' });
    expect(await reasonOf(lead.client.refused(users.calls.delete, self))).toEqual({ code: 'user_self' });
  });

  it('users get nothing that the cloud does not know, and nothing beyond the domain from a domain administrator', async () => {
    const body = { name: name('climber'), password: PASSWORD };
    const create = (more: object) => lead.client.refused(users.calls.create, { ...at({}), body: { ...body, ...more } });
    expect(await codesOf(create({ role: 'system_admin' }))).toEqual({ role: [{ code: 'system_only' }] });
    expect(await codesOf(create({ role: 'service_account' }))).toEqual({ role: [{ code: 'unknown_id' }] });
    expect(await codesOf(create({ domain_permissions: ['image_upload'] }))).toEqual({ domain_permissions: [{ code: 'unknown_id' }] });
    expect((await lead.client.call(users.calls.list, { ...at({}), query: { name: body.name } })).data).toEqual([]);
    const other = stand.cloud.users.outsider;
    const { data } = await operator.client.call(nouns.knownUsers.calls.list, { query: { name: other.username } });
    expect((await lead.client.refused(users.calls.disable, at({ userId: data[0]!.id }))).status).toBe(404);
  });

  it('the account that reads the cloud is not disabled and gets no password, and its domain is not deleted', async () => {
    const { data } = await operator.client.call(nouns.knownUsers.calls.list, { query: { name: 'admin' } });
    const reader = { params: { domainId: 'default', userId: data[0]!.id } };
    expect(await reasonOf(operator.client.refused(users.calls.disable, reader))).toEqual({ code: 'user_default_admin' });
    expect(await reasonOf(operator.client.refused(users.calls.setPassword, { ...reader, body: { password: PASSWORD } }))).toEqual({
      code: 'user_default_admin',
    });
    expect(await reasonOf(operator.client.refused(domains.calls.delete, { params: { domainId: 'default' } }))).toEqual({
      code: 'domain_default',
    });
  });

  it('users of an identity provider are read only, and still get and lose roles', async () => {
    const [userId, projectId] = [await person(), await project()];
    await elsewhere('PATCH', `/users/${userId}`, { user: { federated: [{ idp_id: 'corp', protocols: [] }] } });
    await expect.poll(async () => (await user(userId)).identity_provider, SOON).toBe('corp');
    const federated = { code: 'user_federated' };
    expect(await reasonOf(lead.client.refused(users.calls.update, { ...at({ userId }), body: { email: 'x@example.com' } }))).toEqual(
      federated,
    );
    expect(await reasonOf(lead.client.refused(users.calls.setPassword, { ...at({ userId }), body: { password: PASSWORD } }))).toEqual(
      federated,
    );
    expect(await reasonOf(lead.client.refused(users.calls.delete, at({ userId })))).toEqual(federated);
    await ended(lead.client.call(users.calls.assign, { ...at({ userId }), body: { project_id: projectId, role: 'project_user' } }));
    expect(await user(userId)).toMatchObject({ identity_provider: 'corp', assigned_projects: [{ project_id: projectId }] });
  });

  it('users lose no role by their own hand, also by a group; who only looks goes on so until told otherwise', async () => {
    const [projectId, groupId] = [
      await project(),
      await ended(lead.client.call(groups.calls.create, { ...at({}), body: { name: name('we') } })),
    ];
    const self = { code: 'user_self' };
    const [mine, ours] = [at({ userId: lead.user.id }), at({ groupId })];
    const [given, over] = [
      { project_id: projectId, role: 'project_admin' as const },
      { project_id: projectId, role: null },
    ];
    await ended(lead.client.call(users.calls.assign, { ...mine, body: given }));
    expect(await reasonOf(lead.client.refused(users.calls.assign, { ...mine, body: over }))).toEqual(self);
    await ended(lead.client.call(groups.calls.addUsers, { ...ours, body: { uuids: [lead.user.id] } }));
    await ended(lead.client.call(groups.calls.assign, { ...ours, body: given }));
    expect(await reasonOf(lead.client.refused(groups.calls.assign, { ...ours, body: over }))).toEqual(self);
    const userId = await person();
    const read = () => user(userId).then(({ assigned_projects: assigned }) => assigned);
    const assign = (more: object) =>
      ended(lead.client.call(users.calls.assign, { ...at({ userId }), body: { project_id: projectId, role: 'project_user', ...more } }));
    await assign({ read_only: true });
    await assign({});
    expect(await read()).toMatchObject([{ project_id: projectId, role: 'project_user', read_only: true }]);
    await assign({ read_only: false });
    expect(await read()).toMatchObject([{ project_id: projectId, role: 'project_user', read_only: false }]);
  });

  it('users and groups that another client makes, changes and deletes are seen', async () => {
    const domainId = lead.user.domain_id;
    const wanted = name('from elsewhere');
    const listed = async () => (await lead.client.call(users.calls.list, { ...at({}), query: { name: wanted } })).data;
    const { user: one } = (await elsewhere('POST', '/users', { user: { name: wanted, domain_id: domainId } })) as { user: { id: string } };
    const { group } = (await elsewhere('POST', '/groups', { group: { name: wanted, domain_id: domainId } })) as { group: { id: string } };
    await elsewhere('PUT', `/groups/${group.id}/users/${one.id}`);
    await expect.poll(async () => (await listed()).map(({ id, group_ids: ids }) => [id, ids]), SOON).toEqual([[one.id, [group.id]]]);
    const inGroup = async () => (await lead.client.call(groups.calls.users, at({ groupId: group.id }))).data.map(({ id }) => id);
    await expect.poll(inGroup, SOON).toEqual([one.id]);
    await elsewhere('PATCH', `/users/${one.id}`, { user: { enabled: false, email: 'e@example.com' } });
    await expect.poll(async () => (await listed())[0], SOON).toMatchObject({ enabled: false, email: 'e@example.com' });
    await elsewhere('DELETE', `/users/${one.id}`);
    await expect.poll(listed, SOON).toEqual([]);
  });

  it('what Keystone refuses is told in its words, and half of a thing is not left', async () => {
    const projectId = await project();
    const refuse = (service: string, method: string, path: string, status: number): number =>
      replay.faults.add({ service, method, path, effect: 'status', status });
    const fault = refuse('identity', 'PUT', '/roles/', 403);
    const wanted = name('never');
    const body = { name: wanted, password: PASSWORD, assigned_projects: [{ project_id: projectId, role: 'project_user' as const }] };
    expect(await lead.client.refused(users.calls.create, { ...at({}), body })).toMatchObject({ status: 403, code: 'forbidden' });
    replay.faults.remove(fault);
    expect(people.users.filter((one) => one.name === wanted)).toEqual([]);
    const elsewhereKept = refuse('identity', 'PATCH', '/users/', 501);
    const userId = await person();
    const change = { ...at({ userId }), body: { description: 'kept in a directory' } };
    expect(await lead.client.refused(users.calls.update, change)).toMatchObject({ status: 501, code: 'not_supported' });
    replay.faults.remove(elsewhereKept);
  });

  it.each([
    [409, 'Conflict occurred attempting to store user - Duplicate entry found with name zoe.', 'name_taken', { name: [{ code: 'taken' }] }],
    [400, 'The password does not match the requirements: 20 characters.', 'validation_failed', { password: [{ code: 'password_weak' }] }],
  ])('a refusal of Keystone with %i is told at the field that it is about: %s', (status, message, code, fields) => {
    const error = refusal('identity', status, JSON.stringify({ error: { code: status, message } }), undefined);
    expect(meaningOfRefusal(error, 'taken')).toMatchObject({ code, fields, detail: message });
    expect(meaningOfRefusal(refusal('identity', 403, '{"error":{"message":"no"}}', undefined), 'taken')).toBeUndefined();
  });
});

describe('quotas of a cloud', () => {
  const read = (projectId: string) => lead.client.call(quotas.calls.read, { params: { projectId }, query: {} });
  const set = (projectId: string, body: object) => ({ params: { projectId }, body });

  it('quotas are set in all services that count, also below what is used, and read again', async () => {
    const projectId = await project();
    const limits = { instances: 7, cores: 8, networks: 3, security_groups: -1, volumes: 5, gigabytes: 40 };
    const policies = (await read(projectId)).storage_policies;
    const policy = policies[0]!.name;
    await ended(lead.client.call(quotas.calls.update, set(projectId, { ...limits, storage_policies: [{ name: policy, limit: 12 }] })));
    const now = await read(projectId);
    expect(Object.fromEntries(Object.keys(limits).map((key) => [key, now[key as keyof typeof limits].limit]))).toEqual(limits);
    expect(now.storage_policies.find((one) => one.name === policy)).toMatchObject({ limit: 12 });
    expect(now.ram).toEqual({ limit: (await read(await project())).ram.limit, used: null });
  });

  it.each([
    ['the volume service', 'volume', '/os-quota-sets/'],
    ['the network service', 'network', '/quotas/'],
  ] as const)('quotas are as they were where %s refuses its part, and it is said which service did', async (_title, service, path) => {
    const projectId = await project();
    const before = await read(projectId);
    const fault = replay.faults.add({ service, method: 'PUT', path, effect: 'status', status: 403, times: 1 });
    const refused = await lead.client.refused(quotas.calls.update, set(projectId, { cores: 1, networks: 1, volumes: 1 }));
    replay.faults.remove(fault);
    expect([refused.status, refused.code]).toEqual([403, 'forbidden']);
    expect(refused.body.error.data?.detail).toMatch(new RegExp(`^${service}: `));
    expect(await read(projectId)).toEqual(before);
  });

  it('a refused change of quotas says what could not be put back', async () => {
    const projectId = await project();
    const volume = replay.faults.add({
      service: 'volume',
      method: 'PUT',
      path: '/os-quota-sets/',
      effect: 'status',
      status: 403,
      times: 1,
    });
    const original = replay.cloud.limits.set.bind(replay.cloud.limits);
    let changes = 0;
    replay.cloud.limits.set = (kind, id, limits) => {
      original(kind, id, limits);
      if (kind === 'compute' && ++changes === 1)
        replay.faults.add({ service: 'compute', method: 'PUT', path: '/os-quota-sets/', effect: 'status', status: 403, times: 1 });
    };
    const refused = await lead.client.refused(quotas.calls.update, set(projectId, { cores: 1, volumes: 1 }));
    replay.cloud.limits.set = original;
    replay.faults.remove(volume);
    expect(refused.body.error.data?.detail).toMatch(/^volume: .*not put back: compute/);
  });

  it('quotas of a storage policy that is not there are refused at the field, before anything is set', async () => {
    const projectId = await project();
    const body = { cores: 1, storage_policies: [{ name: 'nowhere', limit: 1 }] };
    expect(await codesOf(lead.client.refused(quotas.calls.update, set(projectId, body)))).toEqual({
      storage_policies: [{ code: 'unknown_id' }],
    });
    expect((await read(projectId)).cores.limit).not.toBe(1);
  });

  it('quotas are set by administrators only', async () => {
    const tenant = await stand.visitor('tenant');
    const refused = await tenant.client.refused(quotas.calls.update, set(tenant.projectId!, { cores: 1 }));
    expect(refused.status).toBe(403);
  });
});
