/** One-time tickets: their hashes, and what each leads to, sealed. */
import { sql } from 'kysely';
import { instantOf } from '../../port/clock.ts';
import type { Vault } from '../crypto/vault.ts';
import { databaseNow, type Database } from '../sql/database.ts';
import type { TicketStore } from '../../port/store/sign-in.ts';

const place = (hash: string): string => `tickets.content:${hash}`;

export function createTicketStore({ flavour, write }: Database, vault: Vault): TicketStore {
  const clock = databaseNow(flavour);
  return {
    async issue({ hash, purpose, content, lifetime }) {
      const { until } = await write
        .insertInto('tickets')
        .values({ hash, purpose, content: vault.seal(content, place(hash)), until: sql<number>`${clock} + ${sql.val(lifetime)}` })
        .returning('until')
        .executeTakeFirstOrThrow();
      return instantOf(until);
    },
    async redeem(hash, purpose) {
      // One statement: of several who come with the same ticket, one takes the row.
      const row = await write
        .deleteFrom('tickets')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .returning(['content', sql<number>`case when until > ${clock} then 1 else 0 end`.as('valid')])
        .executeTakeFirst();
      return row?.valid === 1 && vault.canOpen(row.content) ? vault.open(row.content, place(hash)) : undefined;
    },
    async prune() {
      await write.deleteFrom('tickets').where('until', '<=', clock).execute();
    },
  };
}
