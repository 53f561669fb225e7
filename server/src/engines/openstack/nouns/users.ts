import type { RowInput } from '../../../store/port/rows.ts';
import { takeTurn } from '../../../turns/turns.ts';
import { getUser, listAssignments, listUsers, roleNames, type Assignment } from '../client/keystone.ts';
import { ownRoles } from '../identity/roles.ts';
import type { Strategy } from '../mirror/strategy.ts';
import type { CloudNoun } from './noun.ts';

/** Users with their roles, thin: what identity providers add is not requested. */
const strategy = (every: number): Strategy => ({
  kind: 'user',
  service: 'identity',
  every,
  async *pages({ api, engine, roles }) {
    const [users, assignments, names] = await Promise.all([listUsers(api), listAssignments(api), roleNames(api)]);
    const byUser = new Map<string, Assignment[]>();
    for (const assignment of assignments) {
      const list = byUser.get(assignment.user.id);
      if (list) list.push(assignment);
      else byUser.set(assignment.user.id, [assignment]);
    }
    const rightsOf = await roles.reader(names);
    const rows: RowInput[] = [];
    for (const { id, name, enabled, domain_id, email, description } of users.items) {
      await takeTurn();
      const rights = rightsOf(byUser.get(id) ?? []);
      rows.push({
        engine,
        kind: 'user',
        id,
        domainId: domain_id,
        projectId: null,
        userId: null,
        document: {
          id,
          name,
          enabled,
          email: email ?? '',
          description: description ?? '',
          role: ownRoles(rights, domain_id)[0],
          domain_id,
          system_permissions: rights.system ? ['superuser'] : [],
          domain_permissions: rights.domains.has(domain_id) ? ['domain_admin'] : [],
          assigned_projects: [...rights.projects]
            .map(([project_id, { role, readOnly }]) => ({ project_id, role, read_only: readOnly }))
            .toSorted((a, b) => (a.project_id < b.project_id ? -1 : 1)),
          identity_provider: null,
          created_at: null,
          s3_user_id: null,
          tags: [],
        },
      });
    }
    yield { partial: users.truncated, wrong: users.wrong, rows };
  },
  confirm: ({ api }, id) => getUser(api, id),
});

export const users: CloudNoun = { strategy: ({ identity }) => strategy(identity) };
