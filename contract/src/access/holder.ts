import type { Side } from '../wire/side.ts';
import { entersDomain, entersSystem } from './permissions.ts';

interface Holder {
  roles: readonly { id: string }[];
  is_superuser: boolean;
}

/** Holds the domain_admin role id (S0 §6). */
export const isDomainAdmin = (user: Holder): boolean => user.roles.some((role) => role.id === 'domain_admin');

/** Holds the admin or superuser role, or the flag (S0 §6). `system_admin` is this product's id of that role. */
export const isSystemAdmin = (user: Holder): boolean =>
  user.is_superuser || user.roles.some((role) => ['admin', 'superuser', 'system_admin'].includes(role.id));

/** Works on the whole system outside of projects: as its administrator, or as far as permissions open it (decision G29). */
export const worksOnSystem = (user: Holder & { permissions: readonly string[] }): boolean =>
  isSystemAdmin(user) || entersSystem(user.permissions);

/**
 * Works on a domain outside of projects: as its administrator, or on the administration side with its quotas (decision G15). Domain mode, which the
 * self-service side has, is the administrator's alone (S0 §6).
 */
export const worksOnDomain = (user: Holder & { permissions: readonly string[] }, side: Side): boolean =>
  isDomainAdmin(user) || (side === 'administration' && entersDomain(user.permissions));
