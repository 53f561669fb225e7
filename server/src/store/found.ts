/** What the filters of a list find in a range of it: few rows, which then lead, or many, through which it is walked. */
import { sql, type RawBuilder } from 'kysely';
import type { Flavour } from './database.ts';
import type { Condition, Search } from './filters.ts';
import type { Layout } from './layout.ts';
import type { Db } from './tables.ts';

/** Up to so many rows a filter leads. */
const FEW = 1000;

export interface Listing {
  db: Db;
  flavour: Flavour;
  layout: Layout;
  /** Numbers of the caller's scope names. */
  scopes: readonly number[];
  searches: readonly Search[];
  /** Narrows to entries that are in this scope as well. */
  within?: number | undefined;
  /** Whether the one scope holds all rows of the kind. */
  isEverything: boolean;
  /** Whether the matches are going to be counted. */
  counts: boolean;
  /** What has been found out about the filters so far, by scope. */
  found: Map<number, Found>;
}

/** The few rows among which all that are looked for are, and what is still to be asked of them. */
interface Lead {
  rids: readonly number[];
  conditions: readonly Condition[];
}

interface Found {
  lead?: Lead;
  /** How many rows match all filters, where that was found out. */
  count?: number;
}

export const and = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;

/** Everything an entry must fulfil; without what it is known to. */
export function conditionsOf({ layout, searches, within }: Listing, known?: Search): Condition[] {
  const all = searches.filter((search) => search !== known).map(({ condition }) => condition);
  if (within !== undefined)
    all.push(sql<boolean>`exists (select 1 from ${sql.table(layout.list)} as w where w.scope = ${within} and w.rid = l.rid)`);
  return all;
}

/** Where few rows match, those. Found out once for page and count. */
export async function foundBy(listing: Listing, scope: number): Promise<Found> {
  const known = listing.found.get(scope);
  if (known) return known;
  const found = (await byIndex(listing, scope)) ?? (await byScan(listing, scope));
  listing.found.set(scope, found);
  return found;
}

/** By the trigram index first; where that finds too many in all scopes together, by the scope's own entries where an index leads to them. */
async function byIndex(listing: Listing, scope: number): Promise<Found | undefined> {
  for (const search of listing.searches) {
    const anywhere = search.anywhere && (await few(listing.db, sql`select f.rid ${search.anywhere}`));
    if (anywhere) return { lead: { rids: anywhere, conditions: conditionsOf(listing) } };
    const own = search.scans ? undefined : await few(listing.db, sql`select l.rid ${search.matches(scope)}`);
    if (own) return { lead: { rids: own, conditions: conditionsOf(listing, search) } };
  }
  return undefined;
}

/** Going through all entries takes long where the few that match, or none, come last. */
async function byScan(listing: Listing, scope: number): Promise<Found> {
  const { db, searches, isEverything, counts } = listing;
  const [only] = searches;
  if (!searches.some(({ scans }) => scans)) return {};
  // Under a single filter's index matches may lie side by side, at its end: what must be counted anyway is counted first.
  const count = counts && only && searches.length === 1 ? await countMatches(listing, scope) : undefined;
  if (count !== undefined && count > FEW) return { count };
  // In all scopes together too many were found already.
  if (count === undefined && isEverything && searches.every(({ anywhere }) => anywhere)) return {};
  const rids = await few(db, sql`select l.rid ${matchesOf(listing, scope)}`);
  return rids ? { lead: { rids, conditions: [] }, count: rids.length } : {};
}

async function few(db: Db, found: RawBuilder<unknown>): Promise<number[] | undefined> {
  const { rows } = await sql<{ rid: number }>`select * from (${found}) as few limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? undefined : [...new Set(rows.map(({ rid }) => rid))];
}

/** `from … where …` over all matches of a scope: those of a single filter by its index alone, else all entries in the order they are stored in. */
function matchesOf(listing: Listing, scope: number): RawBuilder<unknown> {
  const { layout, searches } = listing;
  const [only] = searches;
  if (only && searches.length === 1) return sql`${only.matches(scope)} ${and(conditionsOf(listing, only))}`;
  return sql`from ${sql.table(layout.list)} as l where l.scope = ${scope} ${and(conditionsOf(listing))}`;
}

/** How many entries of a scope match all filters. */
export async function countMatches(listing: Listing, scope: number): Promise<number> {
  const { db, searches } = listing;
  const everywhere = countedEverywhere(listing);
  if (everywhere) return counted(db, sql`select count(*) as count ${everywhere}`);
  const [only] = searches;
  const number = only?.repeats && searches.length === 1 ? sql`count(distinct l.rid)` : sql`count(*)`;
  return counted(db, sql`select ${number} as count ${matchesOf(listing, scope)}`);
}

/**
 * `from …` over the matches in all scopes together, where SQLite's trigram index counts them without a look at the rows: those of a text,
 * or all there are, of each of which it keeps one small entry; such a table as a whole is counted by its pages.
 */
function countedEverywhere({ flavour, layout, searches, isEverything }: Listing): RawBuilder<unknown> | undefined {
  if (!isEverything || flavour !== 'sqlite' || searches.length > 1) return undefined;
  const [only] = searches;
  if (only) return only.anywhere;
  return layout.found.length > 0 ? sql`from ${sql.table(`${layout.find}_docsize`)}` : undefined;
}

export const counted = async (db: Db, query: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ count: number }>`${query}`.execute(db)).rows[0]?.count ?? 0;
