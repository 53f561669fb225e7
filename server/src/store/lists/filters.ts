/** Filters of a list as SQL: a condition to test an entry by, and a way to find the few that match. */
import { sql, type RawBuilder } from 'kysely';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { filterProblem } from '@gantry/contract/wire/kind';
import { parsePeriod, type Filter, type Period } from '@gantry/contract/wire/query';
import { systemClock } from '../../port/clock.ts';
import { numberRows, type Flavour } from '../sql/database.ts';
import { fold } from '../values/fold.ts';
import { filterKey, type FilterPlan, type Key, type Layout } from '../entries/layout.ts';
import { fieldOfMany, type StoredCount } from '../entries/counts.ts';

/** Shortest text a trigram index can find. */
const TRIGRAM = 3;

export type Condition = RawBuilder<boolean>;

/** A filter, ready for the entries of one kind. Entries are called `l`. */
export interface Search {
  /** True of an entry `l` that matches; never leads SQLite away from the index of the order. */
  condition: Condition;
  /** Where all matches have the same key in a column: that column and key, and the condition that lets its index be used. */
  constant?: { column: string; key: Key; condition: Condition };
  /** Where all matches lie between two keys of a column: that column, and the condition that lets its index be used. */
  period?: { column: string; condition: Condition };
  /** `from … where …` over exactly the matching entries of a scope, by an index; the row's number is `l.rid`. */
  matches(scope: number): RawBuilder<unknown>;
  /** Whether `matches` may name a row more than once. */
  repeats: boolean;
  /** Whether `matches` goes through all entries of the scope, however few match. */
  scans: boolean;
  /** Where the matches are counted already. */
  stored?: StoredCount;
  /** Whether the index of `matches` holds searched texts as well, and whether the text that this one searches is among them. */
  carriesTexts?: boolean;
  rides?: boolean;
  /** A cheaper way to the matching rows of all scopes, where there is one: `from … where …`; the row's number is `f.rid`. */
  anywhere?: RawBuilder<unknown>;
}

/** Throws validation_failed on keys that the kind does not filter by, or not so. */
export function searchesOf(layout: Layout, filters: Readonly<Record<string, Filter>>, isSystem: boolean, flavour: Flavour): Search[] {
  const plans = Object.entries(filters).map(([key, filter]) => ({ key, filter, plan: layout.filters.get(key) }));
  const problems = plans.flatMap(({ key, filter, plan }) => {
    const problem = filterProblem(plan?.field, filter, isSystem);
    return problem ? [[key, [problem]] as [string, CodedText[]]] : [];
  });
  if (problems.length > 0) throw new GantryError('validation_failed', { fields: Object.fromEntries(problems) });
  return plans.map(({ key, filter: { operator, values }, plan: found }) => {
    const plan = found!;
    if (found!.since !== undefined) return within(layout, key, found!.since, values, flavour);
    if (operator === 'contains') return partOf(layout, plan, fold(values[0]), flavour);
    const keys = [...new Set(values.flatMap((value) => filterKey(plan.field, value) ?? []))];
    if (operator === 'not_any') return noneOfMany(layout, key, keys.map(String));
    // `any:` and `in:` of a key with many values are the same question: one of the values is one of those.
    if (plan.field.many) return oneOfMany(layout, key, keys.map(String), flavour);
    return plan.byId ? byId(layout, keys.map(String), flavour) : equal(layout, plan, keys, flavour);
  });
}

const list = (layout: Layout) => sql`${sql.table(layout.list)} as l`;
const among = (keys: readonly Key[]) => sql`(${sql.join(keys)})`;
const nothing: Condition = sql<boolean>`1 = 0`;
const everything: Condition = sql<boolean>`1 = 1`;

