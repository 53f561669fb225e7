import { describe, expect, it } from 'vitest';
import type { Owner, Share, Visibility } from '../../src/port/store/rows.ts';
import { blockerOf } from '../../src/store/lists/blockers.ts';
import { rowScopes, sees, visibleNames } from '../../src/store/visibility/names.ts';
import { databases } from '../support/databases.ts';
import { domain, idsOf, list, project, put, row, system, user } from './support/rows.ts';
import { sharedStore } from './support/stores.ts';

const owner = (domainId: string | null, projectId: string | null, userId: string | null = null): Owner => ({ domainId, projectId, userId });
const to = (target: Share['target'], state: Share['state'] = 'accepted'): Share => ({ target, state });

/** Images by what they belong to and whom they are shared with, who sees them, and who finds them by their id alone. */
const images: Record<string, { owner: Owner; shares?: Share[]; seen: string[]; found?: string[] }> = {
  platform: { owner: owner(null, null), seen: ['system'] },
  'of-p1': { owner: owner('d1', 'p1'), seen: ['system', 'd1', 'p1', 'p1-ann'] },
  'of-p2': { owner: owner('d1', 'p2'), seen: ['system', 'd1', 'p2'] },
  'of-q1': { owner: owner('d2', 'q1'), seen: ['system', 'd2', 'q1'] },
  'of-d1': { owner: owner('d1', null), seen: ['system', 'd1'] },
  'of-ann': { owner: owner('d1', null, 'ann'), seen: ['system', 'd1', 'p1-ann', 'ann'] },
  'of-p2-by-ann': { owner: owner('d1', 'p2', 'ann'), seen: ['system', 'd1', 'p2'] },
  public: { owner: owner('d2', 'q1'), shares: [to('public')], seen: ['system', 'd1', 'd2', 'p1', 'p1-ann', 'p2', 'q1'] },
  'public-of-nobody': { owner: owner(null, null), shares: [to('public')], seen: ['system', 'd1', 'd2', 'p1', 'p1-ann', 'p2', 'q1'] },
  'to-p1': { owner: owner('d2', 'q1'), shares: [to('project:p1')], seen: ['system', 'd2', 'q1', 'p1', 'p1-ann'] },
  'to-p1-pending': {
    owner: owner('d2', 'q1'),
    shares: [to('project:p1', 'pending')],
    seen: ['system', 'd2', 'q1'],
    found: ['p1', 'p1-ann'],
  },
  'to-p1-rejected': {
    owner: owner('d2', 'q1'),
    shares: [to('project:p1', 'rejected')],
    seen: ['system', 'd2', 'q1'],
    found: ['p1', 'p1-ann'],
  },
  'to-d1': { owner: owner('d2', 'q1'), shares: [to('domain:d1')], seen: ['system', 'd2', 'q1', 'd1', 'p1', 'p1-ann', 'p2'] },
  'to-all-and-own': {
    owner: owner('d1', 'p1'),
    shares: [to('public'), to('domain:d1'), to('project:p2')],
    seen: ['system', 'd1', 'd2', 'p1', 'p1-ann', 'p2', 'q1'],
  },
};

const callers: Record<string, Visibility> = {
  system,
  d1: domain('d1'),
  d2: domain('d2'),
  p1: project('p1', 'd1'),
  'p1-ann': project('p1', 'd1', 'ann'),
  p2: project('p2', 'd1'),
  q1: project('q1', 'd2'),
  ann: user('ann', 'd1'),
};

