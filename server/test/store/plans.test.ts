/**
 * Every statement that a list sends, for each declared scope × filter × sort, is explained by the database that got it, on 16,000 rows of
 * each kind and with the product's own settings:
 * - no statement reads a whole table;
 * - nothing is sorted but rows that are given by number, and of those there are at most 1,000 (`FEW` in list.ts);
 * - PostgreSQL, which tells what a plan did: a page without filters reads no more entries than it shows and one to look ahead, any other,
 *   and the look whether few rows match a filter, no more than a slice of 5,000 (`SLICE`) in a statement, or the several values of so many.
 *   But where rows are given, a look-up may be replaced by up to 60 entries read in a row, which is as quick; and for `contains:` with a text
 *   shorter than three characters, which no trigram finds: that look goes through the scope's entries, and through no others.
 * Of kinds and keys that are declared alike one is asked for (support/shapes.ts), and what an order changes nothing of is asked with few of
 * them; with GANTRY_TEST_PLANS=all (`npm run plans`) all of it, on 20,000.
 * SQLite plans without statistics, as the product runs it, and once more with those of `analyze`: both must do.
 */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { kinds } from '@gantry/contract';
import { sortKeys, type Kind } from '@gantry/contract/wire/kind';
import type { Database } from '../../src/store/sql/database.ts';
import { layoutOf } from '../../src/store/entries/layout.ts';
import { listsOn } from '../../src/store/lists/lists.ts';
import { openStore } from '../../src/store/open.ts';
import { openPostgres, READ_PLANNING } from '../../src/store/postgres/database.ts';
import type { Visibility } from '../../src/port/store/rows.ts';
import type { Store } from '../../src/port/store/store.ts';
import { createReader } from '../../src/store/lists/reader.ts';
import { createRowReader } from '../../src/store/entries/row-reader.ts';
import { Scopes } from '../../src/store/visibility/scopes.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';
import { ALL_PLANS, fillMany, isNaming, ROWS, TIMES } from './support/many.ts';
import { domain, list, project, system, user } from './support/rows.ts';
import { chosenOf, pairOf } from './support/shapes.ts';

const LIMIT = 20;
const SLICE = 5000;
const PER_GIVEN = 60;
/** Milliseconds that filling the tables may take, whatever else the machine does. */
const FILLING = 600_000;
const chosen = chosenOf(kinds.values(), ALL_PLANS);
/** Scopes that list a row of the test: its project's, its domain's and the system's. */
const LISTINGS = 3;
/** One project has half of all rows, another one a twentieth; a user has some of kinds that belong to users. */
const scopes: Record<string, Visibility> = {
  system,
  domain: domain('d0'),
  'large project': project('p0', 'd0'),
  'small project': project('p1', 'd0', 'ann'),
  user: user('ann', 'd0'),
};

/** One where most things match many rows, and is walked, and one where few rows are found and looked up: what an order like others is asked in. */
const USUAL = new Set(['system', 'small project']);

interface Statement {
  sql: string;
  values: readonly unknown[];
}

interface Plan {
  /** As the database tells it. */
  text: string;
  /** Tables that are read from end to end. */
  scanned: readonly string[];
  sorts: boolean;
  /** Most rows that a step read, where the statement ends after some; unknown on SQLite. */
  read?: number;
}

interface Explainer {
  /** Plans of a statement, one for each state of statistics. */
  explain(statement: Statement): Promise<Plan[]>;
  close(): Promise<void>;
}

