import type { RowInput } from '../../../port/store/rows.ts';
import { listGiven, type DirectAssignment } from '../../../engines/openstack/client/assignments.ts';
import { getGroup, listGroups, membersOf, usersOf, type KeystoneGroup } from '../../../engines/openstack/client/groups.ts';
import { roleNames } from '../../../engines/openstack/client/keystone.ts';
import type { Rights } from '../../../engines/openstack/identity/roles.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { assignedProjects, rightsOfRow } from '../../../engines/openstack/identity/rights.ts';

/** @param rights what the group gives to each of its users */
function rowOf(
  { engine }: MirrorContext,
  { id, name, description, domain_id: domainId }: KeystoneGroup,
  rights: Rights,
  members: number,
): RowInput {
  const document = {
    id,
    name,
    description: description ?? '',
    domain_id: domainId,
    ...rightsOfRow(rights, domainId),
    assigned_projects: assignedProjects(rights),
    members_count: members,
    created_at: null,
  };
  return { engine, kind: 'group', id, domainId, projectId: null, userId: null, document };
}

/** Groups of users, with what they give and how many are in them. */
export const strategy = (every: number): Strategy => ({
  kind: 'group',
  service: 'identity',
  every,
  async *pages(context) {
    const { api, roles } = context;
    const { items, wrong, truncated } = await listGroups(api);
    const rows: RowInput[] = [];
    if (items.length > 0) {
      const [given, names, members] = await Promise.all([listGiven(api), roleNames(api), membersOf(api, items)]);
      const reading = await roles.reader(names);
      const held = Map.groupBy(given, ({ group }) => group?.id);
      for (const group of items) {
        const rights = reading(held.get(group.id) ?? []);
        rows.push(rowOf(context, group, rights, members.get(group.id)?.length ?? 0));
      }
    }
    yield { partial: truncated, wrong, rows };
  },
  async read(context, id) {
    const { api, roles } = context;
    const group = await getGroup(api, id);
    const [given, names, members] = await Promise.all([listGiven(api, { group: id }), roleNames(api), usersOf(api, id)]);
    const own = given.filter((one: DirectAssignment) => one.group?.id === id);
    return rowOf(context, group, (await roles.reader(names))(own), members.length);
  },
  confirm: ({ api }, id) => getGroup(api, id),
});
