import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/port/store/store.ts';
import { databases, storeForEach, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';

const content = { url: 'ws://proxy/?token=inner-secret', nested: [1, null] };

describe.each(databases)('tickets on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  storeForEach(name, (...opened) => ([store, place] = opened));
  const issue = (hash: string, lifetime = 60_000) => store.tickets.issue({ hash, purpose: 'screen', content, lifetime });

  it('tickets are redeemed once, whoever asks at the same time', async () => {
    const until = await issue('h1');
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 30_000);
    const found = await Promise.all(Array.from({ length: 8 }, () => store.tickets.redeem('h1', 'screen')));
    expect(found.filter((one) => one !== undefined)).toEqual([content]);
    expect(await store.tickets.redeem('h1', 'screen')).toBeUndefined();
  });

  it('tickets are worth nothing for another purpose, and lose nothing by the attempt', async () => {
    await issue('h1');
    expect(await store.tickets.redeem('h1', 'download')).toBeUndefined();
    expect(await store.tickets.redeem('h1', 'screen')).toEqual(content);
  });

  it('tickets are worthless when their time is over, and are forgotten', async () => {
    await issue('old', 0);
    await issue('older', -1);
    expect(await store.tickets.redeem('old', 'screen')).toBeUndefined();
    await issue('young');
    await store.tickets.prune();
    expect(await direct(place.options, 'select hash from tickets')).toEqual([{ hash: 'young' }]);
  });

  it('tickets say nothing of their content to whoever reads the database', async () => {
    await issue('h1');
    expect(JSON.stringify(await direct(place.options, 'select * from tickets'))).not.toContain('inner-secret');
  });
});
