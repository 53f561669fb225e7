import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../src/wire/bytes.ts';
import { truncate } from '../../src/wire/truncate.ts';

const bytes = (value: unknown): number => utf8Bytes(JSON.stringify(value));

describe('the beginning of a value', () => {
  it('the beginning of a value is the value itself where that fits', () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => !truncate(json, 10_000_000).cut));
    expect(truncate({ a: 1 }, 6)).toMatchObject({ cut: true });
    expect(truncate({ a: 1 }, 7)).toEqual({ value: { a: 1 }, cut: false });
  });

  it('a truncated value holds small members before large ones as far as there is room, and long texts in part', () => {
    const long = { metadata: { a: 'x'.repeat(50), b: 'c' }, name: 'web', tags: ['one'] };
    expect(truncate(long, 60)).toEqual({ value: { name: 'web', tags: ['one'], metadata: { a: 'x', b: 'c' } }, cut: true });
    expect(truncate({ text: 'x'.repeat(50), name: 'web' }, 40)).toEqual({ value: { name: 'web', text: 'x'.repeat(15) }, cut: true });
    expect(truncate(['aaaa', 'bbbb', 'cccc'], 16)).toEqual({ value: ['aaaa', 'bbbb'], cut: true });
  });

  it('a truncated value never has more bytes than there is room for, and keeps whole characters', () => {
    const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
    fc.assert(
      fc.property(value, fc.integer({ min: 2, max: 300 }), (given, room) => {
        const { value: short, cut } = truncate(given, room);
        expect(bytes(short)).toBeLessThanOrEqual(room);
        if (!cut) expect(short).toEqual(given);
      }),
    );
    for (const text of ['字'.repeat(99), '🙂'.repeat(99), '"'.repeat(99)]) {
      const { value: short } = truncate({ text }, 41);
      expect(bytes(short)).toBeLessThanOrEqual(41);
      expect(text.startsWith(short.text) && short.text.isWellFormed() && short.text !== '').toBe(true);
    }
  });
});
