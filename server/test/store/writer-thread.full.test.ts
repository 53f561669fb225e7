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

  it('sends no statement that changes it on the event loop’s own thread', async () => {
    const asked = [vi.spyOn(DatabaseSync.prototype, 'prepare'), vi.spyOn(DatabaseSync.prototype, 'exec')];
    await put(at.store, row('server', 's1', { name: 'a' }), row('server', 's2', { name: 'b' }));
    expect(asked.flatMap(({ mock }) => mock.calls)).toEqual([]);
    for (const spy of asked) spy.mockRestore();
    expect(await ids()).toEqual(['s1', 's2']);
  });

  it('sends what nobody waits for along with the next statement that is answered, at the latest with the commit', async () => {
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

  it('waits where a transaction begins while another process has the lock, and then has all of it', async () => {
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

    it('refuses the transaction at its commit, and has nothing of it', async () => {
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

    it('says so to whoever asks next, and goes on with none of it, also where that was passed over', async () => {
      const failing = at.store.transaction(async (writer) => {
        await bad(writer);
        await expect(writer.get({ engine: 'e', kind: 'server', id: 's1' })).rejects.toThrow('a bad key');
        await writer.records.put('o', 'b', 'good', 1);
      });
      await expect(failing).rejects.toThrow('failed at an earlier statement');
      expect(await at.store.records.list('o', 'b')).toEqual([]);
    });
  });

  it('has nothing of a transaction in whose middle the thread ends, and is written by another one from then on', async () => {
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

  it('says that the database is not available where the thread ends while it is asked, whatever became of that', async () => {
    await put(at.store, row('server', 's1', { name: 'a' }));
    const ended = threads.at(-1)!.terminate();
    // It has not been seen to end yet, and will not answer.
    await expect(put(at.store, row('server', 's2', { name: 'b' }))).rejects.toBeInstanceOf(StoreUnavailable);
    await ended;
    await put(at.store, row('server', 's3', { name: 'c' }));
    expect(await ids()).toContain('s3');
  });

  it('is written in its own file beside others, and goes on when one of them is closed', async () => {
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
