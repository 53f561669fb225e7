import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault } from '../../src/store/crypto/vault.ts';

const key = randomBytes(32);

describe('the vault', () => {
  it('the vault gives back any JSON value, and never seals it twice alike', () => {
    const vault = createVault(key);
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.string(), (value, place) => {
        const sealed = vault.seal(value, place);
        expect(vault.open(sealed, place)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(vault.seal(value, place)).not.toBe(sealed);
      }),
    );
    expect(vault.open(vault.seal(undefined, 'p'), 'p')).toBeNull();
  });

  it('a sealed value does not contain what was sealed', () => {
    const sealed = createVault(key).seal({ password: 'correct horse' }, 'p');
    expect(Buffer.from(sealed.split('.')[1]!, 'base64url').toString('latin1')).not.toContain('horse');
  });

  it('the vault refuses a sealed value that was changed, cut, or moved to another place', () => {
    const vault = createVault(key);
    const sealed = vault.seal('secret', 'sessions:1');
    expect(() => vault.open(sealed, 'sessions:2')).toThrow();
    const [id = '', text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(() => vault.open(`${id}.${changed.toString('base64url')}`, 'sessions:1'), `byte ${index}`).toThrow();
      expect(() => vault.open(`${id}.${bytes.subarray(0, index).toString('base64url')}`, 'sessions:1'), `first ${index} bytes`).toThrow();
    }
  });

  it('the vault changes keys: it writes with the new one and reads with the former ones', () => {
    const other = randomBytes(32);
    const sealed = createVault(key).seal('secret', 'p');
    expect(() => createVault(other).open(sealed, 'p')).toThrow('unknown key');
    const both = createVault(other, [key]);
    expect(both.open(sealed, 'p')).toBe('secret');
    expect(createVault(other).open(both.seal('new', 'p'), 'p')).toBe('new');
  });

  it('the vault refuses a key that is too short', () => {
    expect(() => createVault(randomBytes(31))).toThrow(RangeError);
  });
});
