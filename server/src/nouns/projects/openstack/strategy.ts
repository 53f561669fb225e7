import type { RowInput } from '../../../port/store/rows.ts';
import { listAssignments, listAssignmentsIn } from '../../../engines/openstack/client/assignments.ts';
import { getProject, listProjects, listUsers, roleNames, type KeystoneProject } from '../../../engines/openstack/client/keystone.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { domainsOf, holdersByProject, otherMembers, type Holders, type Known } from './members.ts';

const NOBODY: Holders = new Map();

function rowOf({ engine }: MirrorContext, project: KeystoneProject, holders: Holders, known: Known): RowInput {
  const { id, name, description, enabled, domain_id: domainId, tags } = project;
  const document = {
    id,
    name,
    description: description ?? '',
    enabled,
    domain_id: domainId,
    members_count: holders.size,
    other_members: otherMembers(holders, domainId, known),
    tags: tags.toSorted(),
    created_at: null,
  };
  return { engine, kind: 'project', id, domainId, projectId: id, userId: null, document };
}

/** Projects, with the users who hold a role there. */
export const strategy = (every: number): Strategy => ({
  kind: 'project',
  service: 'identity',
  early: true,
  every,
  async *pages(context) {
    const { api, roles } = context;
    const [projects, assignments, users, names] = await Promise.all([
      listProjects(api),
      listAssignments(api),
      listUsers(api),
      roleNames(api),
    ]);
    const holders = holdersByProject(assignments);
    const domains = new Map(users.items.map(({ id, domain_id: domainId }) => [id, domainId]));
    const known = { domains, names, meaningful: roles.meaningful('project') };
    const rows = projects.items.map((project) => rowOf(context, project, holders.get(project.id) ?? NOBODY, known));
    yield { partial: projects.truncated, wrong: projects.wrong, rows };
  },
  async read(context, id) {
    const { api, roles } = context;
    const [project, assignments, names] = await Promise.all([getProject(api, id), listAssignmentsIn(api, id), roleNames(api)]);
    const holders = holdersByProject(assignments).get(id) ?? NOBODY;
    const domains = await domainsOf(context, [...holders.keys()]);
    return rowOf(context, project, holders, { domains, names, meaningful: roles.meaningful('project') });
  },
  confirm: ({ api }, id) => getProject(api, id),
});
