import { describe, expect, it } from 'vitest';
import type { Properties, Property } from '../../src/port/store/records.ts';
import type { Store } from '../../src/port/store/store.ts';
import { databases, storeForEach, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';

const property = (domainId: string, key: string, changes: Partial<Property> = {}): Property => ({
  domainId,
  key,
  value: `${domainId} ${key}`,
  access: 'pub',
  ...changes,
});

describe.each(databases)('properties on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  storeForEach(name, (...opened) => ([store, place] = opened));
  const inside = <T>(work: (properties: Properties) => Promise<T>): Promise<T> => store.transaction(({ properties }) => work(properties));

  it('a property exists once per domain and key, with any JSON as value', async () => {
    const value = { a: [1, 'ü\u0000\ud83d\ude00', null], b: { '': false } };
    expect(await inside((properties) => properties.insert(property('d1', 'k', { value })))).toBe(true);
    expect(await inside((properties) => properties.insert(property('d1', 'k', { value: 'other' })))).toBe(false);
    expect(await inside((properties) => properties.update(property('d1', 'K')))).toBe(false);
    expect(await store.properties.get('d1', 'k')).toEqual(property('d1', 'k', { value }));
    expect(await inside((properties) => properties.update(property('d1', 'k', { value: null, access: 'auth' })))).toBe(true);
    expect(await store.properties.get('d1', 'k')).toEqual(property('d1', 'k', { value: null, access: 'auth' }));
    expect(await inside((properties) => properties.remove('d2', 'k'))).toBe(false);
    expect(await inside((properties) => properties.remove('d1', 'k'))).toBe(true);
    expect([await store.properties.get('d1', 'k'), await inside((properties) => properties.remove('d1', 'k'))]).toEqual([undefined, false]);
  });

  it('a property is made once, also by many at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, value) => inside((properties) => properties.insert(property('d1', 'k', { value })))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await store.properties.get('d1', 'k'))?.value).toBe(made.indexOf(true));
  });

  it('properties are listed by domain and by access, in the order of domain and key', async () => {
    const all = [
      property('d1', 'a'),
      property('d1', 'b', { access: 'auth' }),
      property('d2', 'a', { access: 'auth' }),
      property('d2', 'c'),
    ];
    await inside(async (properties) => {
      for (const one of all.toReversed()) await properties.insert(one);
      expect(await properties.ofDomain('d2')).toEqual(all.slice(2));
    });
    expect(await store.properties.ofDomain('d1')).toEqual(all.slice(0, 2));
    expect(await store.properties.ofDomain('d3')).toEqual([]);
    expect(await store.properties.readable('all', 100)).toEqual(all);
    expect(await store.properties.readable('none', 100)).toEqual([all[0], all[3]]);
    expect(await store.properties.readable({ domainId: 'd1' }, 100)).toEqual([all[0], all[1], all[3]]);
  });

  it('the database refuses a property with any other access than the two', async () => {
    await inside((properties) => properties.insert(property('d1', 'k', { access: 'auth' })));
    await expect(direct(place.options, "update properties set access = 'priv'")).rejects.toThrow(/check constraint/i);
    const insert = "insert into properties (domain_id, key, value, access) values ('d1', 'other', '1', 'none')";
    await expect(direct(place.options, insert)).rejects.toThrow(/check constraint/i);
    expect((await store.properties.readable('all', 100)).map(({ access }) => access)).toEqual(['auth']);
  });
});
