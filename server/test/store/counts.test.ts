import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/store/entries/layout.ts';
import { openStore } from '../../src/store/open.ts';
import type { RowInput, Share } from '../../src/port/store/rows.ts';
import type { Store } from '../../src/port/store/store.ts';
import type { Writer } from '../../src/port/store/writer.ts';
import { fieldOfMany } from '../../src/store/entries/counts.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';
import { domain, kindOf, list, project, put, row, system } from './support/rows.ts';

const STATUSES = ['ACTIVE', 'active', 'SHUTOFF', null] as const;

/** What the table of a kind's counts says, and what its list holds; each cell with entries, in order. */
function tallies(file: string, kind: string): { kept: unknown[]; true: unknown[] } {
  const { list: entries, countTable: tally, countedColumns, many, terms } = layoutOf(kindOf(kind));
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => database.prepare(sql).all();
  const parts = countedColumns.map(
    ({ name }, field) =>
      `select scope, ${field} as field, ${name} as value, count(*) as n from ${entries} where ${name} is not null group by scope, ${name}`,
  );
  const shared = many.flatMap(({ counted }, place) =>
    counted ? [`select scope, ${fieldOfMany(place)}, value, count(*) from ${terms} where field = ${place} group by scope, value`] : [],
  );
  const total = `select scope, -1 as field, '' as value, count(*) as n from ${entries} group by scope`;
  const counted = [total, ...parts, ...shared].join(' union all ');
  try {
    return {
      kept: all(`select scope, field, value, n from ${tally} order by scope, field, value`),
      true: all(`select * from (${counted}) order by scope, field, value`),
    };
  } finally {
    database.close();
  }
}

type Change = (writer: Writer) => Promise<unknown>;
const IDS = ['a', 'b', 'c', 'd', 'e'];
const ids = fc.constantFrom(...IDS);
const owners = fc.constantFrom(
  { domainId: 'd1', projectId: 'p1' },
  { domainId: 'd1', projectId: 'p2' },
  { domainId: 'd2', projectId: 'q1' },
);
const shares = fc.uniqueArray(
  fc.record<Share>({ target: fc.constantFrom('public', 'project:p2', 'domain:d1'), state: fc.constantFrom('accepted', 'pending') }),
  { selector: ({ target }) => target },
);
/** `n1` twice: a thing may have a value more than once, and is counted once. */
const networks = fc.subarray(['n1', 'n2', 'n1']).map((all) => all.map((id) => ({ network_id: id, ips: [`10.0.0.${id}`] })));

/** What may happen to a few rows of a kind. */
function changesOf(kind: string): fc.Arbitrary<Change> {
  const inputs = fc
    .record({ id: ids, owner: owners, status: fc.constantFrom(...STATUSES), nets: networks, shares })
    .map(({ id, owner, status, nets, shares: to }): RowInput => ({
      ...row(kind, id, { name: `n-${id}`, status, networks: nets }, owner),
      shares: to,
    }));
  return fc.oneof(
    inputs.map(
      (input): Change =>
        (writer) =>
          writer.put(input),
    ),
    fc.array(inputs, { minLength: 1, maxLength: 6 }).map(
      (many): Change =>
        (writer) =>
          writer.putMany(many),
    ),
    ids.map(
      (id): Change =>
        (writer) =>
          writer.remove({ engine: 'test', kind, id }),
    ),
    fc.record({ id: ids, status: fc.constantFrom(...STATUSES), nets: networks }).map(
      ({ id, status, nets }): Change =>
        (writer) =>
          writer.putFigures({ engine: 'test', kind, id }, { id, name: 'f', status, networks: nets }),
    ),
  );
}

