import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillText } from '../../src/wire/errors.ts';
import { entriesOf, listed } from '../../src/wire/listed.ts';

it('names in one parameter come apart as they were, whatever commas they have', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('\n'));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1 }), (names) => {
      expect(entriesOf(listed(names))).toEqual(names);
    }),
  );
});

it('a name with line breaks is one name on one line', () => {
  expect(entriesOf(listed(['State:\n a, b', 'c']))).toEqual(['State: a, b', 'c']);
});

it('names in an English message have commas between them', () => {
  expect(fillText('In use by {names}.', { names: listed(['a', 'b']) })).toBe('In use by a, b.');
});
