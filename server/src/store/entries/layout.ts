/**
 * How a kind is listed. From the fields a kind declares come up to four tables, all made of what `resources` holds and made anew
 * where the declaration has changed (`schema/layout-sync.ts`):
 * - `list_<kind>`: an entry per row and scope name, with a column per sort and filter key and an index per key that begins with the
 *   scope; keys are never null, because nothing sorts first on both databases only if it is a value;
 * - `terms_<kind>`: an entry per row, scope and value of the keys that have many values;
 * - `find_<kind>`: the texts of `contains:`, under a trigram index;
 * - `tally_<kind>`, on SQLite: how many entries there are (`counts.ts`).
 */
import { createHash } from 'node:crypto';
import type { Field, Kind } from '@gantry/contract/wire/kind';
import { canonicalJson } from '../values/canonical.ts';
import type { Flavour } from '../sql/database.ts';
import { asInteger, asText, asTime, exact, fold, FOLD_VERSION, pathValues } from '../values/fold.ts';
import type { Document } from '../../port/store/rows.ts';

/** Value of a key in a list: text, or a number (instants in milliseconds). */
export type Key = string | number;

/** Stands for no number; below every number there is. */
const NO_NUMBER = Number.MIN_SAFE_INTEGER;

export interface Column {
  name: string;
  type: 'text' | 'integer';
  of(document: Document): Key | null;
}

/** What a filter key is looked up by. */
export interface FilterPlan {
  field: Field;
  /** The row's own id; no column is kept. */
  byId: boolean;
  /** Column of the exact value. */
  exact?: string;
  /** Column of the folded text: `contains:`, and the index under which exact values are found. */
  folded?: string;
  /** Plans of the keys that a text is searched for in. */
  of?: readonly FilterPlan[];
  /** Column of the instant that must not be older than a filter says. */
  since?: string;
  /** Whether the folded text stands in the indexes of other keys as well. */
  rides?: true;
}

interface Index {
  name: string;
  columns: readonly string[];
  /**
   * Of a key that is compared exactly, on SQLite: the searched texts ride along, so that both are tested without a look at the entry. Not so
   * the id: some of its signs tell it from nearly all others.
   */
  riders: readonly string[];
}

interface ManyKey {
  key: string;
  path: string;
  /** Whether the entries of each value are counted beforehand. */
  counted: boolean;
  /** Where a part of a value is searched for: what all of them are found by. The values themselves are kept folded then. */
  text?: Column;
}

/** What of a kind its lists are made of: plain data. */
export type ListedKind = Pick<Kind, 'name' | 'version' | 'shareable' | 'fields'>;

export interface Layout<K extends ListedKind = ListedKind> {
  kind: K;
  list: string;
  columns: readonly Column[];
  indexes: readonly Index[];
  /** Column by sort key. */
  sorts: ReadonlyMap<string, Column>;
  filters: ReadonlyMap<string, FilterPlan>;
  /** Keys with many values, in order: an entry's `field` is the place in this list. */
  many: readonly ManyKey[];
  terms: string;
  /** Columns whose texts are searched. */
  found: readonly Column[];
  find: string;
  /** Columns of exact values whose entries are counted, in order: those that are not searched in, which differ from row to row. */
  countedColumns: readonly Column[];
  countTable: string;
  digest: string;
}

const numberOf = (field: Field, value: unknown): number | null => (field.type === 'time' ? asTime(value) : asInteger(value));

/** Parts of a whole are kept in millionths: columns hold whole numbers. */
const MILLION = 1_000_000;

/** The part of a whole; null where one of them is no number, or the whole is nothing. */
function partOf(document: Document, { path, part }: Field & Required<Pick<Field, 'part'>>): number | null {
  const [value, whole] = [path, part.of].map((at) => Number(pathValues(document, at)[0] ?? Number.NaN)) as [number, number];
  if (!Number.isFinite(value) || !(whole > 0)) return null;
  return Math.round((MILLION * (part.left ? whole - value : value)) / whole);
}

const numberColumn = (key: string, field: Field): Column => ({
  name: `n_${key}`,
  type: 'integer',
  of: (document) => {
    const { part } = field;
    return (part ? partOf(document, { ...field, part }) : numberOf(field, pathValues(document, field.path)[0])) ?? NO_NUMBER;
  },
});

