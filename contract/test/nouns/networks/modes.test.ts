import { expect, it } from 'vitest';
import { modeOf } from '../../../src/nouns/networks/modes.ts';

it('what others may do with a network comes to one of three modes [const.network-modes]', () => {
  expect(modeOf(['routed'])).toBe('routed');
  expect(modeOf(['direct'])).toBe('direct');
  expect(modeOf(['direct', 'routed'])).toBe('mixed');
  expect(modeOf([])).toBeUndefined();
});