/** Statements about rows; those of other tables are not a list's. */
const isOfRows = ({ sql }: Statement): boolean => /^\s*select/.test(sql) && /list_|terms_|find_|tally_|from "?resources/.test(sql);
const isBounded = ({ sql }: Statement): boolean => /\blimit\b/.test(sql);
const isPage = ({ sql }: Statement): boolean => /order by/.test(sql) && /as key/.test(sql);
const isGiven = ({ sql }: Statement): boolean => /l\.rid in \(select value from json_each|l\.rid = any\(/.test(sql);

/** Only what is left out is put in order, to be compared with what is read: `t` is never a row that is shown. */
function sortsLeftOut({ text }: Plan): boolean {
  const keys = Array.from(text.matchAll(/"Sort Key": \[([^\]]*)\]/g), ([, key = '']) => key.trim());
  return keys.length > 0 && keys.every((key) => key === '"t.rid"');
}

describe.each(databases)('plans of lists on $name', ({ name }) => {
  let place: TestPlace;
  let database: Database;
  let store: Pick<Store, 'read'>;
  let explainer: Explainer;
  const sent: Statement[] = [];
  const explained = new Set<string>();

  beforeAll(async () => {
    place = await testPlace(name);
    const filling = await openStore(place.options);
    await fillMany(
      place,
      filling,
      chosen.map(({ kind }) => kind),
    );
    await filling.close();
    explainer = name === 'sqlite' ? sqliteExplainer(place.options.file) : await postgresExplainer(place.options.url!);
    // Statements are seen on their way to the database.
    const prepare = DatabaseSync.prototype.prepare;
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
      sent.push({ sql, values: [] });
      return prepare.call(this, sql);
    });
    vi.spyOn(pg.Client.prototype, 'query');
    // Read in this thread, whatever the store does: what it asks is the same.
    const { url, file, log } = place.options;
    database = url === undefined ? openSqlite(file, 'test', log) : openPostgres(url, 'test', 'test', log);
    const layouts = new Map([...kinds.values()].map((kind) => [kind.name, layoutOf(kind)]));
    store = {
      read: createReader(database, layouts, listsOn(database, layouts, new Scopes(database)), createRowReader(layouts, undefined)),
    };
  }, FILLING);
  afterAll(async () => {
    vi.restoreAllMocks();
    await database.close();
    await explainer.close();
    place.remove();
  });

  function forget(): void {
    sent.length = 0;
    vi.mocked(pg.Client.prototype.query).mockClear();
  }
  beforeEach(forget);

  function asked(): Statement[] {
    const calls: readonly unknown[][] = vi.mocked(pg.Client.prototype.query).mock.calls;
    const postgres = calls.flatMap(([sql, values]) =>
      typeof sql === 'string' ? [{ sql, values: Array.isArray(values) ? (values as unknown[]) : [] }] : [],
    );
    return [...sent, ...postgres].filter(isOfRows);
  }

  /** Judges what was asked since the last time; returns how many statements that were. */
  async function judge(what: string, most: number): Promise<number> {
    const statements = asked();
    forget();
    for (const statement of statements) {
      const text = `${most} ${statement.sql} ${JSON.stringify(statement.values)}`;
      if (explained.has(text)) continue;
      explained.add(text);
      for (const plan of await explainer.explain(statement)) {
        const where = `${what}: ${statement.sql} ${JSON.stringify(statement.values).slice(0, 200)}\n${plan.text}`;
        expect(plan.scanned, where).toEqual([]);
        if (!isGiven(statement) && !sortsLeftOut(plan)) expect(plan.sorts, where).toBe(false);
        if (plan.read !== undefined) expect(plan.read, where).toBeLessThanOrEqual(allowed(statement, most));
      }
    }
    forget();
    return statements.length;
  }

  const wanted = (kind: Kind, visibility: Visibility) => (key: string) =>
    visibility.scope.type === 'system' || !kind.fields[key]?.systemOnly;
  const sorted = chosen.filter(({ sorts }) => sorts.size > 0).map((one) => [one.kind.name, one] as const);
  const filtered = chosen.filter(({ pairs }) => pairs.size > 0).map((one) => [one.kind.name, one] as const);

  it('the lists of the contract give kinds to sort and kinds to filter', () => {
    expect(sorted.length).toBeGreaterThanOrEqual(3);
    expect(filtered.length).toBeGreaterThan(3);
  });

  it.each(sorted)('lists of kind %s are sorted by indexes, in every scope', async (kindName, { kind, sorts }) => {
    let statements = 0;
    const counts: (number | undefined)[] = [];
    for (const [scope, visibility] of Object.entries(scopes)) {
      for (const key of [...sorts].filter(wanted(kind, visibility))) {
        for (const direction of ['asc', 'desc'] as const) {
          const page = { visibility, sort: `${key}:${direction}`, limit: LIMIT };
          const first = await list(store, kindName, { ...page, withCount: true });
          counts.push(first.count);
          if (first.marker !== undefined) await list(store, kindName, { ...page, marker: first.marker });
          statements += await judge(`${kindName} ${scope} ${key}:${direction}`, LIMIT + 1);
        }
      }
    }
    expect(statements).toBeGreaterThan(0);
    expect(Math.max(...counts.map((count) => count ?? 0))).toBe(ROWS);
  });

  it.each(filtered)('lists of kind %s are filtered by indexes, in every scope and order', async (kindName, { kind, pairs }) => {
    let statements = 0;
    for (const [scope, visibility] of Object.entries(scopes)) {
      for (const key of [...new Set([...pairs].map((pair) => pair.split(' ')[0]!))].filter(wanted(kind, visibility))) {
        // In the order of the key itself matches lie side by side; any other order is walked, and walked longest where many match.
        const orders = sortKeys(kind).filter(wanted(kind, visibility));
        const thorough = new Set([orders.includes(key) ? key : orders[0], orders.find((order) => order !== key)]);
        const ask = async (sort: string, value: string) => {
          await list(store, kindName, { visibility, sort, filters: { [key]: value }, limit: LIMIT, withCount: true });
          statements += await judge(`${kindName} ${scope} ${key}=${value} by ${sort}`, mostFor(kind, key, value));
        };
        const values = valuesFor(kind, key);
        const broad = values.filter(isBroad);
        for (const order of orders.filter((one) => pairs.has(pairOf(key, one)))) {
          const isThorough = ALL_PLANS || thorough.has(order);
          if (!isThorough && !USUAL.has(scope)) continue;
          for (const value of thorough.has(order) ? values : broad) await ask(`${order}:desc`, value);
          if (isThorough) for (const value of broad) await ask(`${order}:asc`, value);
        }
      }
    }
    expect(statements).toBeGreaterThan(0);
  });

  it('lists count what many rows match, with one filter alone and beside another one', async () => {
    const kind = 'server';
    const found: Record<string, [number | undefined, number | undefined]> = {};
    for (const scope of ['system', 'large project', 'small project']) {
      const page = { visibility: scopes[scope]!, limit: LIMIT, withCount: true };
      const alone = await list(store, kind, { ...page, filters: { name: 'contains:web-4' } });
      for (const { document } of alone.rows) expect(document['name']).toMatch(/web-4/);
      const both = await list(store, kind, { ...page, filters: { name: 'contains:web-4', status: 'ACTIVE' } });
      found[scope] = [alone.count, both.count];
    }
    // Of the hundred rows that were multiplied 4 and 40 to 49; p0 has the even ones and 41, p1 has 43.
    expect(found).toEqual({
      system: [11 * TIMES, 7 * TIMES],
      'large project': [7 * TIMES, 5 * TIMES],
      'small project': [TIMES, 0],
    });
  });
});

