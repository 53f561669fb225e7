/** The count of a list, exact and with the list's filters. */
import { sql, type RawBuilder } from 'kysely';
import { ofRows, type Search } from './filters.ts';
import { and, conditionsOf, leadOf, type Listing } from './list.ts';
import type { Db } from './tables.ts';

/** How many rows the listing has, each counted once. */
export async function countOf(listing: Listing): Promise<number> {
  const { layout, scopes } = listing;
  // Only rows of kinds that are shared can be in two ranges of one caller.
  if (layout.kind.shareable && scopes.length > 1) return countDistinct(listing);
  let count = 0;
  for (const scope of scopes) count += await branchCount(listing, scope);
  return count;
}

const counted = async (db: Db, query: RawBuilder<{ count: number }>): Promise<number> => (await query.execute(db)).rows[0]?.count ?? 0;

async function branchCount(listing: Listing, scope: number): Promise<number> {
  const { db, flavour, layout, searches, within } = listing;
  const conditions = conditionsOf(listing);
  const table = sql`${sql.table(layout.list)} as l`;
  if (conditions.length === 0) return counted(db, sql<{ count: number }>`select count(*) as count from ${table} where l.scope = ${scope}`);
  const lead = await leadOf(listing, scope);
  if (lead?.rids.length === 0) return 0;
  const [only] = searches;
  if (!lead && only && searches.length === 1 && within === undefined) return counted(db, countQuery(only, scope));
  // Several filters that many rows match: all entries of the scope, in the order they are stored in.
  const tests = and(lead ? [ofRows(flavour, lead.rids), ...lead.conditions] : conditions);
  return counted(db, sql<{ count: number }>`select count(*) as count from ${table} where l.scope = ${scope} ${tests}`);
}

/** Matches of one filter in a scope, from its index alone. */
const countQuery = (search: Search, scope: number): RawBuilder<{ count: number }> =>
  sql<{ count: number }>`select ${search.repeats ? sql`count(distinct l.rid)` : sql`count(*)`} as count ${search.matches(scope)}`;

async function countDistinct(listing: Listing): Promise<number> {
  const { db, layout, scopes } = listing;
  return counted(
    db,
    sql<{ count: number }>`
      select count(distinct l.rid) as count from ${sql.table(layout.list)} as l
      where l.scope in (${sql.join(scopes)}) ${and(conditionsOf(listing))}`,
  );
}
