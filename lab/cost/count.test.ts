import { expect, it } from 'vitest';
import { countNouns, LAYERS, nounOf, spellingsOf } from './count.ts';

it('a file counts for the noun in whose folder it lies, or with whose name its own begins', () => {
  const nouns = ['volumes', 'volume-snapshots', 'tasks', 'platform'];
  expect(nounOf('console/src/features/volume-snapshots/pages.tsx', nouns)).toBe('volume-snapshots');
  expect(nounOf('server/test/http/volumes.test.ts', nouns)).toBe('volumes');
  expect(nounOf('e2e/specs/volumes-extend.spec.ts', nouns)).toBe('volumes');
  for (const room of [
    'server/src/engines/embedded/volume-changes.ts',
    'server/test/tasks/copies.test.ts',
    'embedded/platform/lifecycle.ts',
  ])
    expect([room, nounOf(room, nouns)]).toEqual([room, undefined]);
});

it('a noun is found however it is spelled, and no other noun with it', () => {
  for (const text of ['nouns.keyPairs', "'key_pair'", './key-pairs/index.ts', 'keyPair:']) expect(text).toMatch(spellingsOf('key-pairs'));
  expect('volume-snapshots').not.toMatch(spellingsOf('volumes'));
});

it('the cost of a noun is counted in every layer that all nouns have', () => {
  const { nouns, frames, code } = countNouns();
  const { layers, registrations, code: own } = nouns.find(({ noun }) => noun === 'key-pairs')!;
  for (const layer of LAYERS) expect([layer, layers[layer].lines > 0]).toEqual([layer, true]);
  expect(frames.console.lines).toBeGreaterThan(0);
  expect(registrations).toContain('contract/src/nouns/index.ts');
  // Without texts, tests and what others share of it.
  const { contract, embedded, openstack, console } = layers;
  expect(own.all).toBe(contract.lines + embedded.lines + openstack.lines + own.console);
  expect(own.console).toBeLessThan(console.lines);
  for (const [folder, lines] of Object.entries(code)) expect([folder, lines > 0]).toEqual([folder, true]);
});
