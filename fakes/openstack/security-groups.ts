/** Security groups with their rules, by the rules of Neutron. */
import { randomUUID } from 'node:crypto';
import type { Cloud } from './cloud.ts';
import { MADE, rulesFor, type Group } from './default-groups.ts';
import { found, collectionRoutes } from './collection-routes.ts';
import { neutronError, ofProjects } from './neutron.ts';
import { answerTo, inShape, now, type Item, type Json } from './recorded.ts';
import { member, type Question, type Route } from './reply.ts';
import { tagging } from './tagging.ts';

const RULE = answerTo<{ security_group_rule: Json }>('POST', /\/security-group-rules$/).security_group_rule;

/** What of a rule Neutron does not have twice in a group. */
const DISTINCT = ['direction', 'ethertype', 'protocol', 'port_range_min', 'port_range_max', 'remote_ip_prefix', 'remote_group_id'];

const unknownGroup = (id: string) => neutronError(404, 'SecurityGroupNotFound', `Security group ${id} does not exist`);

/** Throws what Neutron says of a group that a project does not have. */
export function assertGroups({ groups }: Pick<Cloud, 'groups'>, projectId: string, ids: readonly string[]): void {
  for (const id of ids) if (groups.items.get(id)?.['project_id'] !== projectId) throw unknownGroup(id);
}

const rulesOf = (item: Item): Group['security_group_rules'] => (item as Group).security_group_rules;

/** Whether an interface has a group. */
const isWorn = ({ servers, ports }: Cloud, id: string): boolean =>
  [...ports.all, ...servers.flatMap((server) => server.ports)].some(({ groups }) => groups?.includes(id) === true);

const IN_NEUTRON = { ...ofProjects, path: '/v2\\.0/security-groups', unknown: unknownGroup };

function makeRule(cloud: Cloud, question: Question, wanted: Json): Json {
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

/** One rule, or several: all or none. */
function makeRules(cloud: Cloud, question: Question): Json {
  const { security_group_rules: several } = question.body as { security_group_rules?: readonly Json[] };
  if (!several) return { security_group_rule: makeRule(cloud, question, member(question.body, 'security_group_rule') as Json) };
  const before = [...cloud.groups.items.values()].map((group) => [group.id, rulesOf(group)] as const);
  try {
    return { security_group_rules: several.map((wanted) => makeRule(cloud, question, wanted)) };
  } catch (error) {
    for (const [id, security_group_rules] of before) cloud.groups.change(id, { security_group_rules });
    throw error;
  }
}

/** Groups and their rules. */
export function securityGroupRoutes(cloud: Cloud): Route[] {
  const { groups } = cloud;
  return [
    ...collectionRoutes(groups, {
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
      answer: (question) => ({ status: 201, body: makeRules(cloud, question) }),
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
