import type { RowInput } from '../../../port/store/rows.ts';
import { listAssignments, listAssignmentsIn, type Assignment } from '../../../engines/openstack/client/assignments.ts';
import { getProject, listProjects, type KeystoneProject } from '../../../engines/openstack/client/keystone.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';

function rowOf({ engine }: MirrorContext, project: KeystoneProject, members: ReadonlySet<string> | undefined): RowInput {
  const { id, name, description, enabled, domain_id: domainId, tags } = project;
  const document = {
    id,
    name,
    description: description ?? '',
    enabled,
    domain_id: domainId,
    members_count: members?.size ?? 0,
    tags: tags.toSorted(),
    created_at: null,
  };
  return { engine, kind: 'project', id, domainId, projectId: id, userId: null, document };
}

/** Users who hold a role there themselves, by project. */
function membersBy(assignments: readonly Assignment[]): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  for (const { user, scope, links } of assignments) {
    if (!scope.project || links?.membership !== undefined) continue;
    const set = members.get(scope.project.id) ?? new Set();
    members.set(scope.project.id, set.add(user.id));
  }
  return members;
}

/** Projects, with the number of users who hold a role there. */
export const strategy = (every: number): Strategy => ({
  kind: 'project',
  service: 'identity',
  early: true,
  every,
  async *pages(context) {
    const { api } = context;
    const [projects, assignments] = await Promise.all([listProjects(api), listAssignments(api)]);
    const members = membersBy(assignments);
    const rows = projects.items.map((project) => rowOf(context, project, members.get(project.id)));
    yield { partial: projects.truncated, wrong: projects.wrong, rows };
  },
  async read(context, id) {
    const { api } = context;
    const [project, assignments] = await Promise.all([getProject(api, id), listAssignmentsIn(api, id)]);
    return rowOf(context, project, membersBy(assignments).get(id));
  },
  confirm: ({ api }, id) => getProject(api, id),
});
