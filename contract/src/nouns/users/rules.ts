/** What may be done to users, and what they are by their rights (S0 §3, S1 §3). */
import { HIDDEN_PERMISSIONS } from '../../access/permissions.ts';
import type { Role, UserRole } from '../../access/roles.ts';
import { every, no, type Rule } from '../../wire/rule-result.ts';
import type { User } from './entity.ts';

interface Rights {
  role?: Role | undefined;
  system_permissions?: readonly string[] | undefined;
}

/**
 * The four kinds of users that S1 §6 names, by the roles that stand for them on the wire (decision G16). `project_admin` and `project_user`, the
 * other two of the six, are held in projects and by nobody as such.
 */
const USER_KINDS = {
  domainAdmin: 'domain_admin',
  serviceUser: 'service_account',
  systemAdmin: 'system_admin',
  projectMember: 'project_member',
} as const satisfies Record<string, UserRole>;

/** What a user is, each flag true for exactly one role. */
export const flagsOf = ({ role }: Pick<User, 'role'>): Record<keyof typeof USER_KINDS, boolean> => ({
  domainAdmin: role === USER_KINDS.domainAdmin,
  serviceUser: role === USER_KINDS.serviceUser,
  systemAdmin: role === USER_KINDS.systemAdmin,
  projectMember: role === USER_KINDS.projectMember,
});

/** Whether somebody signs in at an identity provider, which keeps name and password. */
export const isFederated = ({ identity_provider: provider }: Pick<User, 'identity_provider'>): boolean => provider !== null;

/** The administrator that the installation came with. */
export const isDefaultAdmin = ({ system_permissions: permissions }: Pick<User, 'system_permissions'>): boolean =>
  permissions.includes('superuser');

const HIDDEN: readonly string[] = HIDDEN_PERMISSIONS;

/** System permissions as screens show them. */
export const visiblePermissions = ({ system_permissions: permissions }: Pick<User, 'system_permissions'>): string[] =>
  permissions.filter((one) => !HIDDEN.includes(one));

/** Whether rights reach beyond a domain: only administrators of the system give and take them, and act on who has them. */
export const isOfSystem = ({ role, system_permissions: permissions }: Rights): boolean =>
  role === 'system_admin' || (permissions ?? []).length > 0;

/** Whether a user or a group is within reach of who acts: `system`, an administrator of the system, or of a domain. */
export const isWithinReach: Rule<Rights, { system: boolean }> = (target, { system }) =>
  !system && isOfSystem(target) ? no('user_of_system') : true;

const isOrdinary: Rule<Pick<User, 'system_permissions'>> = (user) => (isDefaultAdmin(user) ? no('user_default_admin') : true);
const isLocal: Rule<Pick<User, 'identity_provider'>> = (user) => (isFederated(user) ? no('user_federated') : true);

/** Those of an identity provider are deleted there. */
export const isUserDeletable: Rule<Pick<User, 'system_permissions' | 'identity_provider'>> = every<
  Pick<User, 'system_permissions' | 'identity_provider'>
>(isOrdinary, isLocal);

/** What a user keeps in object storage must be gone before: nobody could reach it any more. */
export const isUserWithoutBuckets: Rule<{ buckets: number }> = ({ buckets }) =>
  buckets === 0 ? true : no('user_has_buckets', { count: buckets });

export const isUserDisableable: Rule<Pick<User, 'enabled' | 'system_permissions'>> = (user) =>
  user.enabled ? isOrdinary(user) : no('user_is_disabled');

export const isUserEnableable: Rule<Pick<User, 'enabled'>> = ({ enabled }) => (enabled ? no('user_is_enabled') : true);

/** A new password from an administrator: identity providers keep those of their users, and the default administrator changes the own one. */
export const isPasswordSettable: Rule<Pick<User, 'system_permissions' | 'identity_provider'>> = every<
  Pick<User, 'system_permissions' | 'identity_provider'>
>(isOrdinary, isLocal);

/** Members of a change that are the user's rights. Permissions of the system are another matter: who else is `superuser` changes them. */
const RIGHTS = ['role', 'domain_permissions'] as const;

/** Whether a user may be changed so: what an identity provider says of its users, and name and rights of a `superuser`, stay. */
export const isUserEditable: Rule<
  Pick<User, 'system_permissions' | 'identity_provider'>,
  { name?: string | undefined; email?: string | undefined; description?: string | undefined } & Partial<
    Record<(typeof RIGHTS)[number] | 'system_permissions', unknown>
  >
> = (user, body) => {
  if (body.name !== undefined || RIGHTS.some((member) => body[member] !== undefined)) {
    const verdict = isOrdinary(user);
    if (verdict !== true) return verdict;
  }
  return [body.name, body.email, body.description].every((member) => member === undefined) ? true : isLocal(user);
};
