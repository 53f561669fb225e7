import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/store/values/canonical.ts';
import { asInteger, asTime, exact, fold, pathValues } from '../../src/store/values/fold.ts';

/** The same value with the members of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
}

describe('canonical JSON', () => {
  it('canonical JSON is the same for equal values in any order, and differs for other values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const text = canonicalJson(one);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(one)));
        expect(canonicalJson(shuffled(one))).toBe(text);
        const equal = JSON.stringify(JSON.parse(canonicalJson(other))) === JSON.stringify(JSON.parse(text));
        expect(canonicalJson(other) === text).toBe(equal);
      }),
    );
  });

  it('canonical JSON leaves out undefined members, keeps strange ones, and writes dates as JSON does', () => {
    expect(canonicalJson({ b: 1, a: undefined, c: [undefined] })).toBe('{"b":1,"c":[null]}');
    expect(canonicalJson(JSON.parse('{"__proto__": {"x": 1}, "a": 2}'))).toBe('{"__proto__":{"x":1},"a":2}');
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(canonicalJson(undefined)).toBe('null');
  });
});

describe('keys', () => {
  it('sort keys fold case and composition, and stay storable and short', () => {
    expect(fold('ÄPFEL')).toBe(fold('a\u0308pfel'));
    expect(fold('ΟΔΟΣ')).toBe(fold('οδοσ'));
    expect(['Café', 'cafe\u0301', 'İZMİR', 'Ångström', 'Ελλάς'].map(fold)).toEqual(['cafe', 'cafe', 'izmir', 'angstrom', 'ελλασ']);
    expect(fold('が')).not.toBe(fold('か'));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (text) => {
        for (const key of [fold(text), exact(text)]) {
          expect(key.isWellFormed()).toBe(true);
          expect(key).not.toContain('\0');
          expect(Buffer.byteLength(key)).toBeLessThan(1600);
        }
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  it('sort keys tell long texts apart that differ at their end', () => {
    const long = 'x'.repeat(500);
    expect(exact(`${long}a`)).not.toBe(exact(`${long}b`));
    expect(exact(`${long}a`)).toBe(exact(`${long}a`));
  });

  it('the path of a key walks through the arrays on its way', () => {
    const document = { networks: [{ ips: ['a', 'b'] }, { ips: ['c', null] }, {}], flavor: { vcpus: 0 } };
    expect(pathValues(document, 'networks.ips')).toEqual(['a', 'b', 'c']);
    expect(pathValues(document, 'flavor.vcpus')).toEqual([0]);
    expect(pathValues(document, 'flavor.constructor')).toEqual([]);
    expect(pathValues(document, 'nothing.there')).toEqual([]);
  });

  it('keys read numbers and instants, and nothing from other values', () => {
    expect([1.9, -1.9, -0.5, '12', 'x', null, true, 1e300, Number.NaN].map(asInteger)).toEqual([
      1,
      -1,
      0,
      12,
      null,
      null,
      null,
      Number.MAX_SAFE_INTEGER,
      null,
    ]);
    expect(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', 'yesterday', 5].map(asTime)).toEqual([
      1767225600000,
      1767225600000,
      null,
      null,
    ]);
  });
});
