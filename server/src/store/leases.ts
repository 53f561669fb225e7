import { sql } from 'kysely';
import { databaseNow, type Database } from './database.ts';
import type { Leases } from './port.ts';

/** Named leases, by the database's clock. */
export function createLeases({ flavour, write }: Database): Leases {
  const clock = databaseNow(flavour);
  return {
    async hold(name, owner, leaseMs) {
      const { rows } = await sql<{ name: string }>`
        insert into leases (name, owner, until) values (${name}, ${owner}, ${clock} + ${leaseMs})
        on conflict (name) do update set owner = excluded.owner, until = excluded.until
          where leases.owner = excluded.owner or leases.until < ${clock}
        returning name`.execute(write);
      return rows.length > 0;
    },
    async release(name, owner) {
      await write.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute();
    },
  };
}
