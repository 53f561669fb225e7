/** The count of a list, exact and with the list's filters. */
import { sql } from 'kysely';
import { ofRows } from './filters.ts';
import { and, conditionsOf, counted, countMatches, foundBy, type Listing } from './matches.ts';

/** How many rows the listing has, each counted once. */
export async function countOf(listing: Listing): Promise<number> {
  const { layout, scopes } = listing;
  // Only rows of kinds that are shared can be in two ranges of one caller.
  if (layout.kind.shareable && scopes.length > 1) return countDistinct(listing);
  let count = 0;
  for (const scope of scopes) count += await branchCount(listing, scope);
  return count;
}

async function branchCount(listing: Listing, scope: number): Promise<number> {
  const { db, flavour, layout } = listing;
  if (conditionsOf(listing).length === 0) return countMatches(listing, scope);
  const { lead, count } = await foundBy(listing, scope);
  if (count !== undefined) return count;
  if (!lead) return countMatches(listing, scope);
  if (lead.rids.length === 0) return 0;
  const tests = and([ofRows(flavour, lead.rids), ...lead.conditions]);
  return counted(db, sql`select count(*) as count from ${sql.table(layout.list)} as l where l.scope = ${scope} ${tests}`);
}

async function countDistinct(listing: Listing): Promise<number> {
  const { db, layout, scopes } = listing;
  const from = sql`from ${sql.table(layout.list)} as l where l.scope in (${sql.join(scopes)}) ${and(conditionsOf(listing))}`;
  return counted(db, sql`select count(distinct l.rid) as count ${from}`);
}
