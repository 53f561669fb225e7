/** Security groups with their rules: each project has the one that Neutron makes when the project is first used, with the recorded one's rules. */
import { randomUUID } from 'node:crypto';
import { Kept } from '../../../server/test/engines/openstack/support/kept.ts';
import type { Cloud } from './cloud.ts';
import { found, keeping } from './keeping.ts';
import { neutronError, ofProjects } from './neutron.ts';
import { answerTo, inShape, listed, now, type Item, type Json } from './recorded.ts';
import { member, type Question, type Route } from './reply.ts';
import { tagging } from './tagging.ts';

interface Group extends Item {
  readonly project_id: string;
  readonly security_group_rules: readonly (Json & { id: string })[];
}

const MODEL = listed<Group>(/security-groups\?/, 'security_groups').find(({ name }) => name === 'default')!;
const MADE = answerTo<{ security_group: Group }>('POST', /\/security-groups$/).security_group;
const RULE = answerTo<{ security_group_rule: Json }>('POST', /\/security-group-rules$/).security_group_rule;

/** What of a rule Neutron does not have twice in a group. */
const DISTINCT = ['direction', 'ethertype', 'protocol', 'port_range_min', 'port_range_max', 'remote_ip_prefix', 'remote_group_id'];

/** The same for the same project and number. */
const uuid = (projectId: string, n: number): string =>
  projectId.replaceAll('-', '').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{10}).*$/, `$1-$2-5$3-8$4-$5${n.toString(16).padStart(2, '0')}`);

/** Id of a project's default group. */
export const defaultGroupOf = (projectId: string): string => uuid(projectId, 0);

const unknownGroup = (id: string) => neutronError(404, 'SecurityGroupNotFound', `Security group ${id} does not exist`);

/** The model's rules as those of another group. */
const rulesFor = (model: Group, own: Json, id: string, idOf: (place: number) => string) =>
  model.security_group_rules.map((rule, place) => ({
    ...rule,
    ...own,
    id: idOf(place),
    security_group_id: id,
    remote_group_id: rule['remote_group_id'] === null ? null : id,
  }));

/** The default group of a project. */
function defaultGroup(projectId: string): Group {
  const id = defaultGroupOf(projectId);
  const own = { project_id: projectId, tenant_id: projectId };
  return { ...MODEL, ...own, id, security_group_rules: rulesFor(MODEL, own, id, (place) => uuid(projectId, place + 1)) };
}

/** All groups at first: the default ones. */
export const firstGroups = (projects: readonly { id: string }[]): Kept =>
  new Kept({
    members: ['security_groups', 'security_group'],
    items: projects.map(({ id }) => defaultGroup(id)),
    make: () => ({ ...MADE, created_at: now(), updated_at: now() }),
  });

/** Throws what Neutron says of a group that a project does not have. */
export function assertGroups({ groups }: Pick<Cloud, 'groups'>, projectId: string, ids: readonly string[]): void {
  for (const id of ids) if (groups.items.get(id)?.['project_id'] !== projectId) throw unknownGroup(id);
}

const rulesOf = (item: Item): Group['security_group_rules'] => (item as Group).security_group_rules;

/** Whether an interface has a group. */
const isWorn = ({ servers, ports }: Cloud, id: string): boolean =>
  [...ports.all, ...servers.flatMap((server) => server.ports)].some(({ groups }) => groups?.includes(id) === true);

const IN_NEUTRON = { ...ofProjects, path: '/v2\\.0/security-groups', unknown: unknownGroup };

function makeRule(cloud: Cloud, question: Question): Json {
  const wanted = member(question.body, 'security_group_rule') as Json;
  const id = String(wanted['security_group_id']);
  const group = found(cloud.groups, IN_NEUTRON, question, id) as Group;
  if (typeof wanted['remote_group_id'] === 'string') assertGroups(cloud, group.project_id, [wanted['remote_group_id']]);
  const own = { project_id: group.project_id, tenant_id: group.project_id, created_at: now(), updated_at: now() };
  const unsaid = { protocol: null, port_range_min: null, port_range_max: null, remote_ip_prefix: null, remote_group_id: null };
  const rule = { ...inShape(RULE, { normalized_cidr: null, ...unsaid, ...wanted, ...own }), id: randomUUID() };
  const twin = rulesOf(group).find((other) => DISTINCT.every((key) => (other[key] ?? null) === ((rule as Json)[key] ?? null)));
  if (twin) throw neutronError(409, 'SecurityGroupRuleExists', `Security group rule already exists. Rule id is ${twin.id}.`);
  cloud.groups.change(id, { security_group_rules: [...rulesOf(group), rule] });
  return rule;
}

/** Groups and their rules. */
export function securityGroupRoutes(cloud: Cloud): Route[] {
  const { groups } = cloud;
  return [
    ...keeping(groups, {
      ...IN_NEUTRON,
      held: ({ id }) => isWorn(cloud, id) && neutronError(409, 'SecurityGroupInUse', `Security Group ${id} in use.`),
      follow(what, item) {
        const own = { project_id: item['project_id'], tenant_id: item['project_id'] };
        if (what === 'made') {
          groups.change(item.id, { ...own, security_group_rules: rulesFor(MADE, own, item.id, () => randomUUID()) });
          return;
        }
        // Rules of others that name it go with it.
        for (const other of groups.items.values())
          if (rulesOf(other).some(({ remote_group_id: id }) => id === item.id))
            groups.change(other.id, { security_group_rules: rulesOf(other).filter(({ remote_group_id: id }) => id !== item.id) });
      },
    }),
    tagging(groups, '/v2\\.0/security-groups'),
    {
      method: 'POST',
      path: /^\/v2\.0\/security-group-rules$/,
      answer: (question) => ({ status: 201, body: { security_group_rule: makeRule(cloud, question) } }),
    },
    {
      method: 'DELETE',
      path: /^\/v2\.0\/security-group-rules\/([^/]+)$/,
      answer(question, id = '') {
        const unknown = () => neutronError(404, 'SecurityGroupRuleNotFound', `Security group rule ${id} does not exist`);
        const owner = [...groups.items.values()].find((group) => rulesOf(group).some((rule) => rule.id === id));
        const group = found(groups, { ...IN_NEUTRON, unknown }, question, owner?.id ?? '');
        groups.change(group.id, { security_group_rules: rulesOf(group).filter((rule) => rule.id !== id) });
        return { status: 204 };
      },
    },
  ];
}
