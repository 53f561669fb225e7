/** Who works in a project, told to whoever leads it. */
import { nouns } from '@gantry/contract';
import { groupKind } from '@gantry/contract/nouns/groups/entity';
import { PROJECT_MEMBERS_MAX, type ProjectMember } from '@gantry/contract/nouns/projects/members';
import { userKind, type User } from '@gantry/contract/nouns/users/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Filter } from '@gantry/contract/wire/query';
import { authorised, type AuthorisedRequest, type CallRequest } from '../../calls/call-request.ts';
import { handle, type Handler } from '../../calls/handler.ts';
import type { CallOptions } from '../../calls/port.ts';
import type { Visibility } from '../../port/store/rows.ts';

/** What of users and groups is looked at. */
type Holder = Pick<User, 'id' | 'name' | 'enabled' | 'assigned_projects' | 'group_ids'>;

export function projectHandlers({ store }: Pick<CallOptions, 'store'>): Handler[] {
  /** The domain of a project that the caller works in or stands above, as visibility: who works in a project asks for that one alone. */
  async function placeOf({ caller: { scope }, visibility }: AuthorisedRequest, projectId: string): Promise<Visibility> {
    const { userId } = visibility;
    const within = (domainId: string): Visibility => ({ userId, domainId, scope: { type: 'domain', domainId } });
    if (scope.type === 'project') {
      if (scope.projectId !== projectId) throw new GantryError('not_found');
      return within(scope.domainId);
    }
    const project = await store.read.find('project', projectId, visibility);
    if (!project?.domainId) throw new GantryError('not_found');
    return within(project.domainId);
  }

  /** Users or groups that a key names, the first by name. */
  async function namedBy(kind: Kind, key: 'project_id' | 'group_id', values: readonly string[], visibility: Visibility): Promise<Holder[]> {
    if (values.length === 0) return [];
    const filters: Record<string, Filter> = { [key]: { operator: 'in', values: [...values] } };
    const sort = { key: 'name', descending: false };
    const { rows } = await store.read.list({ kind, visibility, filters, sort, limit: PROJECT_MEMBERS_MAX });
    return rows.map(({ document }) => document as Holder);
  }

  return [
    handle(nouns.computeProjects.calls.members, async (request) => {
      const { projectId } = request.params;
      const visibility = await placeOf(authorised(request as CallRequest), projectId);
      const groups = await namedBy(groupKind, 'project_id', [projectId], visibility);
      const found = await Promise.all([
        namedBy(userKind, 'project_id', [projectId], visibility),
        namedBy(
          userKind,
          'group_id',
          groups.map(({ id }) => id),
          visibility,
        ),
      ]);
      const users = new Map(found.flat().map((user) => [user.id, user]));
      const members = [...users.values()].map((user) => memberOf(user, groups, projectId));
      return { data: members.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, PROJECT_MEMBERS_MAX) };
    }),
  ];
}

/** A user as a member of a project, with what the user and their groups are there. */
function memberOf(
  { id, name, enabled, group_ids: ids, assigned_projects: own }: Holder,
  groups: readonly Holder[],
  projectId: string,
): ProjectMember {
  const through = groups.filter((group) => ids.includes(group.id));
  const held = [...own, ...through.flatMap((group) => group.assigned_projects)].filter((one) => one.project_id === projectId);
  const role = held.some((one) => one.role === 'project_admin') ? 'project_admin' : 'project_user';
  return { id, name, enabled, role, read_only: held.every((one) => one.read_only), groups: through.map((group) => group.name) };
}
