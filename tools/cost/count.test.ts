import { expect, it } from 'vitest';
import { countNouns, LAYERS, nounOf, spellingsOf } from './count.ts';

it('gives a file to the noun whose name is a part of its path', () => {
  const nouns = ['volumes', 'volume-snapshots'];
  expect(nounOf('console/src/features/volume-snapshots/pages.tsx', nouns)).toBe('volume-snapshots');
  expect(nounOf('server/test/http/volumes.test.ts', nouns)).toBe('volumes');
  expect(nounOf('server/src/engines/embedded/volume-changes.ts', nouns)).toBeUndefined();
});

it('finds a noun however it is spelled, and no other one', () => {
  for (const text of ['nouns.keyPairs', "'key_pair'", './key-pairs/index.ts', 'keyPair:']) expect(text).toMatch(spellingsOf('key-pairs'));
  expect('volume-snapshots').not.toMatch(spellingsOf('volumes'));
});

it('counts in every layer of a noun that all of them have', () => {
  const { nouns, frames } = countNouns();
  const { layers, registrations } = nouns.find(({ noun }) => noun === 'key-pairs')!;
  for (const layer of LAYERS) expect([layer, layers[layer].lines > 0]).toEqual([layer, true]);
  expect(frames.console.lines).toBeGreaterThan(0);
  expect(registrations).toContain('contract/src/nouns/index.ts');
});
