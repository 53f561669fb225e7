/** Every statement a list sends to the database is explained by the database itself: no full scan, and no sort of a whole list. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { kinds } from '@gantry/contract';
import { filterKeys, sortKeys, type Kind } from '@gantry/contract/wire/kind';
import { openStore } from '../../src/store/open.ts';
import type { RowInput, Store, Visibility } from '../../src/store/port.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';
import { domain, list, project, row, system, user } from './support/rows.ts';

/** More rows than a filter may lead by, so that both ways of a filter are taken. */
const ROWS = 1100;
const scopes: Record<string, Visibility> = { system, domain: domain('d1'), project: project('p1', 'd1', 'ann'), user: user('ann', 'd1') };

/** A document that has one value at each declared path, the same for all rows but a few. */
function documentOf(kind: Kind, index: number): RowInput {
  const document: Record<string, unknown> = {};
  for (const { path, type, many } of Object.values(kind.fields)) {
    const value = type === 'text' ? (index < 5 ? 'rare' : 'frequent') : type === 'integer' ? 7 : '2026-01-01T00:00:00Z';
    const names = path.split('.');
    let place = document;
    for (const name of names.slice(0, -1)) place = (place[name] ??= {}) as Record<string, unknown>;
    place[names.at(-1)!] = many ? [value] : value;
  }
  return row(kind.name, `r${index}`, document, index === 0 ? { projectId: null, userId: 'ann' } : {});
}

interface Statement {
  sql: string;
  values: readonly unknown[];
}

describe.each(databases)('plans of lists on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  let explainer: { explain(statement: Statement): Promise<string>; close(): Promise<void> };
  const sent: Statement[] = [];
  const explained = new Set<string>();

  beforeAll(async () => {
    place = await testPlace(name);
    // Statements are seen on their way to the database.
    const prepare = DatabaseSync.prototype.prepare;
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
      sent.push({ sql, values: [] });
      return prepare.call(this, sql);
    });
    const query = vi.spyOn(pg.Client.prototype, 'query');
    store = await openStore(place.options);
    for (const kind of kinds.values())
      await store.transaction((writer) => writer.putMany(Array.from({ length: ROWS }, (_, index) => documentOf(kind, index))));
    explainer = name === 'sqlite' ? sqliteExplainer(place.options.file) : await postgresExplainer(place.options.url!);
    query.mockClear();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await explainer.close();
    await store.close();
    place.remove();
  });
  beforeEach(() => {
    sent.length = 0;
    vi.mocked(pg.Client.prototype.query).mockClear();
  });

  /** What a list asked of the list tables since the test began. */
  function asked(): Statement[] {
    const calls: readonly unknown[][] = vi.mocked(pg.Client.prototype.query).mock.calls;
    const postgres = calls.flatMap(([sql, values]) =>
      typeof sql === 'string' ? [{ sql, values: Array.isArray(values) ? (values as unknown[]) : [] }] : [],
    );
    return [...sent, ...postgres].filter(({ sql }) => /^\s*select/.test(sql) && /list_|terms_|find_|from "?resources/.test(sql));
  }

  async function check(what: string, sorted: boolean): Promise<void> {
    for (const statement of asked()) {
      // The same text has the same plan; it is asked for once in each of the two ways.
      const text = `${sorted} ${statement.sql}`;
      if (explained.has(text)) continue;
      explained.add(text);
      const plan = await explainer.explain(statement);
      expect(plan, `${what}: ${statement.sql}`).not.toMatch(
        name === 'sqlite' ? /\bSCAN (?!json_each|few|find_\w+ VIRTUAL TABLE INDEX 0:M)/ : /Seq Scan on/,
      );
      if (sorted)
        expect(plan, `${what}: ${statement.sql}`).not.toMatch(name === 'sqlite' ? /TEMP B-TREE FOR (RIGHT PART OF )?ORDER BY/ : /\bSort\b/);
    }
    sent.length = 0;
    vi.mocked(pg.Client.prototype.query).mockClear();
  }

  const wanted = (kind: Kind, visibility: Visibility) => (key: string) =>
    visibility.scope.type === 'system' || !kind.fields[key]?.systemOnly;

  it.each([...kinds.values()].map((kind) => [kind.name, kind] as const))('sort %s by indexes, in every scope', async (kindName, kind) => {
    let statements = 0;
    for (const [scope, visibility] of Object.entries(scopes)) {
      for (const key of sortKeys(kind).filter(wanted(kind, visibility))) {
        for (const direction of ['asc', 'desc'] as const) {
          const first = await list(store, kindName, { visibility, sort: `${key}:${direction}`, limit: 3, withCount: true });
          if (first.marker !== undefined)
            await list(store, kindName, { visibility, sort: `${key}:${direction}`, limit: 3, marker: first.marker });
          statements += asked().length;
          await check(`${kindName} ${scope} ${key}:${direction}`, true);
        }
      }
    }
    expect(statements).toBeGreaterThan(0);
  });

  it.each([...kinds.values()].map((kind) => [kind.name, kind] as const))('filter %s by indexes, in every scope', async (kindName, kind) => {
    let statements = 0;
    for (const [scope, visibility] of Object.entries(scopes)) {
      for (const key of filterKeys(kind).filter(wanted(kind, visibility))) {
        const { filter = [], type } = kind.fields[key]!;
        const texts = type === 'text' ? ['frequent', 'rare', 'absent'] : ['7'];
        const values = filter.flatMap((operator) =>
          operator === 'contains'
            ? [...texts, 'e', '~'].map((text) => `contains:${text}`)
            : operator === 'any'
              ? [`any:${texts.join(',')}`]
              : [...texts, `in:${texts.join(',')}`],
        );
        for (const value of values) {
          await list(store, kindName, { visibility, filters: { [key]: value }, limit: 3, withCount: true });
          statements += asked().length;
          await check(`${kindName} ${scope} ${key}=${value}`, false);
        }
      }
    }
    expect(statements).toBeGreaterThan(0);
  });
});

function sqliteExplainer(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  return {
    explain: async ({ sql }: Statement) =>
      database
        .prepare(`explain query plan ${sql}`)
        .all()
        .map((step) => String(step['detail']))
        .join('\n'),
    close: async () => database.close(),
  };
}

/** On tables as small as these PostgreSQL would rather scan; what it can do without is what counts on large ones. */
async function postgresExplainer(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('analyze');
  await client.query('set enable_seqscan = off; set enable_sort = off');
  return {
    explain: async ({ sql, values }: Statement) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...values]);
      return rows.map((line) => line['QUERY PLAN']).join('\n');
    },
    close: () => client.end(),
  };
}
