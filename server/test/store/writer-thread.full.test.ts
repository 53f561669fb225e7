import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore, StoreUnavailable } from '../../src/store/open.ts';
import type { Writer } from '../../src/port/store/writer.ts';
import { testPlace } from '../support/databases.ts';
import { idsOf, list, put, row } from './support/rows.ts';
import { storeOfEach, threadsNamed } from './support/threads.ts';

const threads = threadsNamed('sqlite-writer');

describe('a SQLite store, which a thread writes,', () => {
  const at = storeOfEach();

  const ids = async () => idsOf(await list(at.store, 'server')).toSorted();

  it('a store on SQLite sends no statement that changes it on the event loop’s own thread', async () => {
    const asked = [vi.spyOn(DatabaseSync.prototype, 'prepare'), vi.spyOn(DatabaseSync.prototype, 'exec')];
    await put(at.store, row('server', 's1', { name: 'a' }), row('server', 's2', { name: 'b' }));
    expect(asked.flatMap(({ mock }) => mock.calls)).toEqual([]);
    for (const spy of asked) spy.mockRestore();
    expect(await ids()).toEqual(['s1', 's2']);
  });

  it('a store on SQLite sends writes that nobody waits for with the next read, at the latest with the commit', async () => {
    await put(at.store, row('server', 's1', { name: 'a' }));
    const sent = vi.spyOn(threads.at(-1)!, 'postMessage');
    await at.store.transaction(async (writer) => {
      for (let n = 0; n < 30; n++) await writer.records.put('o', 'b', `k${n}`, n);
      expect(sent).toHaveBeenCalledTimes(0);
      expect(await writer.records.get('o', 'b', 'k29')).toBe(29);
      await writer.records.remove('o', 'b', 'k29');
      expect(sent).toHaveBeenCalledTimes(1);
    });
    expect(sent).toHaveBeenCalledTimes(2);
    sent.mockRestore();
    expect((await at.store.records.list('o', 'b')).length).toBe(29);
  });

  it('a transaction on SQLite waits at its beginning while another process has the lock, and is then whole', async () => {
    await put(at.store, row('server', 's1', { name: 'a' }));
    const beside = new DatabaseSync(at.place.options.file, { timeout: 10_000 });
    beside.exec('begin immediate');
    const sent = vi.spyOn(threads.at(-1)!, 'postMessage');
    const writing = at.store.transaction(async (writer) => {
      for (let n = 0; n < 3; n++) await writer.records.put('o', 'b', `k${n}`, n);
      return writer.records.get('o', 'b', 'k2');
    });
    await vi.waitFor(() => expect(sent.mock.calls.length).toBeGreaterThan(2), { timeout: 60_000 });
    beside.exec('rollback');
    beside.close();
    expect(await writing).toBe(2);
    sent.mockRestore();
    expect((await at.store.records.list('o', 'b')).length).toBe(3);
  });

  describe('of which a statement that nobody waited for fails,', () => {
    const bad = (writer: Writer) => writer.records.put('o', 'b', 'bad', 1);
    beforeEach(() => {
      const beside = new DatabaseSync(at.place.options.file, { timeout: 10_000 });
      beside.exec(`create trigger no_bad_key before insert on records when new.key = 'bad' begin select raise(abort, 'a bad key'); end`);
      beside.close();
    });

    it('a transaction on SQLite with a failed write is refused at its commit, and leaves nothing', async () => {
      const failing = at.store.transaction(async (writer) => {
        await writer.put(row('server', 's1', { name: 'a' }));
        await bad(writer);
        await writer.records.put('o', 'b', 'good', 1);
      });
      await expect(failing).rejects.toThrow('a bad key');
      expect([await ids(), await at.store.records.list('o', 'b')]).toEqual([[], []]);
      await put(at.store, row('server', 's2', { name: 'b' }));
      expect(await ids()).toEqual(['s2']);
    });

    it('a failed write on SQLite fails the next read of its transaction, and the commit even if that was passed over', async () => {
      const failing = at.store.transaction(async (writer) => {
        await bad(writer);
        await expect(writer.get({ engine: 'e', kind: 'server', id: 's1' })).rejects.toThrow('a bad key');
        await writer.records.put('o', 'b', 'good', 1);
      });
      await expect(failing).rejects.toThrow('failed at an earlier statement');
      expect(await at.store.records.list('o', 'b')).toEqual([]);
    });
  });

  it('a transaction in whose middle the writer thread ends leaves nothing, and another thread writes from then on', async () => {
    await put(at.store, row('server', 's1', { name: 'a' }));
    const thread = threads.at(-1)!;
    const cut = at.store.transaction(async (writer) => {
      await writer.put(row('server', 's2', { name: 'b' }));
      await thread.terminate();
      // Alone, and without what came before, it must not be written by the next thread either.
      await writer.put(row('server', 's3', { name: 'c' }));
    });
    await expect(cut).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await ids()).toEqual(['s1']);
    await put(at.store, row('server', 's4', { name: 'd' }));
    expect(await ids()).toEqual(['s1', 's4']);
    expect(threads.at(-1)).not.toBe(thread);
  });

  it('a write on SQLite fails where its thread ends while it is asked, and the next one works', async () => {
    await put(at.store, row('server', 's1', { name: 'a' }));
    const ended = threads.at(-1)!.terminate();
    // It has not been seen to end yet, and will not answer.
    await expect(put(at.store, row('server', 's2', { name: 'b' }))).rejects.toBeInstanceOf(StoreUnavailable);
    await ended;
    await put(at.store, row('server', 's3', { name: 'c' }));
    expect(await ids()).toContain('s3');
  });

  it('a store on SQLite writes its own file beside another one, and goes on when that is closed', async () => {
    const other = await testPlace('sqlite');
    const beside = await openStore(other.options);
    await Promise.all([put(at.store, row('server', 'here')), put(beside, row('server', 'there'))]);
    expect((await Promise.all([list(at.store, 'server'), list(beside, 'server')])).map(idsOf)).toEqual([['here'], ['there']]);
    await beside.close();
    // Whoever closes a SQLite file last moves its log into it.
    expect(existsSync(`${other.options.file}-wal`)).toBe(false);
    other.remove();
    await put(at.store, row('server', 'later'));
    expect(await ids()).toEqual(['here', 'later']);
  });
});
