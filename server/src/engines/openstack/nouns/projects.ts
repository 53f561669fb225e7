import { getProject, listAssignments, listProjects } from '../client/keystone.ts';
import type { Strategy } from '../mirror/strategy.ts';
import type { CloudNoun } from './noun.ts';

/** Projects, with the number of users who hold a role there. */
const strategy = (every: number): Strategy => ({
  kind: 'project',
  service: 'identity',
  early: true,
  every,
  async *pages({ api, engine }) {
    const [projects, assignments] = await Promise.all([listProjects(api), listAssignments(api)]);
    const members = new Map<string, Set<string>>();
    for (const { user, scope } of assignments) {
      if (!scope.project) continue;
      const set = members.get(scope.project.id) ?? new Set();
      members.set(scope.project.id, set.add(user.id));
    }
    yield {
      partial: projects.truncated,
      wrong: projects.wrong,
      rows: projects.items.map(({ id, name, description, enabled, domain_id, tags }) => ({
        engine,
        kind: 'project',
        id,
        domainId: domain_id,
        projectId: id,
        userId: null,
        document: {
          id,
          name,
          description: description ?? '',
          enabled,
          domain_id,
          members_count: members.get(id)?.size ?? 0,
          tags: tags.toSorted(),
          created_at: null,
        },
      })),
    };
  },
  confirm: ({ api }, id) => getProject(api, id),
});

export const projects: CloudNoun = {
  strategy: ({ identity }) => strategy(identity),
  notices: { identity: () => ['project', 'domain', 'user'].map((kind) => ({ kind, id: null })) },
};
