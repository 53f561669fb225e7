import { expect, it } from 'vitest';
import { portRanges } from '../../../src/nouns/security-groups/ports.ts';

it.each([
  ['', []],
  ['22', [[22, 22]]],
  ['22, 80 443;8000-8100', [[22, 22], [80, 80], [443, 443], [8000, 8100]]], // prettier-ignore
  ['8000 – 8100', [[8000, 8100]]],
  ['22,22, 22-22,', [[22, 22]]],
  ['90-80', [[90, 80]]],
  ['ssh', undefined],
  ['22-', undefined],
  ['-22', undefined],
  ['1-2-3', undefined],
  ['2.5', undefined],
  ['123456', undefined],
])('ports of %j are read as %j', (text, ranges) => {
  expect(portRanges(text)).toEqual(ranges);
});
