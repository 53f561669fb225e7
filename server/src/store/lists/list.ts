/**
 * A page of a list. Each scope name of the caller is a range of the kind's list table, in order of the sort; the pages of
 * the ranges are merged. With filters there are two ways:
 * - a filter that few rows match leads: its rows are tested by the others and sorted;
 * - else the range is walked in order and tested, in slices, until the page is full.
 * Either ends after a bounded amount of work in each statement.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '@gantry/contract/wire/query';
import type { Flavour } from '../sql/database.ts';
import { ofRows, type Condition, type Search } from './filters.ts';
import { and, conditionsOf, foundBy, type Listing } from './matches.ts';
import type { Column, Key, Layout } from '../entries/layout.ts';
import type { Position } from './marker.ts';

/** Entries a statement tests. With a bound the databases go along the order, however few matches they expect. */
const SLICE = 5000;

export interface Order {
  column: Column;
  descending: boolean;
}

export const orderOf = (layout: Layout, sort: Sort): Order | undefined => {
  const column = layout.sorts.get(sort.key);
  return column && { column, descending: sort.descending };
};

/** Up to `limit` positions after `after`, in order, each row once. */
export async function pageOf(listing: Listing, order: Order, after: Position | undefined, limit: number): Promise<Position[]> {
  const branches: Position[][] = [];
  for (const scope of listing.scopes) branches.push(await branchPage(listing, scope, order, after, limit));
  if (branches.length === 1) return branches[0]!;
  const merged = new Map(branches.flat().map((position) => [position.rid, position]));
  return [...merged.values()].sort((a, b) => comparePositions(a, b, order.descending)).slice(0, limit);
}

async function branchPage(listing: Listing, scope: number, order: Order, after: Position | undefined, limit: number): Promise<Position[]> {
  const conditions = conditionsOf(listing);
  if (conditions.length === 0) return positions(listing, scope, order, { after }, [], limit);
  const { lead } = await foundBy(listing, scope);
  if (lead) return lead.rids.length === 0 ? [] : positions(listing, scope, order, { after, rids: lead.rids }, lead.conditions, limit);
  const [only] = listing.searches;
  // Sorted by what it is filtered by: the matches lie side by side.
  if (conditions.length === 1 && only?.constant?.column === order.column.name)
    return constantPage(listing, scope, order, after, only.constant, limit);
  return walk(listing, scope, order, after, conditions, limit);
}

/** All matches have one key: their order is that of their numbers. */
function constantPage(
  listing: Listing,
  scope: number,
  order: Order,
  after: Position | undefined,
  { key, condition }: NonNullable<Search['constant']>,
  limit: number,
): Promise<Position[]> | Position[] {
  const place = after ? compareKeys(key, after.key) * (order.descending ? -1 : 1) : 1;
  if (place < 0) return [];
  const beyond = sql<boolean>`l.rid ${order.descending ? sql`<` : sql`>`} ${after?.rid ?? 0}`;
  return positions(listing, scope, order, {}, place === 0 ? [condition, beyond] : [condition], limit);
}

async function walk(
  listing: Listing,
  scope: number,
  order: Order,
  after: Position | undefined,
  conditions: readonly Condition[],
  limit: number,
): Promise<Position[]> {
  // Sorted by the time that a period is of, the walk goes no further than the period.
  const { period } = listing.searches.find((search) => search.period?.column === order.column.name) ?? {};
  const inside = period ? [period.condition] : [];
  const found: Position[] = [];
  let from = after;
  for (;;) {
    const [to] = await positions(listing, scope, order, { after: from }, inside, 1, SLICE - 1);
    found.push(...(await positions(listing, scope, order, { after: from, to }, [...inside, ...conditions], limit - found.length)));
    if (found.length >= limit || !to) return found;
    from = to;
  }
}

interface Range {
  after?: Position | undefined;
  /** The last position of the range. */
  to?: Position | undefined;
  /** These rows only: they are looked up and sorted. */
  rids?: readonly number[] | undefined;
}

async function positions(
  { db, layout, flavour }: Listing,
  scope: number,
  order: Order,
  range: Range,
  conditions: readonly Condition[],
  limit: number,
  offset = 0,
): Promise<Position[]> {
  const query = positionsQuery(layout, flavour, scope, order, range, conditions, limit, offset);
  return (await query.execute(db)).rows;
}

/** Entries of a scope in order. */
function positionsQuery(
  layout: Layout,
  flavour: Flavour,
  scope: number,
  { column, descending }: Order,
  { after, to, rids }: Range,
  conditions: readonly Condition[],
  limit: number,
  offset = 0,
): RawBuilder<Position> {
  const key = sql.ref(`l.${column.name}`);
  const direction = descending ? sql`desc` : sql`asc`;
  // Given rows are looked up by their numbers: as an expression the key keeps either database from walking the order in search of them.
  const place = rids ? asExpression(key, column, flavour) : key;
  const bound = (position: Position | undefined, sign: RawBuilder<unknown>) =>
    position ? sql`and (${place}, l.rid) ${sign} (${position.key}, ${position.rid})` : sql``;
  const tests = rids ? [ofRows(flavour, rids), ...conditions] : conditions;
  return sql<Position>`
    select ${key} as key, l.rid as rid from ${sql.table(layout.list)} as l
    where l.scope = ${scope} ${bound(after, descending ? sql`<` : sql`>`)} ${bound(to, descending ? sql`>=` : sql`<=`)} ${and(tests)}
    order by ${place} ${direction}, l.rid ${direction} limit ${limit} offset ${offset}`;
}

function asExpression(key: RawBuilder<unknown>, { type }: Column, flavour: Flavour): RawBuilder<unknown> {
  if (flavour === 'sqlite') return sql`+${key}`;
  return type === 'text' ? sql`(${key} || '')` : sql`(${key} + 0)`;
}

/** By key, then by number; text by code points, as the databases do. */
function comparePositions(a: Position, b: Position, descending: boolean): number {
  const order = compareKeys(a.key, b.key) || a.rid - b.rid;
  return descending ? -order : order;
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