describe('entries counted beforehand', () => {
  let place: TestPlace;
  let store: Store;
  beforeAll(async () => {
    place = await testPlace('sqlite');
    store = await openStore(place.options);
  });
  afterAll(async () => {
    await store.close();
    place.remove();
  });

  it.each(['image', 'server'])(
    'the counts kept beforehand match the list of kind %s after any changes, also those taken back',
    async (kind) => {
      const transactions = fc.array(fc.record({ work: fc.array(changesOf(kind), { minLength: 1, maxLength: 4 }), fails: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      });
      await fc.assert(
        fc.asyncProperty(transactions, async (all) => {
          for (const { work, fails } of all) {
            const done = store.transaction(async (writer) => {
              for (const change of work) await change(writer);
              if (fails) throw new Error('taken back');
            });
            if (fails) await expect(done).rejects.toThrow('taken back');
            else await done;
          }
          const { kept, true: truth } = tallies(place.options.file, kind);
          expect(kept).toEqual(truth);
        }),
        { numRuns: 25 },
      );
    },
  );

  it('the counts kept beforehand are made again from the rows where a store has none yet, or other ones', async () => {
    // What the changes before have left by chance is not to be counted here.
    await store.transaction(async (writer) => {
      for (const id of IDS) await writer.remove({ engine: 'test', kind: 'server', id });
    });
    await put(
      store,
      ...['x', 'y', 'z'].map((id) =>
        row('server', id, { status: id === 'x' ? 'ERROR' : 'ACTIVE', project_id: 'p1', networks: [{ network_id: 'n1' }] }),
      ),
    );
    await store.close();
    const database = new DatabaseSync(place.options.file);
    database.exec(`drop table tally_server; update layouts set digest = 'older' where kind in ('server', 'image')`);
    database.close();
    store = await openStore(place.options);
    for (const kind of ['server', 'image']) {
      const { kept, true: truth } = tallies(place.options.file, kind);
      expect(kept).toEqual(truth);
    }
    expect((await list(store, 'server', { filters: { status: 'ACTIVE' }, withCount: true })).count).toBe(2);
  });
});

describe.each(databases)('counts of what many rows match on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  beforeAll(async () => {
    place = await testPlace(name);
    store = await openStore(place.options);
    // More than a filter leads by, of each.
    const made = Array.from({ length: 3600 }, (_, n) =>
      row(
        'server',
        `s${n}`,
        {
          name: `${n % 3 === 0 ? 'web' : 'db'}-${n}`,
          status: n % 2 === 0 ? 'ACTIVE' : 'SHUTOFF',
          networks: ['n1', n % 2 === 0 ? 'n2' : 'n1', n < 10 ? 'n3' : 'n1'].map((id) => ({ network_id: id })),
        },
        { projectId: 'p1' },
      ),
    );
    await store.transaction((writer) => writer.putMany(made));
  });
  afterAll(async () => {
    await store.close();
    place.remove();
  });

  const counts = async (filters: Record<string, string>) => {
    const callers = [system, domain('d1'), project('p1', 'd1'), project('p2', 'd1')];
    return Promise.all(
      callers.map(async (visibility) => (await list(store, 'server', { visibility, filters, withCount: true, limit: 1 })).count),
    );
  };

  it.each([
    [{}, 3600],
    [{ status: 'ACTIVE' }, 1800],
    [{ status: 'active' }, 0],
    [{ status: 'in:ACTIVE,SHUTOFF,NONE' }, 3600],
    [{ name: 'contains:web' }, 1200],
    [{ network: 'n1' }, 3600],
    [{ network: 'n2' }, 1800],
    [{ network: 'n3' }, 10],
    [{ network: 'in:n2,n3' }, 1805],
    [{ network: 'n2', status: 'SHUTOFF' }, 0],
    [{ network: 'n2', name: 'contains:web' }, 600],
    [{ status: 'ACTIVE', name: 'contains:db-' }, 1200],
    [{ status: 'in:ACTIVE,SHUTOFF', name: 'contains:db-' }, 2400],
  ])('the count of a filtered list of servers is exact in every scope: %j', async (filters, all) => {
    expect(await counts(filters)).toEqual([all, all, all, 0]);
  });

  it('counts of a project leave out what another project has, from its first row on', async () => {
    await put(store, row('server', 'other', { name: 'web-other', status: 'ACTIVE' }, { projectId: 'p2' }));
    expect(await counts({})).toEqual([3601, 3601, 3600, 1]);
    expect(await counts({ name: 'contains:web' })).toEqual([1201, 1201, 1200, 1]);
    expect(await counts({ status: 'ACTIVE' })).toEqual([1801, 1801, 1800, 1]);
    expect(await counts({ status: 'ACTIVE', name: 'contains:web' })).toEqual([601, 601, 600, 1]);
  });
});
