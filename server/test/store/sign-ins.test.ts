import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { databases, storeForEach, type TestPlace } from '../support/databases.ts';

const LONG = 600_000;

describe.each(databases)('wrong passwords and devices on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  storeForEach(name, (...opened) => ([store, place] = opened));

  it('each wrong password takes a place of its count, until there is none left and the rest of the time is told', async () => {
    const places = [1, 2, 3].map((number) => ({ place: number }));
    for (const taken of places) expect(await store.signIns.take('ann', 3, LONG)).toEqual(taken);
    const refused = await store.signIns.take('ann', 3, LONG);
    expect(refused).toEqual({ wait: expect.any(Number) });
    expect((refused as { wait: number }).wait).toBeGreaterThan(LONG - 120_000);
    expect((refused as { wait: number }).wait).toBeLessThanOrEqual(LONG);
    expect(await store.signIns.take('ben', 3, LONG)).toEqual({ place: 1 });
  });

  it('many wrong passwords at once, in two processes, get no more places than one after the other', async () => {
    const other = await openStore({ ...place.options, owner: 'another process' });
    const takers = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store : other));
    const taken = await Promise.all(takers.map(({ signIns }) => signIns.take('ann', 7, LONG)));
    await other.close();
    const places = taken.flatMap((one) => ('place' in one ? [one.place] : []));
    expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('a place that is given back is free again, and a forgotten count begins anew', async () => {
    await store.signIns.take('ann', 2, LONG);
    await store.signIns.take('ann', 2, LONG);
    await store.signIns.giveBack('ann');
    expect(await store.signIns.take('ann', 2, LONG)).toEqual({ place: 2 });
    await store.signIns.forget('ann');
    expect(await store.signIns.take('ann', 2, LONG)).toEqual({ place: 1 });
    await store.signIns.giveBack('nobody');
    expect(await store.signIns.take('nobody', 2, LONG)).toEqual({ place: 1 });
  });

  it('a count begins anew when its time is over, and is forgotten', async () => {
    expect(await store.signIns.take('ann', 1, 1)).toEqual({ place: 1 });
    await expect.poll(() => store.signIns.take('ann', 1, 1)).toEqual({ place: 1 });
    await store.signIns.take('ben', 1, LONG);
    await store.signIns.prune(LONG);
    expect(await store.signIns.take('ben', 1, LONG)).toEqual({ wait: expect.any(Number) });
  });

  it('an account knows the devices used last, and no other account knows them', async () => {
    for (const device of ['a', 'b', 'c']) {
      await store.signIns.remember('ann', device, 3);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await store.signIns.remember('ann', 'a', 3);
    await store.signIns.remember('ben', 'b', 3);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.signIns.remember('ann', 'd', 3);
    const known = async (account: string) =>
      (
        await Promise.all(
          ['a', 'b', 'c', 'd'].map(async (device) => ((await store.signIns.acquaintance(account, device)) === 'device' ? device : '')),
        )
      ).join('');
    expect([await known('ann'), await known('ben'), await known('eve')]).toEqual(['acd', 'b', '']);
    await store.signIns.prune(LONG);
    expect(await known('ann')).toBe('acd');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.signIns.prune(1);
    expect([await known('ann'), await known('ben')]).toEqual(['', '']);
  });
});
