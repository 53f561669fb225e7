/** What administrators do with groups of users. */
import { randomUUID } from 'node:crypto';
import { GROUPS_PER_DOMAIN, groupKind, USERS_PER_GROUP } from '@gantry/contract/nouns/groups/entity';
import type { GroupCreate, GroupUpdate, GroupUsers } from '@gantry/contract/nouns/groups/calls';
import type { Assign } from '@gantry/contract/nouns/users/bodies';
import { userKind } from '@gantry/contract/nouns/users/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Filter } from '@gantry/contract/wire/query';
import type { Writer } from '../../port/store/writer.ts';
import { EVERYTHING } from '../../store/visibility/visibility.ts';
import { assertGivable, assertNotOwn, assertReaches, lessens, type Acting } from '../../engines/shared/user-rules.ts';
import { acceptAnew, doneAtOnce } from '../../engines/embedded/platform/accept.ts';
import type { GroupDocument, UserDocument } from '../../engines/embedded/platform/documents.ts';
import { documentFor, type NounParts } from '../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../engines/embedded/platform/rows.ts';
import { assignedBy, reassigned } from '../users/embedded/assignments.ts';
import { groupName, takeName, takeOtherName } from '../users/embedded/names.ts';
import { actingOf } from '../users/embedded/rights.ts';

/** The commands of groups. */
export function groups(platform: Platform): NounParts {
  const changing = <B>(change: (group: GroupDocument, body: B, writer: Writer, acting: Acting) => Promise<GroupDocument>) =>
    doneAtOnce<B>(platform, async (writer, { context, body, id }) => {
      const acting = await actingOf(platform, writer, context);
      const group = await documentFor({ platform, writer }, 'group', id);
      assertReaches(acting, group);
      await putOwned(platform, writer, 'group', await change(group, body, writer, acting));
      return group.id;
    });

  return {
    asyncOperations: [],
    commands: {
      'group.create': doneAtOnce<GroupCreate & { domainId: string }>(platform, async (writer, { context, body }) => {
        assertGivable(await actingOf(platform, writer, context), body);
        return create(platform, writer, body);
      }),
      'group.update': changing<GroupUpdate>(async (group, body, writer, acting) => {
        assertGivable(acting, body);
        if (body.role !== undefined || body.system_permissions || body.domain_permissions)
          await assertNotIn(platform, writer, acting, group);
        if (body.name !== undefined)
          await takeOtherName(platform, writer, nameOf(group, body.name), groupName(group.domain_id, group.name));
        return {
          ...group,
          name: body.name ?? group.name,
          description: body.description ?? group.description,
          role: body.role ?? group.role,
          system_permissions: body.system_permissions ?? group.system_permissions,
          domain_permissions: body.domain_permissions ?? group.domain_permissions,
        };
      }),
      'group.assign': changing<Assign>(async (group, wanted, writer, acting) => {
        const { project_id, role } = wanted;
        if (lessens(group.assigned_projects, wanted)) await assertNotIn(platform, writer, acting, group);
        if (role !== null) await assignedBy(platform, writer, group.domain_id, [{ project_id, role }], 'project_id');
        return { ...group, assigned_projects: reassigned(group.assigned_projects, wanted) };
      }),
      'group.addUsers': changing<GroupUsers>(async (group, { uuids }, writer) => {
        const joining = (await usersOf(platform, writer, group, uuids)).filter(({ group_ids: ids }) => !ids.includes(group.id));
        const members_count = group.members_count + joining.length;
        if (members_count > USERS_PER_GROUP) throw new GantryError('quota_exceeded', { params: { resource: 'group_users' } });
        for (const user of joining) await putOwned(platform, writer, 'user', { ...user, group_ids: [...user.group_ids, group.id] });
        return { ...group, members_count };
      }),
      'group.removeUsers': changing<GroupUsers>(async (group, { uuids }, writer, acting) => {
        assertNotOwn(acting, uuids);
        const leaving = (await usersOf(platform, writer, group, uuids)).filter(({ group_ids: ids }) => ids.includes(group.id));
        for (const user of leaving) await leave(platform, writer, user, group.id);
        return { ...group, members_count: group.members_count - leaving.length };
      }),
      'group.delete': acceptAnew<unknown>(platform, async (writer, { context, id, again }) => {
        const group = id === null ? undefined : await platform.document(writer, 'group', id);
        // One that is gone when a crash has been survived is what the task was for.
        if (!group && again && id !== null) return { id, done: true };
        if (!group) throw new GantryError('not_found');
        const acting = await actingOf(platform, writer, context);
        assertReaches(acting, group);
        await assertNotIn(platform, writer, acting, group);
        await removeGroup(platform, writer, group);
        return { id: group.id, done: true };
      }),
    },
  };
}

