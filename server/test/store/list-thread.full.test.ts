import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import { openStore, StoreUnavailable } from '../../src/store/open.ts';
import { testPlace } from '../support/databases.ts';
import { idsOf, kindOf, list, put, remove, row, system } from './support/rows.ts';
import { storeOfEach, threadsNamed } from './support/threads.ts';

const threads = threadsNamed('sqlite-lists');

describe('lists of a SQLite store, which a thread reads,', () => {
  const at = storeOfEach();

  it('the list thread shows what was committed before a list was asked for', async () => {
    for (let n = 0; n < 20; n++) {
      await put(at.store, row('server', `s${n}`, { name: `n${n}` }));
      const seen = await list(at.store, 'server', { withCount: true, limit: 5 });
      expect([seen.count, seen.rows.some(({ id }) => id === `s${n}`)]).toEqual([n + 1, true]);
    }
    await remove(at.store, 'server', 's3');
    expect((await list(at.store, 'server', { withCount: true })).count).toBe(19);
  });

  it('the list thread answers each list with its own rows, however many are asked for at once', async () => {
    await put(at.store, ...Array.from({ length: 30 }, (_, n) => row('server', `s${n}`, { name: `n${n}` })));
    const names = Array.from({ length: 30 }, (_, n) => `n${n}`);
    const answers = await Promise.all(names.map((name) => list(at.store, 'server', { filters: { name } })));
    expect(answers.map(idsOf)).toEqual(names.map((_, n) => [`s${n}`]));
  });

  it('the list thread refuses a wrong sort, filter or marker with code and fields', async () => {
    const refused = await list(at.store, 'server', { sort: 'nonsense:asc' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GantryError);
    expect(refused).toMatchObject({ code: 'validation_failed', fields: { sort: [{ code: 'sort_key' }] } });
    await expect(list(at.store, 'server', { filters: { nonsense: 'x' } })).rejects.toMatchObject({
      fields: { nonsense: [{ code: 'unknown' }] },
    });
    await expect(list(at.store, 'server', { marker: 'bm9uc2Vuc2U' })).rejects.toMatchObject({ fields: { marker: [{ code: 'marker' }] } });
  });

  it('an unforeseen error in the list thread arrives with name and stack', async () => {
    const { kind, ...rest } = { kind: { ...kindOf('server'), name: 'nothing' }, visibility: system, filters: {}, limit: 1 };
    const wrong = await at.store.read.list({ kind, ...rest, sort: { key: 'name', descending: false } }).catch((error: unknown) => error);
    expect(wrong).toMatchObject({ name: 'TypeError', message: 'nothing is no kind of the contract' });
    expect(wrong).toHaveProperty('stack', expect.stringContaining('lists.ts'));
  });

  it('a list says that the database is not available while its file cannot be opened, and works again once it can', async () => {
    const { file } = at.place.options;
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    await expect(list(at.store, 'server')).rejects.toBeInstanceOf(StoreUnavailable);
    rmSync(file, { recursive: true });
    renameSync(`${file}.away`, file);
    expect(await list(at.store, 'server')).toEqual({ rows: [] });
  });

  it('a list fails where its thread ends, and the next list is read by a new thread', async () => {
    await put(at.store, row('server', 's1'));
    expect(idsOf(await list(at.store, 'server'))).toEqual(['s1']);
    const thread = threads.at(-1)!;
    const ended = thread.terminate();
    // It has not been seen to end yet, and will not answer.
    await expect(list(at.store, 'server')).rejects.toBeInstanceOf(StoreUnavailable);
    await ended;
    expect(idsOf(await list(at.store, 'server'))).toEqual(['s1']);
    expect(threads.at(-1)).not.toBe(thread);
  });

  it('lists of several stores are read from each one’s own file', async () => {
    const other = await testPlace('sqlite');
    const beside = await openStore(other.options);
    await Promise.all([put(at.store, row('server', 'here')), put(beside, row('server', 'there'))]);
    const both = await Promise.all([list(at.store, 'server'), list(beside, 'server')]);
    await beside.close();
    other.remove();
    expect(both.map(idsOf)).toEqual([['here'], ['there']]);
    expect(idsOf(await list(at.store, 'server'))).toEqual(['here']);
  });

  it('a list on SQLite sends no statement on the event loop’s own thread', async () => {
    await list(at.store, 'server');
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    await list(at.store, 'server', { sort: 'name:asc', filters: { name: 'contains:web' }, withCount: true });
    expect(prepare.mock.calls).toEqual([]);
    prepare.mockRestore();
  });

  it('closing a store answers the list that is under way and leaves the SQLite file closed', async () => {
    const closing = await testPlace('sqlite');
    const closed = await openStore(closing.options);
    await put(closed, row('server', 's1'));
    const asked = list(closed, 'server');
    await closed.close();
    expect(idsOf(await asked)).toEqual(['s1']);
    // Whoever closes a SQLite file last moves its log into it.
    expect(existsSync(`${closing.options.file}-wal`)).toBe(false);
    await expect(list(closed, 'server')).rejects.toThrow('the store is closed');
    closing.remove();
  });
});
