import { expect, it } from 'vitest';
import { typeOf } from '../../../src/features/key-pairs/pages.tsx';

it.each([
  ['ssh-ed25519 AAAA comment', 'ssh-ed25519'],
  ['-----BEGIN CERTIFICATE-----', null],
  ['', null],
])('the type of %j is %s', (public_key, type) => {
  expect(typeOf({ public_key })).toBe(type);
});
