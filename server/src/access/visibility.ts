/** The one place that turns a caller into visibility: the store's condition, and the same as names of the change log (rule 5). */
import type { Permission } from '@gantry/contract/access/roles';
import type { Row, Visibility } from '../port/store/rows.ts';
import { domainOf, type Caller } from './caller.ts';

/**
 * Visibility of a caller on the resources behind a permission. It is the chosen scope, except that calls for domain administrators always
 * look at the whole domain and calls for the system at the whole system: nobody without that right gets so far.
 */
export function visibilityOf(caller: Caller, permission?: Permission): Visibility {
  const domainId = domainOf(caller);
  const base = { userId: caller.principal.userId, domainId };
  const wide = permission?.audience === 'domain_lead' || permission?.audience === 'system';
  if (!wide || caller.scope.type !== 'project') return { ...base, scope: caller.scope };
  return { ...base, scope: caller.role === 'system_admin' ? { type: 'system' } : { type: 'domain', domainId } };
}

/** Whether the members and keys meant for the system scope are shown. */
export const seesSystem = (visibility: Visibility): boolean => visibility.scope.type === 'system';

/** Whether a resource belongs to what a caller has chosen to work on; else it is seen because it is shared. */
export const isOwn = ({ projectId, domainId, userId }: Row, { scope, userId: caller }: Visibility): boolean =>
  scope.type === 'system' ||
  (userId !== null && userId === caller) ||
  (scope.type === 'project' && projectId === scope.projectId) ||
  (scope.type === 'domain' && domainId === scope.domainId);
