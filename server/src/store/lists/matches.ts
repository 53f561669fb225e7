/** What the filters of a list find in a range of it: few rows, which then lead, or many, through which it is walked. */
import { sql, type RawBuilder } from 'kysely';
import type { Flavour } from '../sql/database.ts';
import type { Condition, Search } from './filters.ts';
import type { Layout } from '../entries/layout.ts';
import { storedCount, totalCount } from '../entries/counts.ts';
import type { Db } from '../sql/tables.ts';

/** Up to so many rows a filter leads. */
const FEW = 1000;
/** One of so many parts of a scope is read sooner by an index, entry by entry; of more all are, in the order they are stored in. */
const PART = 8;

export interface Listing {
  db: Db;
  flavour: Flavour;
  layout: Layout;
  /** Numbers of the caller's scope names. */
  scopes: readonly number[];
  searches: readonly Search[];
  /** Narrows to entries that are in this scope as well. */
  within?: number | undefined;
  /** Number of the scope name that all rows have; undefined while there are none. */
  all: number | undefined;
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
    const count = search.stored && (await storedCount(listing.db, listing.layout, scope, search.stored));
    if (count !== undefined && count > FEW) {
      if (conditionsOf(listing).length === 1) return { count };
      continue;
    }
    const anywhere = search.anywhere && (await few(listing.db, sql`select f.rid ${search.anywhere}`));
    if (anywhere) return { lead: { rids: anywhere, conditions: conditionsOf(listing) } };
    const own = search.scans ? undefined : await few(listing.db, sql`select l.rid ${search.matches(scope)}`);
    if (own) return { lead: { rids: own, conditions: conditionsOf(listing, search) } };
  }
  return undefined;
}

/** Going through all entries takes long where the few that match, or none, come last. */
async function byScan(listing: Listing, scope: number): Promise<Found> {
  const { db, searches, counts } = listing;
  const [only] = searches;
  if (!searches.some(({ scans }) => scans)) return {};
  // Under a single filter's index matches may lie side by side, at its end: what must be counted anyway is counted first.
  const count = counts && only && searches.length === 1 ? await countMatches(listing, scope) : undefined;
  if (count !== undefined && count > FEW) return { count };
  // In all scopes together too many were found already.
  if (count === undefined && searches.every(({ anywhere }) => anywhere) && (await holdsAll(listing, scope))) return {};
  const rids = await few(db, sql`select l.rid ${matchesOf(listing, scope)}`);
  return rids ? { lead: { rids, conditions: [] }, count: rids.length } : {};
}

async function few(db: Db, found: RawBuilder<unknown>): Promise<number[] | undefined> {
  const { rows } = await sql<{ rid: number }>`select * from (${found}) as few limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? undefined : [...new Set(rows.map(({ rid }) => rid))];
}

/** `from … where …` over all matches of a scope: by one filter's index where that has all that is asked, else all entries in the order they are stored in. */
function matchesOf(listing: Listing, scope: number): RawBuilder<unknown> {
  const { layout, searches } = listing;
  const [only] = searches;
  const by =
    searches.length === 1 ? only : searches.find((one) => one.carriesTexts && searches.every((other) => other === one || other.rides));
  if (by) return sql`${by.matches(scope)} ${and(conditionsOf(listing, by))}`;
  return sql`from ${sql.table(layout.list)} as l where l.scope = ${scope} ${and(conditionsOf(listing))}`;
}

/** How many entries of a scope match all filters. */
export async function countMatches(listing: Listing, scope: number): Promise<number> {
  const { db, flavour, layout, searches, within } = listing;
  const [only] = searches;
  if (flavour === 'sqlite' && within === undefined && searches.length <= 1) {
    if (!only) return totalCount(db, layout, scope);
    if (only.stored) return storedCount(db, layout, scope, only.stored);
    // SQLite's trigram index counts without a look at the rows.
    if (only.anywhere && (await holdsAll(listing, scope))) return counted(db, sql`select count(*) as count ${only.anywhere}`);
  }
  const number = only?.repeats && searches.length === 1 ? sql`count(distinct l.rid)` : sql`count(*)`;
  const period = await shortPeriod(listing, scope);
  const matches = period ? sql`${period.matches(scope)} ${and(conditionsOf(listing, period))}` : matchesOf(listing, scope);
  return counted(db, sql`select ${number} as count ${matches}`);
}

/** A filter by a period, one of several, that so few of the scope's entries lie in that its index is the shorter way. PostgreSQL knows by itself. */
async function shortPeriod({ db, flavour, layout, searches }: Listing, scope: number): Promise<Search | undefined> {
  const search = searches.length > 1 && flavour === 'sqlite' ? searches.find(({ period }) => period) : undefined;
  if (!search) return undefined;
  const most = Math.floor((await totalCount(db, layout, scope)) / PART);
  const found = await counted(db, sql`select count(*) as count from (select 1 ${search.matches(scope)} limit ${most + 1}) as part`);
  return found > most ? undefined : search;
}

/** Whether a scope is known to have all rows of the kind: that of the system, or of the one domain or project that there is. */
async function holdsAll({ db, flavour, layout, all }: Listing, scope: number): Promise<boolean> {
  if (scope === all || all === undefined) return true;
  return flavour === 'sqlite' && (await totalCount(db, layout, scope)) === (await totalCount(db, layout, all));
}

export const counted = async (db: Db, query: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ count: number }>`${query}`.execute(db)).rows[0]?.count ?? 0;