/** Nobody takes away rights from themselves by a group either. Throws state_conflict. */
async function assertNotIn(platform: Platform, writer: Writer, acting: Acting, group: GroupDocument): Promise<void> {
  const self = await platform.document(writer, 'user', acting.userId);
  if (self?.group_ids.includes(group.id)) assertNotOwn(acting, [acting.userId]);
}

/** Users of a group's domain. Throws validation_failed. */
async function usersOf(platform: Platform, writer: Writer, group: GroupDocument, ids: readonly string[]): Promise<UserDocument[]> {
  const rows = await writer.getMany(platform.id, 'user', ids);
  return ids.map((id) => {
    const row = rows.get(id);
    if (row?.domainId !== group.domain_id) throw new GantryError('validation_failed', { fields: { uuids: [{ code: 'unknown_id' }] } });
    return row.document;
  });
}

const leave = (platform: Platform, writer: Writer, user: UserDocument, groupId: string) =>
  putOwned(platform, writer, 'user', { ...user, group_ids: user.group_ids.filter((id) => id !== groupId) });

async function create(
  platform: Platform,
  writer: Writer,
  { domainId, assigned_projects: projects = [], ...body }: GroupCreate & { domainId: string },
): Promise<string> {
  if (!(await platform.document(writer, 'domain', domainId))) throw new GantryError('not_found');
  const all = { kind: groupKind, visibility: EVERYTHING, filters: {}, sort: { key: 'name', descending: false }, limit: 1 } as const;
  const { count = 0 } = await platform.store.read.list({ ...all, domainId, withCount: true });
  if (count >= GROUPS_PER_DOMAIN) throw new GantryError('quota_exceeded', { params: { resource: 'groups' } });
  const group: GroupDocument = {
    id: randomUUID(),
    name: body.name,
    description: body.description ?? '',
    domain_id: domainId,
    role: body.role ?? 'project_member',
    assigned_projects: await assignedBy(platform, writer, domainId, projects, 'assigned_projects'),
    system_permissions: body.system_permissions ?? [],
    domain_permissions: body.domain_permissions ?? [],
    members_count: 0,
    created_at: platform.now(),
  };
  await takeName(platform, writer, nameOf(group, group.name));
  await putOwned(platform, writer, 'group', group);
  return group.id;
}

const nameOf = ({ id, domain_id: domainId }: GroupDocument, name: string) => ({
  id,
  key: groupName(domainId, name),
  taken: 'group_name_taken',
});

/** Who is in a group. Changes run one after the other, so what is committed is all there is. */
async function membersOf(platform: Platform, groupId: string): Promise<UserDocument[]> {
  const filters: Readonly<Record<string, Filter>> = { group_id: { operator: 'is', values: [groupId] } };
  const sort = { key: 'name', descending: false };
  const { rows } = await platform.store.read.list({ kind: userKind, visibility: EVERYTHING, filters, sort, limit: USERS_PER_GROUP });
  return rows.filter(({ engine }) => engine === platform.id).map((row) => row.document);
}

/** A group; its users are no longer in it. */
export async function removeGroup(platform: Platform, writer: Writer, group: GroupDocument): Promise<void> {
  for (const user of await membersOf(platform, group.id)) await leave(platform, writer, user, group.id);
  await platform.buckets.names.remove(writer.records, groupName(group.domain_id, group.name));
  await writer.remove(platform.key('group', group.id));
}
