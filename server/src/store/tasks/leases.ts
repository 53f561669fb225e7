import { sql } from 'kysely';
import { databaseNow, type Database, type Flavour } from '../sql/database.ts';
import type { HeldLease, Leases } from '../../port/store/tasks.ts';
import type { Db } from '../sql/tables.ts';

/** Someone else holds the lease by now: what was to be written under it is not. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease ${name} is no longer ours`);
    this.name = 'LeaseLost';
  }
}

/** Milliseconds beyond which nobody holds anything: what seems to be held for longer was taken while the clock was ahead. */
export const LONGEST_LEASE_MS = 600_000;

/** Named leases, by the database's clock. */
export function createLeases({ flavour, write }: Database): Leases {
  const clock = databaseNow(flavour);
  return {
    async hold(name, owner, leaseMs) {
      const { rows } = await sql<{ since: number }>`
        insert into leases (name, owner, until, since) values (${name}, ${owner}, ${clock} + ${leaseMs}, ${clock})
        on conflict (name) do update set owner = excluded.owner, until = excluded.until,
          since = case when leases.owner = excluded.owner then leases.since else excluded.since end
          where leases.owner = excluded.owner or leases.until not between ${clock} and ${clock} + ${LONGEST_LEASE_MS}
        returning since`.execute(write);
      return rows[0] && { name, owner, since: rows[0].since };
    },
    async release(name, owner) {
      await write.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute();
    },
  };
}

/**
 * Within a transaction: throws LeaseLost where the lease is not held any more, and from here to the end of the transaction nobody else
 * can take it. A process that was stopped for a while finds out here, before it writes what it knew then.
 */
export async function assertHeld(db: Db, flavour: Flavour, { name, owner, since }: HeldLease): Promise<void> {
  const lock = flavour === 'postgres' ? sql`for share` : sql``;
  const { rows } = await sql`select 1 from leases where name = ${name} and owner = ${owner} and since = ${since} ${lock}`.execute(db);
  if (rows.length === 0) throw new LeaseLost(name);
}
