import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openStore, StoreUnavailable } from '../../src/store/open.ts';
import { Room } from '../../src/store/faults/disk-space.ts';
import { translated } from '../../src/store/faults/unavailable.ts';
import { openTestStore, testPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { put, row } from './support/rows.ts';

describe('room on the disk', () => {
  it('the disk has no room for a change that SQLite finds no place for, until one finds it', async () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table t (x); pragma max_page_count = 10');
    const change = async (bytes: number): Promise<void> => {
      try {
        database.prepare('insert into t (x) values (zeroblob(?))').run(bytes);
      } catch (error) {
        throw translated(error);
      }
    };
    const room = new Room();
    await room.heed(change(10));
    await expect(room.heed(change(1_000_000))).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await room.isThere(() => change(1_000_000))).toBe(false);
    database.exec('pragma max_page_count = 100000');
    expect(await room.isThere(() => change(1_000_000))).toBe(true);
    database.close();
  });

  it('the disk has no room while PostgreSQL refuses a change for it, and another error is no lack of room', async () => {
    const place = await testPlace('postgres');
    const store = await openStore(place.options);
    await direct(
      place.options,
      `create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no space' using errcode = '53100'; end $$`,
    );
    await direct(place.options, 'create trigger full_disk before insert on changes execute function full_disk()');
    await direct(place.options, 'create trigger full_disk before update on log_floor execute function full_disk()');
    await expect(put(store, row('node', 'n1'))).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.hasRoom()).toBe(false);
    await direct(place.options, 'drop trigger full_disk on log_floor');
    expect(await store.hasRoom()).toBe(true);
    await store.close();
    place.remove();
    const healthy = await openTestStore('sqlite');
    await expect(healthy.store.transaction(async () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
    expect(await healthy.store.hasRoom()).toBe(true);
    await healthy.close();
  });
});
