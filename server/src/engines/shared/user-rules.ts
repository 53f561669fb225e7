/** What nobody may do to people, whichever engine keeps them; states of users are the contract's rules. */
import type { Assign } from '@gantry/contract/nouns/users/bodies';
import { isWithinReach } from '@gantry/contract/nouns/users/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no } from '@gantry/contract/wire/rule-result';
import type { Document } from '../../port/store/rows.ts';

/** Who acts, as the engine knows it now. */
export interface Acting {
  userId: string;
  /** Administers the whole system. */
  system: boolean;
  /** Is one whom the installation came with, or was made one by such. */
  superuser: boolean;
}

/** Rights beyond a domain, as users and groups hold them and as bodies give them. */
type Rights = Parameters<typeof isWithinReach>[0];

/** Refuses whoever acts on somebody whose rights reach further than the own ones. Throws state_conflict. */
export const assertReaches = (acting: Acting, target: Document | Rights): void => assertAllowed(isWithinReach(target as Rights, acting));

/** Refuses to give what only administrators of the system have, and `superuser` by whoever has not got it. Throws validation_failed. */
export function assertGivable({ system, superuser }: Acting, given: Rights): void {
  if (superuser) return;
  if (system && !given.system_permissions?.includes('superuser')) return;
  if (system) throw new GantryError('validation_failed', { fields: { system_permissions: [{ code: 'superuser_only' }] } });
  const fields = {
    ...(given.role === 'system_admin' && { role: [{ code: 'system_only' }] }),
    ...((given.system_permissions ?? []).length > 0 && { system_permissions: [{ code: 'system_only' }] }),
  };
  if (Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
}

/** The rights of who is `superuser` are taken by others who are: so one of them always stays. Throws state_conflict. */
export function assertOrdinary({ superuser }: Acting, target: Document | Rights): void {
  const { system_permissions: held } = target as Rights;
  if (!superuser && held?.includes('superuser')) throw new GantryError('state_conflict', { reason: no('user_default_admin') });
}

type Assigned = readonly { project_id: string; role: string; read_only: boolean }[];

/** Whether an assignment takes something from who has `held` before: ends it, or makes it less. */
export function lessens(held: Assigned, { project_id: id, role, read_only: readOnly }: Assign): boolean {
  const before = held.find((one) => one.project_id === id);
  if (!before) return false;
  return role === null || (before.role !== role && role !== 'project_admin') || (readOnly === true && !before.read_only);
}

/**
 * Nobody takes away the own rights: so whoever acts keeps theirs, and the last administrator stays. @param ids whose rights end or become others
 * Throws state_conflict.
 */
export function assertNotOwn({ userId }: Pick<Acting, 'userId'>, ids: readonly string[]): void {
  if (ids.includes(userId)) throw new GantryError('state_conflict', { reason: no('user_self') });
}
