import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { allPages, idsOf, list, project, put, remove, row } from './support/rows.ts';
import { sharedStore } from './support/stores.ts';

describe.each(databases)('paging on $name', ({ name }) => {
  const at = sharedStore(name);
  const named = (id: string, text: string, owner: object = {}) => row('server', id, { name: text, status: 'ACTIVE' }, owner);

  it('a page shows as many rows as its limit, a marker while more follow, and a count of all', async () => {
    await put(at.store, ...['a', 'b', 'c', 'd', 'e'].map((id) => named(id, id)));
    const first = await list(at.store, 'server', { sort: 'name:asc', limit: 2, withCount: true });
    expect([idsOf(first), first.count]).toEqual([['a', 'b'], 5]);
    const second = await list(at.store, 'server', { sort: 'name:asc', limit: 2, marker: first.marker });
    expect([idsOf(second), second.count]).toEqual([['c', 'd'], undefined]);
    const third = await list(at.store, 'server', { sort: 'name:asc', limit: 2, withCount: true, marker: second.marker });
    expect([idsOf(third), third.count, third.marker]).toEqual([['e'], 5, undefined]);
    expect(await list(at.store, 'server', { sort: 'name:asc', limit: 5 })).not.toHaveProperty('marker');
  });

  it('paging goes on after the row of its marker was deleted', async () => {
    const first = await list(at.store, 'server', { sort: 'name:desc', limit: 2 });
    expect(idsOf(first)).toEqual(['e', 'd']);
    await remove(at.store, 'server', 'd');
    expect(idsOf(await list(at.store, 'server', { sort: 'name:desc', limit: 2, marker: first.marker }))).toEqual(['c', 'b']);
    await put(at.store, named('d', 'd'));
  });

  it('refuses a marker that is damaged, or of another list or order', async () => {
    const { marker = '' } = await list(at.store, 'server', { sort: 'name:asc', limit: 2 });
    await put(at.store, row('volume', 'v1', { name: 'v1' }), row('volume', 'v2', { name: 'v2' }));
    const other = await list(at.store, 'volume', { sort: 'name:asc', limit: 1 });
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const damaged = [
      '',
      '?',
      'x',
      marker.slice(1),
      `${marker}!`,
      other.marker ?? '',
      text(null),
      text(['server name:asc', 5, 1]),
      text(['server name:asc', 'a', -1]),
      text(['server name:asc', 'a', 1.5]),
      text(['server name:asc', 'a\0', 1]),
    ];
    for (const one of damaged)
      await expect(list(at.store, 'server', { sort: 'name:asc', marker: one }), one).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { marker: [{ code: 'marker' }] },
      });
    await expect(list(at.store, 'server', { sort: 'name:desc', marker })).rejects.toMatchObject({ code: 'validation_failed' });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.base64String()), async (any) => {
        if (any === '') return;
        await expect(list(at.store, 'server', { sort: 'name:asc', marker: any })).rejects.toMatchObject({ code: 'validation_failed' });
      }),
      { numRuns: 50 },
    );
  });

  it('paging shows every row that stays exactly once while others come, go and change', async () => {
    type Step = { act: 'put' | 'remove' | 'rename'; id: number; name: string };
    const step: fc.Arbitrary<Step> = fc.record({
      act: fc.constantFrom('put', 'remove', 'rename'),
      id: fc.nat(14),
      name: fc.constantFrom('a', 'B', 'b', 'ä', 'z', ''),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'A', 'b', 'c', 'ä', 'z', ''), { minLength: 1, maxLength: 12 }),
        fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }),
        fc.constantFrom('name:asc', 'name:desc', 'status:asc', 'created_at:desc'),
        fc.integer({ min: 1, max: 4 }),
        async (stable, changes, sort, limit) => {
          const projectId = `run-${run++}`;
          const visibility = project(projectId, 'dx');
          const owner = { projectId, domainId: 'dx' };
          const stay = stable.map((text, index) => named(`${projectId}-stay-${index}`, text, owner));
          await put(at.store, ...stay);
          const pending = [...changes];
          const seen: string[] = [];
          let marker: string | undefined;
          do {
            const page = await list(at.store, 'server', { visibility, sort, limit, ...(marker !== undefined && { marker }) });
            seen.push(...idsOf(page));
            marker = page.marker;
            for (const { act, id, name: text } of pending.shift() ?? []) {
              const other = `${projectId}-other-${id}`;
              if (act === 'remove') await remove(at.store, 'server', other);
              else await put(at.store, named(other, text, owner));
            }
          } while (marker !== undefined);
          const shown = seen.filter((id) => id.includes('-stay-'));
          expect([...shown].sort()).toEqual(stay.map(({ id }) => id).sort());
        },
      ),
      { numRuns: 25 },
    );
  });

  it('a page counts with the filters of its list, and its marker leads on by them', async () => {
    const owner = { projectId: 'filtered' };
    await put(at.store, ...Array.from({ length: 9 }, (_, index) => named(`f${index}`, index % 3 === 0 ? 'three' : `n${index}`, owner)));
    const wanted = { visibility: project('filtered', 'd1'), filters: { name: 'contains:n' }, sort: 'name:desc', limit: 4, withCount: true };
    const first = await list(at.store, 'server', wanted);
    expect([idsOf(first), first.count]).toEqual([['f8', 'f7', 'f5', 'f4'], 6]);
    expect(await allPages(at.store, 'server', wanted)).toEqual(['f8', 'f7', 'f5', 'f4', 'f2', 'f1']);
    const exact = { ...wanted, filters: { name: 'three' }, limit: 2, sort: 'name:asc' };
    expect(await allPages(at.store, 'server', exact)).toEqual(['f0', 'f3', 'f6']);
  });
});