/** Of one of these periods. An index leads from the first one's beginning to the last one's end. */
function within(layout: Layout, key: string, name: string, texts: readonly string[], flavour: Flavour): Search {
  const now = systemClock.now();
  const periods = texts.map((text) => {
    const period = parsePeriod(text, now);
    if (period === undefined) throw new GantryError('validation_failed', { fields: { [key]: [{ code: 'format' }] } });
    return { from: period.from, to: period.to ?? Number.MAX_SAFE_INTEGER };
  });
  const column = sql.ref(`l.${name}`);
  const inside = (at: RawBuilder<unknown>, { from, to }: Required<Period>): Condition => sql<boolean>`(${at} >= ${from} and ${at} < ${to})`;
  const any = (at: RawBuilder<unknown>): Condition =>
    periods.length === 0
      ? nothing
      : sql<boolean>`(${sql.join(
          periods.map((period) => inside(at, period)),
          sql` or `,
        )})`;
  const whole = { from: Math.min(...periods.map(({ from }) => from)), to: Math.max(...periods.map(({ to }) => to)) };
  const led = periods.length > 1 ? sql<boolean>`${inside(column, whole)} and ${any(column)}` : any(column);
  return {
    condition: any(flavour === 'sqlite' ? sql`+${column}` : column),
    period: { column: name, condition: led },
    matches: (scope) => sql`from ${list(layout)} where l.scope = ${scope} and ${led}`,
    repeats: false,
    scans: false,
  };
}

function byId(layout: Layout, ids: readonly string[], flavour: Flavour): Search {
  const rows = sql`from resources as f where f.kind = ${layout.kind.name} and f.id in ${among(ids)}`;
  const own = (rid: RawBuilder<unknown>): Condition => (ids.length === 0 ? nothing : sql<boolean>`${rid} in (select f.rid ${rows})`);
  return {
    condition: own(flavour === 'sqlite' ? sql`+l.rid` : sql`l.rid`),
    matches: (scope) => sql`from ${list(layout)} where l.scope = ${scope} and ${own(sql`l.rid`)}`,
    repeats: false,
    scans: false,
    ...(ids.length > 0 && { anywhere: rows }),
  };
}

function equal(layout: Layout, plan: FilterPlan, keys: readonly Key[], flavour: Flavour): Search {
  const none = sql`from ${list(layout)} where ${nothing}`;
  if (keys.length === 0) return { condition: nothing, matches: () => none, repeats: false, scans: false };
  const column = sql.ref(`l.${plan.exact!}`);
  const exactly = sql<boolean>`${column} in ${among(keys)}`;
  // The index is that of the sort: folded first, exact as the last column.
  const folded = [...new Set(keys.map((key) => fold(String(key))))];
  const field = flavour === 'sqlite' ? layout.countedColumns.findIndex(({ name }) => name === plan.exact) : -1;
  const byIndex = plan.folded === undefined ? exactly : sql<boolean>`(${sql.ref(`l.${plan.folded}`)} in ${among(folded)} and ${exactly})`;
  return {
    // The sign keeps SQLite from using an index for this column; PostgreSQL knows by its statistics.
    condition: flavour === 'sqlite' ? sql<boolean>`+${column} in ${among(keys)}` : exactly,
    matches: (scope) => sql`from ${list(layout)} where l.scope = ${scope} and ${byIndex}`,
    repeats: false,
    scans: false,
    ...(field >= 0 && { stored: { field, values: keys.map(String) }, carriesTexts: true }),
    ...(keys.length === 1 && { constant: constantOf(plan, keys[0]!, byIndex) }),
  };
}

function constantOf(plan: FilterPlan, key: Key, condition: Condition): NonNullable<Search['constant']> {
  const { folded, exact } = plan;
  return folded === undefined ? { column: exact!, key, condition } : { column: folded, key: fold(String(key)), condition };
}

function oneOfMany(layout: Layout, key: string, keys: readonly string[], flavour: Flavour): Search {
  const field = layout.many.findIndex((one) => one.key === key);
  const terms = sql.table(layout.terms);
  const place = sql.lit(field);
  return {
    condition: keys.length === 0 ? nothing : hasOne(layout, field, keys),
    matches: (scope) =>
      sql`from ${terms} as l where l.scope = ${scope} and l.field = ${place} and ${keys.length === 0 ? nothing : sql`l.value in ${among(keys)}`}`,
    repeats: keys.length > 1,
    scans: false,
    // Of several values a resource may have more than one.
    ...(flavour === 'sqlite' &&
      keys.length === 1 &&
      layout.many[field]!.counted && { stored: { field: fieldOfMany(field), values: keys } }),
  };
}

/** One of an entry's values is one of those. */
const hasOne = (layout: Layout, field: number, keys: readonly string[]): Condition =>
  sql<boolean>`exists (select 1 from ${sql.table(layout.terms)} as t where t.scope = l.scope and t.rid = l.rid and t.field = ${sql.lit(field)} and t.value in ${among(keys)})`;

