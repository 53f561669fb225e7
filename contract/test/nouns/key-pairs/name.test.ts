import { expect, it } from 'vitest';
import { keyPairCreateBody } from '../../../src/nouns/key-pairs/calls.ts';

it('the name of a key pair has only characters that compute services take', () => {
  const taken = (name: string) => keyPairCreateBody.shape.name.safeParse(name).data;
  for (const name of ['laptop', 'my key', 'a.b@c_d-1', '.a', 'a..', '. .', 'x'.repeat(255)]) expect(taken(` ${name} `)).toBe(name);
  for (const name of ['', ' ', '.', '..', '...', 'a/b', 'schlüssel', 'a\nb', 'x'.repeat(256)]) expect(taken(name)).toBeUndefined();
});
