import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secret, withoutSecrets } from '../../src/wire/secret.ts';

const hidden = secret(z.string());

describe('a body without its secrets', () => {
  const tree: z.ZodType = z.object({ key: hidden.optional(), below: z.lazy(() => tree).optional() });
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['in an object', z.object({ key: hidden, name: z.string() }), { key: 'k', name: 'n' }, { key: '***', name: 'n' }],
    ['in a list', z.array(z.object({ key: hidden })), [{ key: 'k' }, { key: 'l' }], [{ key: '***' }, { key: '***' }]],
    ['as the items of a list', z.object({ keys: z.array(hidden) }), { keys: ['k', 'l'] }, { keys: ['***', '***'] }],
    ['in a record', z.record(z.string(), hidden), { a: 'k', b: 'l' }, { a: '***', b: '***' }],
    ['in a tuple', z.tuple([z.string(), hidden], z.object({ key: hidden })), ['n', 'k', { key: 'l' }], ['n', '***', { key: '***' }]],
    ['in one of several forms', z.union([z.object({ id: z.string() }), z.object({ key: hidden })]), { key: 'k' }, { key: '***' }],
    [
      'in one of several kinds',
      z.discriminatedUnion('of', [z.object({ of: z.literal('a') }), z.object({ of: z.literal('b'), key: hidden })]),
      { of: 'b', key: 'k' },
      { of: 'b', key: '***' },
    ],
    ['in what is changed on reading', z.object({ key: hidden }).transform(({ key }) => key), { key: 'k' }, { key: '***' }],
    [
      'in two that hold together',
      z.intersection(z.object({ key: hidden }), z.object({ n: z.number() })),
      { key: 'k', n: 1 },
      { key: '***', n: 1 },
    ],
    ['where it may be absent or null', z.object({ key: hidden.nullable().default(null) }).prefault({}), { key: 'k' }, { key: '***' }],
    ['where nothing is wrong with it', z.object({ key: hidden.catch('') }).readonly(), { key: 'k' }, { key: '***' }],
    ['at any depth', tree, { below: { below: { key: 'k' } } }, { below: { below: { key: '***' } } }],
    ['that is an object itself', z.object({ pair: secret(z.object({ key: z.string() })) }), { pair: { key: 'k' } }, { pair: '***' }],
  ])('a body without its secrets hides one %s', (_, schema, body, shown) => {
    expect(withoutSecrets(schema, body)).toEqual(shown);
  });

  it('hiding secrets of a body leaves plain, unknown and malformed members as they are', () => {
    const schema = z.object({ name: z.string(), list: z.array(z.number()) });
    const body = { name: 'n', list: 'no list', other: { key: 'k' }, nothing: null };
    expect(withoutSecrets(schema, body)).toEqual(body);
    expect(withoutSecrets(undefined, body)).toBe(body);
  });
});
