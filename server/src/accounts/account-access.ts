/** What an account of object storage may do: what its user may do now in its project, by the table of rights that the console's calls go by. */
import { allows, tenant, type Standing } from '@gantry/contract/access/roles';
import { GantryError } from '@gantry/contract/wire/errors';
import { Recent } from '../access/recent.ts';
import { systemClock } from '../port/clock.ts';
import type { Account } from './account-records.ts';

/** The right to buckets and objects, whichever way they are reached. */
export const OBJECTS = tenant('s3_enable');

/** Milliseconds that the last answer about an account is kept for an outage of the identity engine, at least. */
const OUTAGE_MS = 60 * 60_000;

export type AccountAccess = 'none' | 'read' | 'write';

/** The face of the identity engine that keys ask: nobody's session stands behind them. */
export interface RightsNow {
  rightsNow(userId: string, projectId: string | null): Promise<readonly Standing[]>;
}

/** Whose account it is, and in which project. */
export type Holder = Pick<Account, 'id' | 'userId' | 'projectId'>;

/** Throws engine_unavailable where the identity engine does not answer and has not answered about that account lately. */
export type AccessOf = (holder: Holder) => Promise<AccountAccess>;

function accessBy(standings: readonly Standing[]): AccountAccess {
  const may = (method: 'GET' | 'PUT'): boolean => standings.some((standing) => allows(OBJECTS, method, standing));
  if (may('PUT')) return 'write';
  return may('GET') ? 'read' : 'none';
}

/** As with sessions, an identity engine that is silent changes nothing: the last answer counts until there is another one. */
export function createAccessOf(identity: RightsNow, now = systemClock.now): AccessOf {
  const last = new Recent<AccountAccess>(OUTAGE_MS, now);
  return async ({ id, userId, projectId = null }) => {
    // An account is made anew in another project: what was known of the former one is not of this one.
    const key = `${id} ${projectId}`;
    try {
      const access = accessBy(await identity.rightsNow(userId, projectId));
      last.set(key, access);
      return access;
    } catch (error) {
      const known = last.get(key);
      if (known !== undefined && error instanceof GantryError && error.code === 'engine_unavailable') return known;
      throw error;
    }
  };
}
