import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  listQueryOf,
  nextPage,
  PAGE_SIZES,
  previousPage,
  readListState,
  TRAIL_LENGTH,
  withFilter,
  withLimit,
  withSort,
  writeListState,
  type ListSpec,
  type ListState,
} from '../../src/ui/list/list-state.ts';

const spec: ListSpec = { sortKeys: ['name', 'created_at'], filters: { name: 'contains', status: 'in' }, defaultSort: 'name:asc' };
const first = readListState({}, spec);

const word = fc.stringMatching(/^[a-zA-Z0-9 _.:-]{1,12}$/);
const states: fc.Arbitrary<ListState> = fc
  .record({
    limit: fc.constantFrom(...PAGE_SIZES),
    sort: fc.option(fc.record({ key: fc.constantFrom('name', 'created_at'), descending: fc.boolean() }), { nil: undefined }),
    name: fc.option(word, { nil: undefined }),
    status: fc.uniqueArray(word, { maxLength: 3 }),
    trail: fc.array(word, { maxLength: 5 }),
    beyond: fc.nat(4),
  })
  .map(({ limit, sort, name, status, trail, beyond }) => ({
    limit,
    ...(sort && { sort }),
    filters: { ...(name !== undefined && { name: [name] }), ...(status.length > 0 && { status }) },
    page: trail.length === 0 ? 1 : trail.length + 1 + beyond,
    trail,
  }));

describe('the state of a list in the URL', () => {
  it('the state of a list is the same after it was written to the URL and read', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(readListState(writeListState(state, spec), spec)).toEqual(state);
      }),
    );
  });

  it('the URL of a list leaves out what is as it would be anyway', () => {
    expect(writeListState(first, spec)).toEqual({});
  });

  it('the URL of a list has several values of a filter as the API has them, and reads those of older addresses', () => {
    const state = readListState({ status: ['ACTIVE', 'SHUTOFF'] }, spec);
    expect(writeListState(state, spec)).toEqual({ status: 'in:ACTIVE,SHUTOFF' });
    expect(readListState({ status: 'in:ACTIVE,SHUTOFF' }, spec)).toEqual(state);
    expect(writeListState(withFilter(first, 'status', ['a,b']), spec)).toEqual({ status: ['a,b'] });
  });

  it('the state of a list drops what the list does not know', () => {
    const state = readListState({ sort: 'password:asc', limit: '7', owner: 'x', status: [1, '', {}], page: '-3' }, spec);
    expect(state).toEqual({ ...first, filters: { status: ['1'] } });
  });

  it('the state of a list reads numbers that came as text', () => {
    expect(readListState({ limit: '50', after: ['m1', 'm2'], page: '7' }, spec)).toMatchObject({ limit: 50, page: 7, trail: ['m1', 'm2'] });
  });
});

describe('the query of a list call', () => {
  it('the query of a list call carries page, order and filters with their operators', () => {
    const state: ListState = {
      limit: 50,
      sort: { key: 'name', descending: true },
      filters: { name: ['web'], status: ['ACTIVE', 'BUILD'] },
      page: 2,
      trail: ['m1'],
    };
    expect(listQueryOf(state, spec)).toEqual({
      limit: 50,
      with_count: true,
      sort: 'name:desc',
      name: 'contains:web',
      status: 'in:ACTIVE,BUILD',
      marker: 'm1',
    });
  });

  it('the query of a list call asks for the last page of the trail only', () => {
    expect(listQueryOf(nextPage(nextPage(first, 'a'), 'b'), spec)['marker']).toBe('b');
    expect(listQueryOf(first, spec)).not.toHaveProperty('marker');
  });
});

describe('steps', () => {
  it('the pages of a list lead forward and back the same way', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: TRAIL_LENGTH }), (markers) => {
        const there = markers.reduce(nextPage, first);
        expect(there.page).toBe(markers.length + 1);
        const back = markers.reduce((state) => previousPage(state), there);
        expect(back).toEqual(first);
      }),
    );
  });

  it('the URL of a list remains short: far pages step back to the first at last', () => {
    const there = Array.from({ length: TRAIL_LENGTH + 10 }, (_, index) => `m${index}`).reduce(nextPage, first);
    expect(there.trail).toHaveLength(TRAIL_LENGTH);
    expect(there.page).toBe(TRAIL_LENGTH + 11);
    let state = there;
    for (let step = 0; step < TRAIL_LENGTH; step += 1) state = previousPage(state);
    expect(state).toEqual(first);
  });

  it.each([
    ['order', (state: ListState) => withSort(state, { key: 'name', descending: false })],
    ['page size', (state: ListState) => withLimit(state, 100)],
    ['filter', (state: ListState) => withFilter(state, 'status', ['ACTIVE'])],
  ])('a list begins at the first page with another %s', (_, change) => {
    expect(change(nextPage(first, 'm1'))).toMatchObject({ page: 1, trail: [] });
  });
});
