import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createOpaque } from '../../src/store/crypto/opaque.ts';
import { createVault } from '../../src/store/crypto/vault.ts';

const key = randomBytes(32);

describe('a text that clients carry', () => {
  it('an opaque text opens for its purpose, with its key as the present or a former one, and is never the same twice', () => {
    const sealed = createOpaque(key).seal('server 17', 'a');
    expect(createOpaque(key).open(sealed, 'a')).toBe('server 17');
    expect(createOpaque(randomBytes(32), [key]).open(sealed, 'a')).toBe('server 17');
    expect(createOpaque(key).seal('server 17', 'a')).not.toBe(sealed);
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('server');
  });

  it('an opaque text does not open when changed, for another purpose, with another key, or if sealed by the vault', () => {
    const opaque = createOpaque(key);
    const sealed = opaque.seal('server 17', 'a');
    expect(opaque.open(sealed, 'b')).toBeUndefined();
    expect(createOpaque(randomBytes(32)).open(sealed, 'a')).toBeUndefined();
    expect(opaque.open(createVault(key).seal('server 17', 'a'), 'a')).toBeUndefined();
    for (let at = 0; at < sealed.length; at++)
      for (const sign of ['A', 'B', '.', '!', ''])
        if (sealed[at] !== sign)
          expect(opaque.open(sealed.slice(0, at) + sign + sealed.slice(at + 1), 'a'), `${at} ${sign}`).toBeUndefined();
    for (const text of ['', '.', 'x', `${sealed}x`, `${sealed}=`, `${sealed}.x`, sealed.slice(0, 20)])
      expect(opaque.open(text, 'a'), text).toBeUndefined();
  });
});
