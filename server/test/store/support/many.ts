/** Fills a kind's tables with as many rows as a cloud has: some rows through the store, multiplied by the database itself. */
import type { Kind } from '@gantry/contract/wire/kind';
import { isFull } from '../../../../tools/lib/tier.ts';
import type { Flavour } from '../../../src/store/sql/database.ts';
import { creation, layoutOf, type Layout } from '../../../src/store/entries/layout.ts';
import type { RowInput } from '../../../src/port/store/rows.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { RESOURCE_COLUMNS } from '../../../src/store/sql/rows.ts';
import type { TestPlace } from '../../support/databases.ts';
import { connectDirect, openDirect } from '../../support/direct.ts';
import { row } from './rows.ts';

/** `npm run plans`. */
export const ALL_PLANS = process.env['GANTRY_TEST_PLANS'] === 'all';

/** Rows that go through the store, and how often there is each in the end: a filter that seven of a project's match then finds more than it leads with (`FEW`). */
const MADE = 100;
export const TIMES = ALL_PLANS ? 200 : isFull ? 160 : 20;
export const ROWS = MADE * TIMES;
/** Between the numbers of a row and its copies; more than all rows that are made. */
const APART = 1_000_000;

const STATUSES = ['ACTIVE', 'ACTIVE', 'SHUTOFF', 'ERROR'] as const;

/** A value of a key: few different texts and numbers, as statuses and sizes are, and different ones where the key names the thing. */
function valueOf(key: string, type: 'text' | 'integer' | 'time', index: number): unknown {
  if (type === 'time') return new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();
  if (type === 'integer') return [1, 2, 4, 8][index % 4];
  if (isNaming(key)) return `eu-web-${index}`;
  return index < 3 ? 'rare' : STATUSES[index % STATUSES.length];
}

/** Whether a key's values tell one thing from the others. */
export const isNaming = (key: string): boolean =>
  ['id', 'name', 'email', 'contact_email', 'host', 'ip', 'address', 'item', 'object', 'server', 'search'].includes(key);

/** Half of the rows belong to project p0 of domain d0, the rest to nine others in two domains, two to the user ann. */
function madeRow(kind: Kind, index: number): RowInput {
  const document: Record<string, unknown> = {};
  for (const [key, { path, type, many }] of Object.entries(kind.fields)) {
    if (path === 'id') continue;
    const names = path.split('.');
    let place = document;
    for (const name of names.slice(0, -1)) place = (place[name] ??= {}) as Record<string, unknown>;
    const value = valueOf(key, type, index);
    place[names.at(-1)!] = many ? [value] : value;
  }
  const number = index % 2 === 0 ? 0 : (index >> 1) % 10;
  const owner = index < 2 ? { projectId: null, userId: 'ann' } : { projectId: `p${number}`, domainId: number < 5 ? 'd0' : 'd1' };
  const shares = kind.shareable && index % 10 === 5 ? { shares: [{ target: 'public', state: 'accepted' } as const] } : {};
  return row(kind.name, `row-${index}`, document, { domainId: 'd0', ...owner, ...shares });
}

/** Statements that make the copies: `n` runs from 1 to one less than there are to be of each. */
function copying(layout: Layout, flavour: Flavour): string[] {
  const { kind, list, terms, find, found, many, columns } = layout;
  const series =
    flavour === 'sqlite'
      ? `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${TIMES - 1}) select n from s)`
      : `generate_series(1, ${TIMES - 1})`;
  const from = (table: string) =>
    `from ${table} as t cross join ${series} as s(n)`.replace('as s(n)', flavour === 'sqlite' ? 'as s' : 'as s(n)');
  const copied = (name: string): string => {
    const key = name.slice(2);
    if (kind.fields[key]?.type === 'time') return `t.${name} + s.n * 60000`;
    return isNaming(key) ? `t.${name} || '-' || s.n` : `t.${name}`;
  };
  const names = columns.map(({ name }) => name);
  const places = many.flatMap(({ key }, place) => (isNaming(key) ? [place] : []));
  const value = places.length === 0 ? 't.value' : `case when t.field in (${places.join()}) then t.value || '-' || s.n else t.value end`;
  const own = RESOURCE_COLUMNS.filter((name) => name !== 'rid' && name !== 'id');
  const texts = found.map(({ name }) => name);
  const joined = flavour === 'sqlite' ? 'group_concat(v.value, char(10))' : 'string_agg(v.value, chr(10))';
  const text = ({ name }: { name: string }): string => {
    const place = many.findIndex((key) => key.text?.name === name);
    return place < 0
      ? `t.${name}`
      : `(select ${joined} from ${terms} as v where v.rid = t.rid and v.field = ${place} and v.scope + 0 = t.scope)`;
  };
  return [
    `insert into resources (rid, id, ${own.join()}) select t.rid + s.n * ${APART}, t.id || '-' || s.n, ${own.map((name) => `t.${name}`).join()}
      ${from('resources')} where t.kind = '${kind.name}'`,
    `insert into ${list} (scope, rid, ${names.join()}) select t.scope, t.rid + s.n * ${APART}, ${names.map(copied).join()} ${from(list)}`,
    ...(many.length === 0
      ? []
      : [`insert into ${terms} (scope, field, value, rid) select t.scope, t.field, ${value}, t.rid + s.n * ${APART} ${from(terms)}`]),
    ...(texts.length === 0
      ? []
      : [
          `insert into ${find} (${flavour === 'sqlite' ? 'rowid' : 'rid'}, ${texts.join()}) select t.rid, ${found.map(text).join()}
            from ${list} as t join scopes as c on c.id = t.scope where c.name = 'all' and t.rid >= ${APART}`,
        ]),
    ...(flavour === 'sqlite' ? counting(layout) : []),
  ];
}

/** Statements that count anew. */
function counting({ list, countTable: tally, countedColumns }: Layout): string[] {
  return [
    `delete from ${tally}`,
    `insert into ${tally} (scope, field, value, n) select scope, -1, '', count(*) from ${list} group by scope`,
    ...countedColumns.map(
      ({ name }, field) =>
        `insert into ${tally} (scope, field, value, n)
          select scope, ${field}, ${name}, count(*) from ${list} where ${name} is not null group by scope, ${name}`,
    ),
  ];
}

/** Indexes are quicker made at once than row by row; but that of terms by their rows is asked while the texts are copied. */
function statements(kind: Kind, flavour: Flavour): string[] {
  const layout = layoutOf(kind);
  const indexes = creation(layout, flavour).filter((statement) => /^create index (?!terms_)/.test(statement));
  return [...indexes.map((index) => `drop index ${index.split(' ')[2]}`), ...copying(layout, flavour), ...indexes];
}

/** Leaves `ROWS` rows of each kind, and what the database needs to know to plan. */
export async function fillMany(place: TestPlace, store: Store, kinds: Iterable<Kind>): Promise<void> {
  const all = [...kinds];
  for (const kind of all)
    await store.transaction((writer) => writer.putMany(Array.from({ length: MADE }, (_, index) => madeRow(kind, index))));
  const { url, file } = place.options;
  if (url === undefined) {
    const database = openDirect(file);
    database.exec(`pragma synchronous = off; begin; ${all.flatMap((kind) => statements(kind, 'sqlite')).join(';')}; commit`);
    database.close();
    return;
  }
  const client = await connectDirect(url);
  for (const statement of all.flatMap((kind) => statements(kind, 'postgres'))) await client.query(statement);
  // As the server does by itself after so many rows.
  await client.query('vacuum analyze');
  await client.end();
}