describe.each(databases)('visibility on $name', ({ name }) => {
  const at = sharedStore(name);
  const expected = (caller: string) =>
    Object.keys(images)
      .filter((id) => images[id]?.seen.includes(caller))
      .sort();

  it('rows are equally visible in lists, counts, single reads, joins and events', async () => {
    const inputs = Object.entries(images).map(([id, image]) => ({
      ...row('image', id, { name: id }, image.owner),
      shares: image.shares ?? [],
    }));
    await put(at.store, ...inputs);
    const { entries } = await at.store.changes.since(0, 100);
    for (const [caller, visibility] of Object.entries(callers)) {
      const seen = expected(caller);
      const listed = await list(at.store, 'image', { visibility, withCount: true, sort: 'name:asc' });
      expect(idsOf(listed), `list for ${caller}`).toEqual(seen);
      expect(listed.count, `count for ${caller}`).toBe(seen.length);
      const searched = await list(at.store, 'image', { visibility, withCount: true, sort: 'name:asc', filters: { name: 'contains:o' } });
      expect([idsOf(searched), searched.count], `search for ${caller}`).toEqual([
        seen.filter((id) => id.includes('o')),
        seen.filter((id) => id.includes('o')).length,
      ]);
      const found = [...seen, ...Object.keys(images).filter((id) => images[id]?.found?.includes(caller))].sort();
      const many = await at.store.read.findMany('image', Object.keys(images), visibility);
      expect([...many.keys()].sort(), `findMany for ${caller}`).toEqual(found);
      const there = await at.store.read.seen('image', [...Object.keys(images), 'no-such'], visibility);
      expect([...there].sort(), `seen for ${caller}`).toEqual(found);
      for (const id of Object.keys(images))
        expect((await at.store.read.find('image', id, visibility))?.id, `${id} for ${caller}`).toBe(found.includes(id) ? id : undefined);
      const told = entries.filter(({ after }) => sees(visibleNames(visibility), after ?? [])).map(({ id }) => id);
      expect(told.sort(), `events for ${caller}`).toEqual(seen);
    }
  });

  it('a list pages through scopes that overlap without showing a row twice', async () => {
    for (const [caller, visibility] of Object.entries(callers)) {
      for (const sort of ['name:asc', 'name:desc', 'size:asc']) {
        const ids: string[] = [];
        let marker: string | undefined;
        do {
          const page = await list(at.store, 'image', { visibility, limit: 2, sort, ...(marker !== undefined && { marker }) });
          ids.push(...idsOf(page));
          marker = page.marker;
        } while (marker !== undefined);
        expect(ids.length, `${caller} ${sort}`).toBe(new Set(ids).size);
        expect([...ids].sort(), `${caller} ${sort}`).toEqual(expected(caller));
      }
    }
  });

  it('a list narrows to the rows that belong to a domain', async () => {
    const of = async (visibility: Visibility, domainId: string) =>
      idsOf(await list(at.store, 'image', { visibility, domainId, sort: 'name:asc', withCount: true }));
    const owned = (domainId: string, caller: string) => expected(caller).filter((id) => images[id]?.owner.domainId === domainId);
    for (const domainId of ['d1', 'd2', 'd3'])
      for (const caller of ['system', 'd1', 'd2', 'p1'])
        expect(await of(callers[caller]!, domainId), `${domainId} for ${caller}`).toEqual(owned(domainId, caller));
  });

  it('the visibility of a row changes with its shares, which stay when the row is put without any', async () => {
    const input = row('flavor', 'f1', { name: 'small' }, owner('d1', 'p1'));
    const { head } = at.store.changes;
    const start = await head();
    await put(at.store, { ...input, shares: [to('project:q1')] });
    await put(at.store, { ...input, document: { id: 'f1', name: 'smaller' } });
    const ids = async () => idsOf(await list(at.store, 'flavor', { visibility: project('q1', 'd2') }));
    expect(await ids()).toEqual(['f1']);
    await put(at.store, { ...input, document: { id: 'f1', name: 'smaller' }, shares: [to('project:q1', 'pending')] });
    expect(await ids()).toEqual([]);
    await put(at.store, { ...input, document: { id: 'f1', name: 'smaller' }, shares: [to('project:q1', 'pending')] });
    const { entries } = await at.store.changes.since(start, 10);
    const own = ['domain:d1', 'project:p1'];
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [null, [...own, 'project:q1']],
      [
        [...own, 'project:q1'],
        [...own, 'project:q1'],
      ],
      [[...own, 'project:q1'], own],
    ]);
  });

  it('shares do not count for a kind that is not shareable', async () => {
    await put(at.store, { ...row('server', 's1', {}, owner('d1', 'p1')), shares: [to('public')] });
    expect(await list(at.store, 'server', { visibility: project('q1', 'd2') })).toEqual({ rows: [] });
    expect(await at.store.read.find('server', 's1', project('q1', 'd2'))).toBeUndefined();
  });
});

describe('names of a row', () => {
  it('the scopes of a row come once each and in order', () => {
    expect(rowScopes(owner('d', 'p'), [to('public'), to('project:p'), to('domain:d'), to('project:a')])).toEqual([
      'domain:d',
      'members:d',
      'project:a',
      'project:p',
      'public',
    ]);
    expect(rowScopes(owner(null, null, 'u'))).toEqual(['user:u']);
    expect(rowScopes(owner(null, null))).toEqual([]);
  });
});

describe.each(databases)('what a project holds on $name', ({ name }) => {
  const at = sharedStore(name);

  it('the store tells a project’s own rows from those that others share with it, however many they are', async () => {
    const { store } = at;
    const shared = Array.from({ length: 12 }, (_, index) =>
      row('image', `a-${index}`, { name: `a-${index}` }, { ...owner('d9', 'other'), shares: [to('project:full')] }),
    );
    const own = row('image', 'z-own', { name: 'z-own' }, owner('d9', 'full'));
    await put(store, ...shared, own);
    expect((await store.read.owned('image', 'full', 10)).map(({ id }) => id)).toEqual(['z-own']);
    expect(await store.read.owned('image', 'empty', 10)).toEqual([]);
    expect(await blockerOf(store.read, { holds: [{ kind: 'image' }] }, { id: 'full' })).toEqual({
      code: 'project_not_empty',
      params: { left: 'image:1' },
    });
  });
});