/** None of the values is one of those: nearly every entry, so that no index leads to them. */
function noneOfMany(layout: Layout, key: string, keys: readonly string[]): Search {
  const field = layout.many.findIndex((one) => one.key === key);
  const condition: Condition = keys.length === 0 ? everything : sql<boolean>`not ${hasOne(layout, field, keys)}`;
  return {
    condition,
    matches: (scope) => sql`from ${list(layout)} where l.scope = ${scope} and ${condition}`,
    repeats: false,
    scans: true,
  };
}

/** A text is a part of what the key says. */
function partOf(layout: Layout, plan: FilterPlan, text: string, flavour: Flavour): Search {
  if (plan.of) return partOfAny(layout, plan.of, text, flavour);
  return (plan.field.many ? partOfMany : containing)(layout, plan, text, flavour);
}

/** One of the keys has this part. */
function partOfAny(layout: Layout, plans: readonly FilterPlan[], text: string, flavour: Flavour): Search {
  const conditions = plans.map((plan) => partOf(layout, plan, text, flavour).condition);
  const condition = sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  return {
    condition,
    matches: (scope) => sql`from ${list(layout)} where l.scope = ${scope} and ${condition}`,
    repeats: false,
    scans: true,
    ...foundAnywhere(layout, plans, text, flavour),
  };
}

/** One of the values has this part. */
function partOfMany(layout: Layout, plan: FilterPlan, text: string, flavour: Flavour): Search {
  const terms = sql.table(layout.terms);
  const place = sql.lit(layout.many.findIndex((one) => one.text?.name === plan.folded));
  // Of a row's own values, found by the row: the sum and the question for a number keep the databases from going through those of the whole scope.
  const own = sql`select max(${placeIn(sql.ref('t.value'), text, flavour)}) from ${terms} as t where t.rid = l.rid and t.field = ${place} and t.scope + 0 = l.scope`;
  return {
    condition: sql<boolean>`(${own}) > 0`,
    matches: (scope) =>
      sql`from ${terms} as l where l.scope = ${scope} and l.field = ${place} and ${placeIn(sql.ref('l.value'), text, flavour)} > 0`,
    repeats: true,
    scans: true,
    ...foundAnywhere(layout, [plan], text, flavour),
  };
}

/** Where in a value a text stands, from 1; 0 where it does not. */
const placeIn = (value: RawBuilder<unknown>, text: string, flavour: Flavour): RawBuilder<number> =>
  flavour === 'sqlite' ? sql<number>`instr(${value}, ${text})` : sql<number>`strpos(${value}, ${text})`;

/** By the trigram index, which finds texts that are long enough. */
function foundAnywhere(layout: Layout, plans: readonly FilterPlan[], text: string, flavour: Flavour): Pick<Search, 'anywhere'> {
  if ([...text].length < TRIGRAM) return {};
  const columns = plans.map(({ folded }) => folded!);
  const find = sql.table(layout.find);
  if (flavour === 'sqlite') {
    const phrase = `{${columns.join(' ')}} : "${text.replaceAll('"', '""')}"`;
    return { anywhere: sql`from (select rowid as rid from ${find} where ${find} match ${phrase}) as f` };
  }
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const alike = columns.map((column) => sql`${sql.ref(`f.${column}`)} like ${pattern}`);
  return { anywhere: sql`from ${find} as f where (${sql.join(alike, sql` or `)})` };
}

function containing(layout: Layout, plan: FilterPlan, text: string, flavour: Flavour): Search {
  const condition = sql<boolean>`${placeIn(sql.ref(`l.${plan.folded!}`), text, flavour)} > 0`;
  return {
    condition,
    matches: (scope) => sql`from ${list(layout)} where l.scope = ${scope} and ${condition}`,
    repeats: false,
    scans: true,
    rides: plan.rides === true,
    ...foundAnywhere(layout, [plan], text, flavour),
  };
}

/** Entries of given rows: PostgreSQL looks an array's members up one by one, where it would join a list of rows with the whole scope. */
export const ofRows = (flavour: Flavour, rids: readonly number[]): Condition =>
  flavour === 'sqlite' ? sql<boolean>`l.rid in ${numberRows(flavour, rids)}` : sql<boolean>`l.rid = any(${rids as number[]}::bigint[])`;
