/** What users may do: what they were given themselves, and what the groups have that they are in. Rights add up. */
import { roleByPermissions } from '@gantry/contract/access/permissions';
import type { Role } from '@gantry/contract/access/roles';
import { flagsOf } from '@gantry/contract/nouns/users/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { Acting } from '../../../engines/shared/user-rules.ts';
import type { UserDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

type Assigned = UserDocument['assigned_projects'];
type Given = Pick<UserDocument, 'role' | 'assigned_projects' | 'system_permissions' | 'domain_permissions'>;

/** Own roles that include others; the rest stand beside one another. */
const STRENGTH: Readonly<Partial<Record<Role, number>>> = { system_admin: 2, domain_admin: 1 };

const stronger = (one: Role, other: Role): Role => ((STRENGTH[other] ?? 0) > (STRENGTH[one] ?? 0) ? other : one);

/** How much an assignment allows: looking, working, leading. */
const weight = ({ role, read_only: readOnly }: Assigned[number]): number => (readOnly ? 0 : role === 'project_admin' ? 2 : 1);

function together(some: Assigned, others: Assigned): Assigned {
  const best = new Map(some.map((one) => [one.project_id, one]));
  for (const one of others) {
    const held = best.get(one.project_id);
    if (!held || weight(one) > weight(held)) best.set(one.project_id, one);
  }
  return [...best.values()];
}

/** The rights of several, added up. */
const added = <G extends Given>(own: G, others: readonly Given[]): G =>
  others.reduce<G>(
    (sum, one) => ({
      ...sum,
      role: stronger(sum.role, one.role),
      assigned_projects: together(sum.assigned_projects, one.assigned_projects),
      system_permissions: [...new Set([...sum.system_permissions, ...one.system_permissions])],
      domain_permissions: [...new Set([...sum.domain_permissions, ...one.domain_permissions])],
    }),
    own,
  );

/** A user as the role that the permissions amount to, where that is more than the own one. */
const risen = (user: UserDocument): UserDocument => ({ ...user, role: stronger(user.role, roleByPermissions(user) ?? user.role) });

/** A user with what groups and permissions give. */
export async function withGroups(platform: Platform, reader: Pick<Writer, 'getMany'>, user: UserDocument): Promise<UserDocument> {
  if (user.group_ids.length === 0) return risen(user);
  const groups = await reader.getMany(platform.id, 'group', user.group_ids);
  return risen(
    added(
      user,
      [...groups.values()].map((row) => row.document),
    ),
  );
}

/** Who requested a command, as it is inside the transaction. Throws forbidden where that is nobody any more. */
export async function actingOf(platform: Platform, writer: Pick<Writer, 'get' | 'getMany'>, { actor }: CommandContext): Promise<Acting> {
  const user = await platform.document(writer, 'user', actor.userId);
  if (!user?.enabled) throw new GantryError('forbidden');
  const held = await withGroups(platform, writer, user);
  return { userId: user.id, system: flagsOf(held).systemAdmin, superuser: held.system_permissions.includes('superuser') };
}
