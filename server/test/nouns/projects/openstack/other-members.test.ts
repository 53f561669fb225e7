/** Members of a project that no list of its domain's users has: the cloud’s own word on who holds a role there. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { ProjectMember } from '@gantry/contract/nouns/projects/members';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import { openReplayedStand } from '../../../engines/openstack/support/replayed-stand.ts';
import type { Stand, Visitor } from '../../../scenarios/support/stand.ts';

const { projects, computeProjects } = nouns;
const SOON = { timeout: 20_000, interval: 50 };

const replay = new Replay({ ...DEFAULTS, servers: 2, projects: 3, boot: 50, act: 50 });
const { people } = replay.cloud;
let stand: Stand;
let close: () => Promise<void>;
let lead: Visitor;
let operator: Visitor;
let projectId: string;
let otherDomain: string;

/** One more user of the cloud. */
function addUser(name: string, domainId: string): { id: string; name: string } {
  const user = { ...people.users.find((one) => one.name === 'alice')!, id: `user-${name}`, name, domain_id: domainId };
  people.kept.users.items.set(user.id, user);
  return user;
}
const roleNamed = (name: string): string => people.roles.find((role) => role.name === name)!.id;
const give = (userId: string, role: string): void =>
  people.give(
    { user: userId },
    roleNamed(role),
    { project: { id: projectId } },
    `projects/${projectId}/users/${userId}/roles/${roleNamed(role)}`,
  );

beforeAll(async () => {
  ({ stand, close } = await openReplayedStand('other-members', replay, { identity: 0.5 }));
  [lead, operator] = [await stand.visitor('domain_admin'), await stand.visitor('system_admin')];
  projectId = people.projects.find(({ name }) => name === 'acme-dev')!.id;
  otherDomain = people.domains.find(({ id }) => ![lead.user.domain_id, operator.user.domain_id].includes(id))!.id;
}, 60_000);
afterAll(() => close());

/** What a caller is told of the project: its count, the listed users, the others, and who works there. */
async function told({ client }: Visitor) {
  const at = { params: { domainId: lead.user.domain_id, projectId } };
  const [project, listed, members] = await Promise.all([
    client.call(projects.calls.read, at),
    client.call(projects.calls.users, { ...at, query: { with_count: true } }),
    client.call(computeProjects.calls.members, { params: { projectId } }),
  ]);
  return { count: project.members_count, listed: listed.count!, others: project.other_members, members: members.data };
}
const marked = (members: readonly ProjectMember[]) =>
  members.filter(({ role }) => role === null).map(({ id, name, from, cloud_roles: roles }) => ({ id, name, from, roles }));

it('counts and lists as many members of a project, whatever their domain and roles', async () => {
  const before = await told(lead);
  expect([before.count, before.others]).toEqual([before.listed, []]);
  const [stranger, own] = [addUser('stranger', otherDomain), addUser('auditor', lead.user.domain_id)];
  give(stranger.id, 'member');
  give(own.id, 'service');
  const names = async () => (await told(lead)).others.map((other) => other.name).toSorted();
  await expect.poll(names, SOON).toEqual(['auditor', null]);
  const asLead = await told(lead);
  expect(asLead.count).toBe(before.count + 2);
  expect(asLead.listed + asLead.others.length).toBe(asLead.count);
  expect(marked(asLead.members)).toEqual([
    { id: own.id, name: 'auditor', from: 'domain', roles: ['service'] },
    { id: stranger.id, name: null, from: 'other_domain', roles: ['member'] },
  ]);
  const asOperator = marked((await told(operator)).members);
  expect(asOperator).toContainEqual({ id: stranger.id, name: 'stranger', from: 'other_domain', roles: ['member'] });
  expect(asLead.members.filter(({ role }) => role !== null)).toEqual(before.members);
});

it('tells of a project member whom the cloud lists nowhere by the id alone', async () => {
  const before = await told(lead);
  const gone = addUser('gone', otherDomain);
  give(gone.id, 'reader');
  people.kept.users.remove(gone.id);
  await expect.poll(async () => (await told(lead)).count, SOON).toBe(before.count + 1);
  const { members, others, listed, count } = await told(lead);
  expect(listed + others.length).toBe(count);
  expect(marked(members)).toContainEqual({ id: gone.id, name: null, from: 'unlisted', roles: ['reader'] });
});
