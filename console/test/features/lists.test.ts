import { calls, kinds } from '@gantry/contract';
import { DOMAIN_FILTER, figureKeys, filterProblem, narrowKeys, sortKeys } from '@gantry/contract/wire/kind';
import { parseFilter, parseSort } from '@gantry/contract/wire/query';
import { expect, it } from 'vitest';
import { features } from '../../src/features/index.ts';
import { listQueryOf, readListState, type ListSpec } from '../../src/ui/list/list-state.ts';

const lists = features.flatMap(({ routes }) => routes.flatMap(({ path, list }) => (list ? [{ path, ...list }] : [])));

/** Each order and filter of a list is one that the query of its call takes, whatever is typed. */
function expectAnswered(id: string, spec: ListSpec): void {
  const query = calls.find((call) => call.id === id)?.query;
  if (!query) throw new Error(`${id} lists nothing`);
  const state = readListState({}, spec);
  const filters = Object.keys(spec.filters);
  expect(Object.keys(query.shape)).toEqual(expect.arrayContaining([...filters, ...(spec.byPage ? ['page'] : ['marker'])]));
  for (const key of spec.sortKeys)
    for (const descending of [true, false]) {
      const asked = listQueryOf({ ...state, sort: { key, descending } }, spec);
      expect(query.shape['sort']?.safeParse(asked['sort']).success).toBe(true);
    }
  expect(spec.sortKeys).toContain(parseSort(spec.defaultSort)?.key);
}

it.each(lists)('the list at $path asks for nothing the contract does not know', ({ call, spec }) => {
  const kind = kinds.get(call.kind ?? '');
  // What is no kind says in its query what may be asked.
  if (!kind) return expectAnswered(call.id, spec);
  expect([...sortKeys(kind), ...figureKeys(kind)]).toEqual(expect.arrayContaining([...spec.sortKeys]));
  expect(narrowKeys(kind)).toEqual(expect.arrayContaining(Object.keys(spec.filters)));
  for (const [key, how] of Object.entries(spec.filters))
    if (key === DOMAIN_FILTER) expect(how).toBe('in');
    else expect(kind.fields[key]?.filter).toContain(how === 'in' ? 'is' : how);
  for (const [key, value] of Object.entries(spec.always ?? {}))
    expect(filterProblem(kind.fields[key], parseFilter(value), false)).toBeUndefined();
  expect(spec.defaultSort).toBe(kind.defaultSort);
  expect([...(spec.measured ?? [])].toSorted()).toEqual(
    figureKeys(kind)
      .filter((key) => spec.sortKeys.includes(key))
      .toSorted(),
  );
});

it('the features of the console have at least three lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(3);
});
