import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../src/port/store/store.ts';
import { inBackground, isBackground, takeTurn, readingElsewhere, takeReadingTurn, backgroundTurn } from '../../src/turns/turns.ts';
import { openTestStore } from '../support/databases.ts';
import { put, row } from '../store/support/rows.ts';

describe('work that takes turns, some of it in the background,', () => {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openTestStore('sqlite'));
  });
  afterEach(() => close());

  it('background work passes on to all that it begins, and to nothing beside it', async () => {
    const inside = await inBackground(async () => {
      await store.read.get({ engine: 'e', kind: 'server', id: 'x' });
      return store.transaction(async (writer) => {
        await writer.get({ engine: 'e', kind: 'server', id: 'x' });
        return isBackground();
      });
    });
    expect([inside, isBackground()]).toEqual([true, false]);
  });

  it('a turn of its own is given although other work takes turns all the time', async () => {
    let working = true;
    const others = Array.from({ length: 3 }, async () => {
      while (working) {
        await takeTurn();
        for (const until = performance.now() + 0.2; performance.now() < until;);
      }
    });
    let turns = 0;
    for (; turns < 5; turns++) await takeTurn({ whole: true });
    working = false;
    await Promise.all(others);
    expect(turns).toBe(5);
  });

  it('background work goes on, however much is read', async () => {
    let reading = true;
    const readers = (async () => {
      for (; reading; await new Promise((resolve) => setImmediate(resolve))) await takeReadingTurn();
    })();
    await inBackground(async () => {
      for (let step = 0; step < 5; step++) {
        await takeTurn();
        await put(store, row('server', `s${step}`, { name: 'x' }));
      }
    });
    reading = false;
    await readers;
    expect(await store.read.countRows(row('server', 's0', {}).engine, 'server')).toBe(5);
  });

  describe('while the clock stands still,', () => {
    let ahead = 0;
    /** Stops the clock, further ahead each time: what was done before was long ago. */
    function stop(): void {
      vi.restoreAllMocks();
      ahead += 1000;
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ahead);
    }
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it('background writes let a write go first that somebody waits for', async () => {
      const hold = Promise.withResolvers<void>();
      const order: string[] = [];
      const write = (id: string) => put(store, row('server', id, { name: id })).then(() => order.push(id));
      const first = store.transaction(() => hold.promise);
      // It is quiet: spare work waits for the connection only.
      stop();
      const spare = ['spare-1', 'spare-2'].map((id) => inBackground(() => write(id)));
      // Both wait for the connection by now.
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      const wanted = write('wanted');
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      hold.resolve();
      await Promise.all([first, ...spare, wanted]);
      expect(order[0]).toBe('wanted');
      expect((await store.changes.since(0, 10)).entries.map(({ id }) => id)).toEqual(['wanted', 'spare-1', 'spare-2']);
    });

    it('background work waits before a transaction, and never in its middle', async () => {
      const begun = Promise.withResolvers<void>();
      // Time stands still after something was read: it is never quiet again.
      const read = begun.promise.then(() => {
        stop();
        return takeReadingTurn();
      });
      await inBackground(() =>
        store.transaction(async (writer) => {
          await writer.put(row('server', 's1', { name: 'a' }));
          begun.resolve();
          await read;
          await writer.put(row('server', 's2', { name: 'b' }));
        }),
      );
      vi.restoreAllMocks();
      expect(await store.read.countRows(row('server', 's1', {}).engine, 'server')).toBe(2);
    });

    it('background work waits before it reads, and never with the connection that others read with', async () => {
      stop();
      // Time stands still after something was read: it is never quiet again.
      await takeReadingTurn();
      const order: string[] = [];
      const read = (who: string) => store.read.get({ engine: 'e', kind: 'server', id: who }).then(() => order.push(who));
      const spare = inBackground(() => read('spare'));
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      await read('wanted');
      expect(order).toEqual(['wanted']);
      stop();
      await spare;
    });

    it('background work stands back while a list is read in another thread, and until its answer is made', async () => {
      stop();
      const list = Promise.withResolvers<void>();
      const reading = readingElsewhere(() => list.promise);
      let turned = false;
      const spare = inBackground(() => backgroundTurn()).then(() => {
        turned = true;
      });
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      expect(turned).toBe(false);
      list.resolve();
      await reading;
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      expect(turned).toBe(false);
      stop();
      await spare;
      expect(turned).toBe(true);
    });
  });
});
