import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { kinds } from '@gantry/contract';
import { sortKeys } from '@gantry/contract/wire/kind';
import { parseFilter, parseSort } from '@gantry/contract/wire/query';
import type { ListRequest } from '../../src/port/store/reader.ts';
import type { Row, Visibility } from '../../src/port/store/rows.ts';
import { sees, visibleNames } from '../../src/store/visibility/names.ts';
import { databases } from '../support/databases.ts';
import { put, remove } from '../support/tenants.ts';
import { sharedStore } from '../store/support/stores.ts';
import { rowOfResource, tenants, thing, type Tenants } from './support/draws.ts';
import { isFound, isListed, type Thing, type Viewer } from './support/model.ts';
import { documentOf } from './support/plant.ts';

/** Worlds on SQLite: GANTRY_TEST_WORLDS (`npm run worlds`). PostgreSQL has half of them. */
const RUNS = Number(process.env['GANTRY_TEST_WORLDS'] ?? 16);
const LONG = { timeout: 180_000 + RUNS * 10_000 };
const KINDS = ['image', 'flavor', 'network', 'server', 'volume', 'key_pair', 'task'];
const IDS = ['a', 'b', 'c', 'd'];
const WORDS = ['alpha', 'beta', 'gamma', 'delta'];

/** Everyone who could look: from the system, each domain, each project as each user, and with nothing chosen. */
const viewersOf = ({ domains, projects, users }: Tenants): Viewer[] => [
  { user: 'root', domain: 'default', place: { type: 'system' } },
  ...domains.map((domain): Viewer => ({ user: `admin of ${domain}`, domain, place: { type: 'domain' } })),
  ...users.flatMap(({ id }) =>
    [...projects].map(([project, domain]): Viewer => ({ user: id, domain, place: { type: 'project', project } })),
  ),
  ...users.map(({ id, domain }): Viewer => ({ user: id, domain, place: { type: 'nowhere' } })),
];

function visibilityOf({ user, domain, place }: Viewer): Visibility {
  const base = { userId: user, domainId: domain };
  switch (place.type) {
    case 'system':
      return { ...base, scope: { type: 'system' } };
    case 'domain':
      return { ...base, scope: { type: 'domain', domainId: domain } };
    case 'project':
      return { ...base, scope: { type: 'project', projectId: place.project, domainId: domain } };
    case 'nowhere':
      return { ...base, scope: { type: 'user' } };
  }
}

describe.each(databases)('the store on $name', ({ name }) => {
  const at = sharedStore(name);
  let run = 0;
  let looks = 0;
  afterAll(() => console.log(`sight in the store on ${name}: ${looks} looks in ${run} worlds`));

  const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id).sort();

  /** A list, page by page. */
  async function paged(request: ListRequest): Promise<{ rows: Row[]; counts: Set<number | undefined> }> {
    const rows: Row[] = [];
    const counts = new Set<number | undefined>();
    let marker: string | undefined;
    do {
      const page = await at.store.read.list({ ...request, marker });
      rows.push(...page.rows);
      counts.add(page.count);
      marker = page.marker;
    } while (marker !== undefined);
    return { rows, counts };
  }

  it('the store shows each viewer what the model says, in lists, counts, searches, single reads and the log', LONG, async () => {
    const world = fc
      .integer()
      .chain(() => tenants(`w${(run += 1)}`))
      .chain((among) =>
        fc.record({
          among: fc.constant(among),
          steps: fc.array(fc.record({ what: thing(among, IDS, KINDS), gone: fc.boolean(), word: fc.constantFrom(...WORDS) }), {
            minLength: 8,
            maxLength: 25,
          }),
          looks: fc.array(
            fc.record({
              viewer: fc.nat(),
              kind: fc.constantFrom(...KINDS),
              sort: fc.nat(),
              descending: fc.boolean(),
              limit: fc.integer({ min: 1, max: 4 }),
              word: fc.constantFrom(...WORDS, 'a'),
            }),
            { minLength: 20, maxLength: 30 },
          ),
        }),
      );
    await fc.assert(
      fc.asyncProperty(world, async ({ among, steps, looks: drawn }) => {
        const { store } = at;
        const things = new Map<string, { what: Thing; word: string }>();
        for (const kind of KINDS) for (const id of IDS) await remove(store, kind, `${kind}-${id}`);
        const start = await store.changes.head();
        for (const { what, gone, word } of steps) {
          if (gone && things.delete(what.id)) await remove(store, what.kind, what.id);
          else {
            things.set(what.id, { what, word });
            const kind = kinds.get(what.kind)!;
            await put(store, rowOfResource(what, { ...documentOf(kind), name: `${word} ${what.id}` }));
          }
        }
        const there = [...things.values()];
        const viewers = viewersOf(among);
        for (const look of drawn) {
          looks += 1;
          const viewer = viewers[look.viewer % viewers.length]!;
          const visibility = visibilityOf(viewer);
          const kind = kinds.get(look.kind)!;
          const expected = there.filter(({ what }) => what.kind === kind.name && isListed(viewer, what));
          const sorts = sortKeys(kind).filter((key) => !kind.fields[key]?.systemOnly);
          const request = {
            kind,
            visibility,
            filters: {},
            sort: { key: sorts[look.sort % sorts.length]!, descending: look.descending },
            limit: look.limit,
            withCount: true,
          };
          const all = await paged(request);
          expect([idsOf(all.rows), [...all.counts]]).toEqual([expected.map(({ what }) => what.id).sort(), [expected.length]]);
          if (kind.fields['name']?.filter?.includes('contains')) {
            const found = await paged({
              ...request,
              filters: { name: parseFilter(`contains:${look.word}`) },
              sort: parseSort(`name:${look.descending ? 'desc' : 'asc'}`)!,
            });
            const matching = expected
              .filter(({ what, word }) => `${word} ${what.id}`.includes(look.word))
              .map(({ what, word }) => `${word} ${what.id}`)
              .sort();
            expect([found.rows.map(({ document }) => document['name']), [...found.counts]]).toEqual([
              look.descending ? matching.reverse() : matching,
              [matching.length],
            ]);
          }
          const reachable = there
            .filter(({ what }) => what.kind === kind.name && isFound(viewer, what))
            .map(({ what }) => what.id)
            .sort();
          const ids = IDS.map((id) => `${kind.name}-${id}`);
          expect([...(await store.read.findMany(kind.name, ids, visibility)).keys()].sort()).toEqual(reachable);
          for (const id of ids)
            expect((await store.read.find(kind.name, id, visibility))?.id).toBe(reachable.includes(id) ? id : undefined);
        }
        const { entries } = await store.changes.since(start, 1000);
        for (const viewer of viewers) {
          const sight = visibleNames(visibilityOf(viewer));
          const believed = new Set<string>();
          for (const { id, after } of entries)
            if (after && sees(sight, after)) believed.add(id);
            else believed.delete(id);
          expect([...believed].sort()).toEqual(
            there
              .filter(({ what }) => isListed(viewer, what))
              .map(({ what }) => what.id)
              .sort(),
          );
        }
      }),
      { numRuns: name === 'sqlite' ? RUNS : Math.ceil(RUNS / 2), endOnFailure: true },
    );
  });
});
