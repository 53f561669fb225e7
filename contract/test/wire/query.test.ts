import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { encodeQuery, formatSort, parseFilter, parseSort } from '../../src/wire/query.ts';

describe('queries', () => {
  it('a query writes objects as JSON text, scalars plain, and leaves out what is undefined [request.query-json-objects]', () => {
    const query = { limit: 20, name: 'a b', flag: true, filters: { status: ['ACTIVE'] }, ids: ['x'], none: undefined };
    const read = encodeQuery(query)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent));
    expect(Object.fromEntries(read)).toEqual({ limit: '20', name: 'a b', flag: 'true', filters: '{"status":["ACTIVE"]}', ids: '["x"]' });
  });

  it('a query reads the operators of filters', () => {
    expect(parseFilter('ACTIVE')).toEqual({ operator: 'is', values: ['ACTIVE'] });
    expect(parseFilter('contains:a,b')).toEqual({ operator: 'contains', values: ['a,b'] });
    expect(parseFilter('in:A,B')).toEqual({ operator: 'in', values: ['A', 'B'] });
    expect(parseFilter('any:a\\,b,c')).toEqual({ operator: 'any', values: ['a,b', 'c'] });
    expect(parseFilter('not_any:a,b')).toEqual({ operator: 'not_any', values: ['a', 'b'] });
    expect(parseFilter('in:')).toEqual({ operator: 'in', values: [] });
    expect(parseFilter('like:x')).toEqual({ operator: 'is', values: ['like:x'] });
  });

  it('a filter reads back any values of a list that were written with escapes', () => {
    const escaped = (value: string): string => value.replace(/[\\,]/g, (sign) => `\\${sign}`);
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
        fc.pre(values.length > 1 || values[0] !== '');
        expect(parseFilter(`in:${values.map(escaped).join(',')}`).values).toEqual(values);
      }),
    );
  });

  it('a query reads and writes sorts', () => {
    for (const text of ['name:asc', 'created_at:desc']) expect(formatSort(parseSort(text)!)).toBe(text);
    for (const text of ['name', 'name:up', 'a b:asc', ':asc', '']) expect(parseSort(text)).toBeUndefined();
  });
});
