import { kinds } from '@gantry/contract';
import { DOMAIN_FILTER, figureKeys, filterProblem, narrowKeys, sortKeys } from '@gantry/contract/wire/kind';
import { parseFilter } from '@gantry/contract/wire/query';
import { expect, it } from 'vitest';
import { features } from '../../src/features/index.ts';

const lists = features.flatMap(({ routes }) => routes.flatMap(({ path, list }) => (list ? [{ path, ...list }] : [])));

it.each(lists)('the list at $path asks for nothing the contract does not know', ({ call, spec }) => {
  const kind = kinds.get(call.kind ?? '');
  if (!kind) throw new Error(`${call.id} lists no kind`);
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
