import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/port/store/store.ts';
import { openTestStore } from '../support/databases.ts';
import { allPages, project, row } from './support/rows.ts';

const stores: { store: Store; close: () => Promise<void> }[] = [];
beforeAll(async () => {
  stores.push(await openTestStore('sqlite'), await openTestStore('postgres'));
});
afterAll(async () => {
  for (const { close } of stores) await close();
});

/** Texts in which databases like to differ: accents, cases, scripts, parts of pairs, beyond the basic plane, blanks, nothing. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'A',
        'ä',
        'Ä',
        'a\u0308',
        'ß',
        'ẞ',
        'İ',
        'ı',
        'Σ',
        'ς',
        'Ａ',
        '\u{1F4BE}',
        '\uFFFD',
        '\uE000',
        '-',
        '_',
        ' ',
        '\0',
        '\uD800',
      ),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', null, 'x'.repeat(700), 'Ｘ'.repeat(700)),
);

it('the order of a list is the same on both databases for any names, numbers and instants, in both directions', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          name: text,
          host: text,
          ram: fc.option(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
          created: fc.option(
            fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }).map((date) => date.toISOString()),
          ),
        }),
        { maxLength: 25 },
      ),
      async (items) => {
        const projectId = `p${run++}`;
        const rows = items.map(({ name, host, ram, created }, index) =>
          row('server', `${projectId}-${index}`, { name, host, created, flavor: { ram } }, { projectId, domainId: projectId }),
        );
        for (const { store } of stores) await store.transaction((writer) => writer.putMany(rows));
        for (const sort of ['name:asc', 'name:desc', 'ram:asc', 'ram:desc', 'created_at:asc', 'created_at:desc', 'status:asc']) {
          const wanted = { visibility: project(projectId, projectId), sort, limit: 7 };
          const [one, other] = await Promise.all(stores.map(({ store }) => allPages(store, 'server', wanted)));
          expect(one, sort).toEqual(other);
          expect(one).toHaveLength(items.length);
        }
      },
    ),
    { numRuns: 30 },
  );
});

it('a list is ordered by folded text, empty values first, and by the time of making where keys are equal', async () => {
  const names = ['b', 'B', null, 'a', 'Á', 'A\u0301', '', 'á', 'Z', 'z', '2', '10'];
  const rows = names.map((name, index) => row('server', `o${index}`, { name }, { projectId: 'order', domainId: 'order' }));
  for (const { store } of stores) {
    await store.transaction((writer) => writer.putMany(rows));
    const order = async (sort: string) =>
      (await allPages(store, 'server', { visibility: project('order', 'order'), sort, limit: 5 })).map((id) => names[Number(id.slice(1))]);
    const ascending = [null, '', '10', '2', 'a', 'Á', 'A\u0301', 'á', 'b', 'B', 'Z', 'z'];
    expect(await order('name:asc')).toEqual(ascending);
    expect(await order('name:desc')).toEqual([...ascending].reverse());
    const sizes = [3, null, -5, 0, 2 ** 40];
    const sized = sizes.map((ram, index) => row('server', `r${index}`, { flavor: { ram } }, { projectId: 'sizes', domainId: 'sizes' }));
    await store.transaction((writer) => writer.putMany(sized));
    const bySize = await allPages(store, 'server', { visibility: project('sizes', 'sizes'), sort: 'ram:asc', limit: 2 });
    expect(bySize.map((id) => sizes[Number(id.slice(1))])).toEqual([null, -5, 0, 3, 2 ** 40]);
  }
});
