/** Writes to rows with a stored value that cannot be read, of which readers get another one in its place. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fit } from '@gantry/contract/wire/fit';
import type { Document, RowInput } from '../../src/port/store/rows.ts';
import type { Store } from '../../src/port/store/store.ts';
import { openStore } from '../../src/store/open.ts';
import { anyDatabase, testPlace, type TestPlace } from '../support/databases.ts';
import { ENGINE, kindOf, put, row } from './support/rows.ts';

const whole = fit(kindOf('image').entity, { name: 'odd' }) as Document;
const ODD: Document = { ...whole, id: 'i', tags: 'none', size: 5.5, created_at: 'yesterday' };
const key = { engine: ENGINE, kind: 'image', id: 'i' } as const;

describe.each(anyDatabase)('a row with values that cannot be read on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  beforeEach(async () => {
    place = await testPlace(name);
    store = await openStore({ ...place.options, misfits: () => undefined });
    await put(store, row('image', 'i', ODD));
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });

  /** Writes members over what is read. Returns which cannot be read afterwards. */
  const change = (members: Document, how: Partial<RowInput> = {}) =>
    store.transaction(async (writer) => {
      const { document, ...read } = (await writer.get(key))!;
      return (await writer.put({ ...read, ...how, document: { ...document, ...members } })).unreadable;
    });

  /** What is stored, as a store reads it that compares it with no schema. */
  async function stored(): Promise<Document | undefined> {
    const plain = await openStore(place.options);
    const found = await plain.read.get(key);
    await plain.close();
    return found?.document;
  }

  it('a change of other members leaves values that cannot be read as they are stored, and marked', async () => {
    expect(await change({ name: 'new' })).toEqual(expect.arrayContaining(['created_at', 'size', 'tags']));
    expect(await stored()).toEqual({ ...ODD, name: 'new' });
  });

  it('a write of a row with values that cannot be read, as it was read, is no change', async () => {
    const { revision } = (await store.read.get(key))!;
    await change({});
    expect(await store.read.get(key)).toMatchObject({ revision });
  });

  it('a new value takes the place of one that cannot be read, and the others stay', async () => {
    const [tags, created_at] = [['new'], '2026-11-29T12:00:00.000Z'];
    expect(await change({ tags, created_at })).toEqual(['size']);
    expect(await stored()).toEqual({ ...ODD, tags, created_at });
  });

  it('a member that is set to what readers get in its place is stored, and the others stay as they are', async () => {
    const { revision } = (await store.read.get(key))!;
    const left = await store.transaction(async (writer) => {
      writer.setting(key, ['size', 'tags']);
      return (await writer.put((await writer.get(key))!)).unreadable;
    });
    expect(left).toEqual(['created_at']);
    expect(await stored()).toEqual({ ...ODD, size: null, tags: [] });
    expect(await store.read.get(key)).toMatchObject({ revision: revision + 1 });
  });

  it('a member that is missing in what is stored is written as readers get it', async () => {
    const { os_type: _missing, ...others } = whole;
    await put(store, row('image', 'i', { ...others, id: 'i', tags: 'none' }, { isFromCloud: true }));
    expect(await change({})).toEqual(['tags']);
    expect(await stored()).toEqual({ ...whole, id: 'i', tags: 'none' });
  });

  it('a change of figures leaves values that cannot be read as they are stored', async () => {
    const { document } = (await store.read.get(key))!;
    await store.transaction((writer) => writer.putFigures(key, { ...document, min_disk: 7 }));
    expect(await stored()).toEqual({ ...ODD, min_disk: 7 });
  });

  it('what a cloud says is stored although readers got the same in place of what could not be read', async () => {
    const created_at = '1970-01-01T00:00:00Z';
    expect(await change({ tags: [], size: null, created_at }, { isFromCloud: true })).toBeUndefined();
    expect(await stored()).toEqual({ ...ODD, tags: [], size: null, created_at });
  });

  it('what a cloud could not be asked for stays as it is stored, and what it says is stored', async () => {
    const created_at = '1970-01-01T00:00:00Z';
    expect(await change({ size: null, created_at }, { isFromCloud: true, carried: ['tags'] })).toEqual(['tags']);
    expect(await stored()).toEqual({ ...ODD, size: null, created_at });
  });
});