const foldedColumn = (key: string, field: Field): Column => ({
  name: `s_${key}`,
  type: 'text',
  of: (document) => fold(asText(pathValues(document, field.path)[0]) ?? ''),
});

const exactColumn = (key: string, field: Field): Column => ({
  name: `f_${key}`,
  type: 'text',
  of(document) {
    const text = asText(pathValues(document, field.path)[0]);
    return text === null ? null : exact(text);
  },
});

/** A filter's value as the key it is compared with; undefined where no row can have it. */
export function filterKey(field: Field, value: string): Key | undefined {
  return field.type === 'text' ? exact(value) : (numberOf(field, value) ?? undefined);
}

function checkName(name: string): void {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot name a table or a column of a list`);
}

/** A key that stands for others. */
function planOfSeveral(kind: ListedKind, key: string, of: readonly string[], filters: ReadonlyMap<string, FilterPlan>): FilterPlan {
  const plans = of.map((one) => {
    const plan = filters.get(one);
    if (!plan?.field.filter?.includes('contains') || plan.field.systemOnly)
      throw new TypeError(`${kind.name}.${key} searches in ${one}, which not everybody may search in`);
    return plan;
  });
  return { field: kind.fields[key]!, byId: false, of: plans };
}

/** Column of a key of time that lists are sorted by, whose index finds the youngest. */
function columnOfTime(kind: ListedKind, key: string, sorts: ReadonlyMap<string, Column>): string {
  const column = sorts.get(key);
  if (!column || kind.fields[key]?.type !== 'time') throw new TypeError(`${kind.name}.${key} is no time that lists are sorted by`);
  return column.name;
}

export function layoutOf<K extends ListedKind>(kind: K): Layout<K> {
  checkName(kind.name);
  const columns: Column[] = [];
  const indexes: Omit<Index, 'riders'>[] = [];
  const sorts = new Map<string, Column>();
  const filters = new Map<string, FilterPlan>();
  const many: ManyKey[] = [];
  const found: Column[] = [];
  const countedColumns: Column[] = [];
  const riders: string[] = [];
  for (const [key, field] of Object.entries(kind.fields)) {
    checkName(key);
    if (field.of || field.since) continue;
    if (field.many) {
      if (field.sort) throw new TypeError(`${kind.name}.${key} has many values and cannot be sorted by`);
      const contains = field.filter?.includes('contains') ?? false;
      if (contains && field.filter?.length !== 1)
        throw new TypeError(`${kind.name}.${key} has many values: they are searched in or compared`);
      const text = contains ? foldedColumn(key, field) : undefined;
      if (text) found.push(text);
      many.push({ key, path: field.path, counted: field.counted ?? false, ...(text && { text }) });
      filters.set(key, { field, byId: false, ...(text && { folded: text.name }) });
      continue;
    }
    const contains = field.filter?.includes('contains') ?? false;
    const equals = field.filter?.some((operator) => operator !== 'contains') ?? false;
    const plan: FilterPlan = { field, byId: equals && field.path === 'id' };
    let first: Column | undefined;
    if (field.type !== 'text') first = numberColumn(key, field);
    else if (field.sort || contains) first = foldedColumn(key, field);
    const second = field.type === 'text' && equals && !plan.byId ? exactColumn(key, field) : undefined;
    const own = [first, second].filter((column) => column !== undefined);
    columns.push(...own);
    // The scope, the key and the row's number are the order of the list; the exact value rides along so that counting needs no more.
    if (own[0])
      indexes.push({ name: `list_${kind.name}_${key}`, columns: ['scope', own[0].name, 'rid', ...own.slice(1).map(({ name }) => name)] });
    if (first && field.sort) sorts.set(key, first);
    if (first && contains) found.push(first);
    if (first && contains && !plan.byId) {
      plan.rides = true;
      riders.push(first.name);
    }
    if (second && !contains) countedColumns.push(second);
    if (first?.type === 'text') plan.folded = first.name;
    const exactName = second?.name ?? (first?.type === 'integer' ? first.name : undefined);
    if (equals && exactName !== undefined) plan.exact = exactName;
    if (field.filter) filters.set(key, plan);
  }
  for (const [key, field] of Object.entries(kind.fields)) {
    if (field.of) filters.set(key, planOfSeveral(kind, key, field.of, filters));
    if (field.since) filters.set(key, { field, byId: false, since: columnOfTime(kind, field.since, sorts) });
  }
  const { shareable, fields, version } = kind;
  // A new version of the documents is a reason to build anew; version 1 has always gone without saying.
  const shape = { FOLD_VERSION, layout: 2, name: kind.name, shareable, fields, ...(version > 1 && { version }) };
  const digest = createHash('sha256').update(canonicalJson(shape)).digest('hex');
  const name = kind.name;
  const isCounted = ({ columns: keys }: Pick<Index, 'columns'>): boolean => countedColumns.some((column) => keys.includes(column.name));
  return {
    kind,
    list: `list_${name}`,
    columns,
    indexes: indexes.map((index) => ({ ...index, riders: isCounted(index) ? riders : [] })),
    sorts,
    filters,
    many,
    terms: `terms_${name}`,
    found,
    find: `find_${name}`,
    countedColumns,
    countTable: `tally_${name}`,
    digest,
  };
}

/** The keys of a document, in the order of the layout's columns. */
export const keysOf = (layout: Layout, document: Document): (Key | null)[] => layout.columns.map((column) => column.of(document));

/** The values of the keys with many values, each once: pairs of the key's place and the value. */
export function termsOf(layout: Layout, document: Document): [field: number, value: string][] {
  return layout.many.flatMap(({ path, text: searched }, place) => {
    const texts = pathValues(document, path).flatMap((value) => asText(value) ?? []);
    return [...new Set(texts.map(searched ? fold : exact))].map((text): [number, string] => [place, text]);
  });
}

/** Statements that make a kind's tables. */
export function creation(layout: Layout, flavour: Flavour): string[] {
  const { list, columns, indexes, many, terms, found, find, countTable } = layout;
  const text = flavour === 'sqlite' ? 'text' : 'text collate "C"';
  const integer = flavour === 'sqlite' ? 'integer' : 'bigint';
  const clustered = flavour === 'sqlite' ? ' without rowid' : '';
  const type = (column: Column) => (column.type === 'text' ? text : integer);
  const nullable = (column: Column) => (column.name.startsWith('f_') ? '' : ' not null');
  const own = columns.map((column) => `, ${column.name} ${type(column)}${nullable(column)}`).join('');
  const indexed = (index: Index) => [...index.columns, ...(flavour === 'sqlite' ? index.riders : [])].join(', ');
  return [
    `create table ${list} (scope ${integer} not null, rid ${integer} not null${own}, primary key (scope, rid))${clustered}`,
    ...indexes.map((index) => `create index ${index.name} on ${list} (${indexed(index)})`),
    ...(many.length === 0
      ? []
      : [
          `create table ${terms} (scope ${integer} not null, field integer not null, value ${text} not null, rid ${integer} not null,
            primary key (scope, field, value, rid))${clustered}`,
          // Rechecks of a row's own values begin with the row.
          `create index ${terms}_row on ${terms} (rid, field)`,
        ]),
    ...(found.length === 0 ? [] : searchTable(find, found, flavour, text)),
    ...(flavour === 'sqlite'
      ? [
          `create table ${countTable} (scope integer not null, field integer not null, value text not null, n integer not null,
            primary key (scope, field, value)) without rowid`,
        ]
      : []),
  ];
}

function searchTable(find: string, found: readonly Column[], flavour: Flavour, text: string): string[] {
  const names = found.map(({ name }) => name);
  if (flavour === 'sqlite') {
    // Texts are folded before they come here; they are kept in the list, not twice.
    return [
      `create virtual table ${find} using fts5(${names.join(', ')}, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1)`,
    ];
  }
  return [
    `create table ${find} (rid bigint primary key, ${names.map((name) => `${name} ${text} not null`).join(', ')})`,
    ...names.map((name) => `create index ${find}_${name} on ${find} using gin (${name} gin_trgm_ops)`),
  ];
}

/** Statements that take a kind's tables away. */
export const removal = (kind: string): string[] =>
  [`list_${kind}`, `terms_${kind}`, `find_${kind}`, `tally_${kind}`].map((table) => `drop table if exists ${table}`);
