import { afterEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../src/store/open.ts';
import { DiskWrites } from '../../src/store/sqlite/durable.ts';
import { openTestStore } from '../support/databases.ts';
import { put, row } from './support/rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a change on SQLite', () => {
  it('a change on SQLite counts as made when the disk has it, and not before', async () => {
    const { store, close } = await openTestStore('sqlite');
    const disk = Promise.withResolvers<void>();
    const reached = vi.spyOn(DiskWrites.prototype, 'reached').mockReturnValue(disk.promise);
    let made = false;
    const heard = vi.fn();
    store.changes.subscribe(heard);
    const change = put(store, row('server', 's1', { name: 'a' })).then(() => (made = true));
    await expect.poll(() => reached.mock.calls.length).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBe(false);
    expect(heard).not.toHaveBeenCalled();
    // Another change need not wait for the first one's disk to begin.
    const other = put(store, row('server', 's2', { name: 'b' }));
    await expect.poll(() => reached.mock.calls.length).toBe(2);
    disk.resolve();
    await Promise.all([change, other]);
    expect(heard).toHaveBeenCalledTimes(2);
    await close();
  });

  it('a change on SQLite is not acknowledged where the disk fails', async () => {
    const { store, close } = await openTestStore('sqlite');
    vi.spyOn(DiskWrites.prototype, 'reached').mockRejectedValueOnce(new Error('EIO'));
    await expect(put(store, row('server', 's1', { name: 'a' }))).rejects.toBeInstanceOf(StoreUnavailable);
    await put(store, row('server', 's2', { name: 'b' }));
    await close();
  });

  it('a write on SQLite that changes nothing does not wait for the disk', async () => {
    const { store, close } = await openTestStore('sqlite');
    await put(store, row('server', 's1', { name: 'a' }));
    const reached = vi.spyOn(DiskWrites.prototype, 'reached');
    await put(store, row('server', 's1', { name: 'a' }));
    expect(reached).not.toHaveBeenCalled();
    await close();
  });
});
