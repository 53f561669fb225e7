import { accountIdOf } from '../../../accounts/account-records.ts';
import type { RowInput } from '../../../port/store/rows.ts';
import { takeTurn } from '../../../turns/turns.ts';
import { listAssignments, type Assignment } from '../../../engines/openstack/client/assignments.ts';
import { federatedUsers, groupsOf, listGroups, membersOf } from '../../../engines/openstack/client/groups.ts';
import { getUser, listUsers, roleNames, type KeystoneUser } from '../../../engines/openstack/client/keystone.ts';
import type { rightsOf } from '../../../engines/openstack/identity/roles.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { assignedProjects, rightsOfRow } from '../../../engines/openstack/identity/rights.ts';

/** What a user's row is made of beside the user. */
interface Around {
  assignments: readonly Assignment[];
  groups: readonly string[];
  /** Where the user signs in, if not here. */
  provider: string | undefined;
  /** Reads assignments as rights of ours. */
  reading(assignments: readonly Assignment[]): ReturnType<typeof rightsOf>;
}

/** What somebody may do by groups counts in role and permissions; the projects are those of the user alone. */
function rowOf(
  { api, engine }: MirrorContext,
  { id, name, enabled, domain_id: domainId, email, description }: KeystoneUser,
  { assignments, groups, provider, reading }: Around,
): RowInput {
  const own = reading(assignments.filter(({ links }) => links?.membership === undefined));
  const document = {
    id,
    name,
    enabled,
    email: email ?? '',
    description: description ?? '',
    domain_id: domainId,
    ...rightsOfRow(reading(assignments), domainId, id === api.reader?.id),
    assigned_projects: assignedProjects(own),
    identity_provider: provider ?? null,
    created_at: null,
    s3_user_id: accountIdOf(id),
    tags: [],
    group_ids: groups.toSorted(),
  };
  return { engine, kind: 'user', id, domainId, projectId: null, userId: null, document };
}

/** Values of a map that holds several for a key. */
function append<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

/** Users with their roles and groups. */
export const strategy = (every: number): Strategy => ({
  kind: 'user',
  service: 'identity',
  every,
  async *pages(context) {
    const { api, roles } = context;
    const [users, assignments, names, groups, providers] = await Promise.all([
      listUsers(api),
      listAssignments(api),
      roleNames(api),
      listGroups(api),
      federatedUsers(api),
    ]);
    const held = new Map<string, Assignment[]>();
    for (const assignment of assignments) append(held, assignment.user.id, assignment);
    const within = new Map<string, string[]>();
    for (const [group, members] of await membersOf(api, groups.items)) for (const user of members) append(within, user, group);
    const reading = await roles.reader(names);
    const rows: RowInput[] = [];
    for (const user of users.items) {
      await takeTurn();
      const { id } = user;
      rows.push(
        rowOf(context, user, { assignments: held.get(id) ?? [], groups: within.get(id) ?? [], provider: providers.get(id), reading }),
      );
    }
    yield { partial: users.truncated, wrong: users.wrong, rows };
  },
  async read(context, id) {
    const { api, roles } = context;
    const user = await getUser(api, id);
    const [assignments, names, groups] = await Promise.all([listAssignments(api, id), roleNames(api), groupsOf(api, id)]);
    const around = { assignments, groups, provider: user.federated?.[0]?.idp_id, reading: await roles.reader(names) };
    return rowOf(context, user, around);
  },
  confirm: ({ api }, id) => getUser(api, id),
});