/** Rows that a statement may read. */
function allowed(statement: Statement, most: number): number {
  const given = statement.values.find((value) => Array.isArray(value));
  if (given) return Math.max(SLICE, given.length * PER_GIVEN);
  return isPage(statement) && most === ROWS ? SLICE : most;
}

/** Rows that a step may read for a filter. Where a key has several values a walk looks them up, once for each scope that lists the row. */
function mostFor(kind: Kind, key: string, value: string): number {
  const { many, of = [] } = kind.fields[key]!;
  const rows = /^contains:.{0,2}$/.test(value) ? ROWS : SLICE;
  return many || of.some((one) => kind.fields[one]?.many) ? rows * LISTINGS : rows;
}

/** Whether many rows match. */
const isBroad = (value: string): boolean =>
  /^(ACTIVE|9999d|in:(ACTIVE|1h),.*|any:ACTIVE,.*|not_any:.*|contains:(eu-web|web-4|row|row-4))$/.test(value);

/** Values that many rows have, few, and none, for each operator that a key takes. */
function valuesFor(kind: Kind, key: string): string[] {
  const { filter = [], since } = kind.fields[key]!;
  if (since) return ['9999d', '1h', 'in:1h,7d'];
  const texts = key === 'id' ? ['row-7', 'absent'] : isNaming(key) ? ['eu-web-7', 'absent'] : ['ACTIVE', 'rare', 'absent'];
  return filter.flatMap((operator) => {
    const [all, many, few] = key === 'id' ? ['row', 'row-4', 'row-77-'] : ['eu-web', 'web-4', 'web-77-'];
    if (operator === 'contains') return [all, many, few, 'absent', 'w', '~'].map((text) => `contains:${text}`);
    return operator === 'is' ? [...texts, `in:${texts.join(',')}`] : [`${operator}:${texts.join(',')}`, `${operator}:${texts[0]}`];
  });
}

/** Without statistics, and on a copy with them. */
function sqliteExplainer(file: string): Explainer {
  const copy = `${file}.analyzed`;
  const plain = new DatabaseSync(file, { readOnly: true });
  plain.prepare('vacuum into ?').run(copy);
  const analyzed = new DatabaseSync(copy);
  analyzed.exec('analyze');
  const planOn = (database: DatabaseSync, sql: string): Plan => {
    const steps = database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map((step) => String(step['detail']));
    return {
      text: steps.join('\n'),
      // The rows that were given, those found before, and the full-text index by its words are no tables.
      scanned: steps.filter((step) => /^SCAN (?!json_each|few|find_\w+ VIRTUAL TABLE INDEX 0:M)/.test(step)),
      sorts: steps.some((step) => /TEMP B-TREE FOR (RIGHT PART OF |LAST TERM OF )?ORDER BY/.test(step)),
    };
  };
  return {
    explain: async ({ sql }) => [plain, analyzed].map((database) => planOn(database, sql)),
    close: async () => {
      plain.close();
      analyzed.close();
    },
  };
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

async function postgresExplainer(url: string): Promise<Explainer> {
  const client = new pg.Client({ connectionString: url, options: READ_PLANNING });
  await client.connect();
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return {
    async explain(statement) {
      const options = isBounded(statement) ? 'analyze, timing off, format json' : 'format json';
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (${options}) ${statement.sql}`, [
        ...statement.values,
      ]);
      const plan = rows[0]!['QUERY PLAN'][0].Plan;
      const nodes = nodesOf(plan);
      return [
        {
          text: JSON.stringify(plan, undefined, 1),
          scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
          sorts: nodes.some((node) => /Sort/.test(node['Node Type'])),
          ...(isBounded(statement) && { read: Math.max(...nodes.map(rowsRead)) }),
        },
      ];
    },
    close: () => client.end(),
  };
}

/** Rows of a table or entries of an ordered index; a bitmap's numbers are not yet rows. */
const rowsRead = (node: Node): number =>
  node['Node Type'] === 'Bitmap Index Scan'
    ? 0
    : ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
