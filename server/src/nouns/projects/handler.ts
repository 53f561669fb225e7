/** Who works in a project, told to whoever leads it. */
import { nouns } from '@gantry/contract';
import { groupKind } from '@gantry/contract/nouns/groups/entity';
import { projectKind, type Project } from '@gantry/contract/nouns/projects/entity';
import { PROJECT_MEMBERS_MAX, type OtherMember, type ProjectMember } from '@gantry/contract/nouns/projects/members';
import { userKind, type User } from '@gantry/contract/nouns/users/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Filter } from '@gantry/contract/wire/query';
import { authorised, type AuthorisedRequest, type CallRequest } from '../../calls/call-request.ts';
import { entitiesOf } from '../../calls/entity.ts';
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

  /** Members that are in no list of the domain's users, with the names that the caller sees. */
  async function othersIn(projectId: string, visibility: Visibility): Promise<OtherMember[]> {
    const row = await store.read.find('project', projectId, visibility);
    if (!row) throw new GantryError('not_found');
    const [project] = (await entitiesOf(projectKind, [row], store.read, visibility)) as Project[];
    return project!.other_members;
  }

  return [
    handle(nouns.computeProjects.calls.members, async (request) => {
      const { projectId } = request.params;
      const asked = authorised(request as CallRequest);
      const visibility = await placeOf(asked, projectId);
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
      const others = (await othersIn(projectId, asked.caller.scope.type === 'project' ? visibility : asked.visibility)).filter(
        ({ user_id: id }) => !users.has(id),
      );
      const members = [...[...users.values()].map((user) => memberOf(user, groups, projectId)), ...others.map(otherOf)];
      return { data: members.toSorted(byName).slice(0, PROJECT_MEMBERS_MAX) };
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
  const readOnly = held.every((one) => one.read_only);
  return { id, name, enabled, from: 'domain', role, cloud_roles: [], read_only: readOnly, groups: through.map((group) => group.name) };
}

/** A member of whom only the cloud knows what they are there. */
const otherOf = ({ user_id: id, name = null, from, cloud_roles }: OtherMember): ProjectMember => ({
  id,
  name,
  enabled: null,
  from,
  role: null,
  cloud_roles,
  read_only: false,
  groups: [],
});

/** Those without a name are last. */
const byName = (a: ProjectMember, b: ProjectMember): number =>
  Number(a.name === null) - Number(b.name === null) || ((a.name ?? a.id) < (b.name ?? b.id) ? -1 : 1);
