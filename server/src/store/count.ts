/** The count of a list, exact and with the list's filters. */
import { sql, type RawBuilder } from 'kysely';
import { yieldToOthers } from './database.ts';
import { ofRows, type Condition, type Search } from './filters.ts';
import { and, conditionsOf, leadOf, SLICE, type Listing } from './list.ts';
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
  const { db, flavour, layout, searches, within, cuts } = listing;
  const conditions = conditionsOf(listing);
  const table = sql`${sql.table(layout.list)} as l`;
  if (conditions.length === 0) return counted(db, sql<{ count: number }>`select count(*) as count from ${table} where l.scope = ${scope}`);
  const lead = await leadOf(listing, scope);
  if (lead?.rids.length === 0) return 0;
  if (lead) {
    const tests = and([ofRows(flavour, lead.rids), ...lead.conditions]);
    return counted(db, sql<{ count: number }>`select count(*) as count from ${table} where l.scope = ${scope} ${tests}`);
  }
  const [only] = searches;
  if (only && searches.length === 1 && within === undefined) {
    if (only.scans !== undefined && flavour === 'sqlite')
      return cuts.count({ db, table: layout.list, column: only.scans, scope }, only.condition);
    return counted(db, countQuery(only, scope));
  }
  return countSlices(listing, scope, conditions);
}

/** Matches of one filter in a scope, from its index alone. */
const countQuery = (search: Search, scope: number): RawBuilder<{ count: number }> =>
  sql<{ count: number }>`select ${search.repeats ? sql`count(distinct l.rid)` : sql`count(*)`} as count ${search.matches(scope)}`;

/** Several filters that many rows match: the scope's entries in the order they are stored in. */
async function countSlices({ db, layout }: Listing, scope: number, conditions: readonly Condition[]): Promise<number> {
  const table = sql`${sql.table(layout.list)} as l`;
  let count = 0;
  let from = 0;
  for (;;) {
    const { rows } = await sql<{ rid: number }>`
      select l.rid from ${table} where l.scope = ${scope} and l.rid > ${from} order by l.rid limit 1 offset ${SLICE - 1}`.execute(db);
    const to = rows[0]?.rid;
    const end = to === undefined ? sql`` : sql`and l.rid <= ${to}`;
    count += await counted(
      db,
      sql<{ count: number }>`select count(*) as count from ${table} where l.scope = ${scope} and l.rid > ${from} ${end} ${and(conditions)}`,
    );
    if (to === undefined) return count;
    from = to;
    await yieldToOthers();
  }
}

async function countDistinct(listing: Listing): Promise<number> {
  const { db, layout, scopes } = listing;
  return counted(
    db,
    sql<{ count: number }>`
      select count(distinct l.rid) as count from ${sql.table(layout.list)} as l
      where l.scope in (${sql.join(scopes)}) ${and(conditionsOf(listing))}`,
  );
}
