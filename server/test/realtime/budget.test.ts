import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBudgets } from '../../src/access/budgets.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { testPlace, type TestPlace } from '../support/databases.ts';
import { ownedBy, put, stage, thing, type Stage } from './support/stage.ts';

describe('logins of sockets', () => {
  let place: TestPlace;
  let store: Store;
  let at: Stage;
  /** Stands still: what is used up stays so. A user has 20, a network 40. */
  const budgets = () => createBudgets({ userPerSecond: 2, networkPerSecond: 4, concurrentReads: 4 }, () => 0);
  beforeEach(async () => {
    place = await testPlace('sqlite');
    store = await openStore({ ...place.options, owner: 'one' });
    at = await stage(store, { budgets: budgets() });
  });
  afterEach(async () => {
    await at.end();
    await store.close();
    place.remove();
  });

  it('socket logins count against their user, who is cut when the budget is used up, while another user logs in', async () => {
    const flooding = await at.connect(await at.signIn('acme-member', 'acme-prod'));
    const codes: number[] = [];
    for (let count = 0; count < 21; count += 1) codes.push((await flooding.login({ all_tenants: false })).code);
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 503]);
    await expect.poll(() => flooding.signals).toEqual(['disconnect']);
    const again = await at.connect(await at.signIn('acme-member', 'acme-dev'));
    expect((await again.login({ all_tenants: false })).code).toBe(503);
    expect((await at.enter('globex-member', 'globex-prod')).signals).toEqual([]);
  });

  it('a socket login weighs as much as the changes that it missed', async () => {
    const first = await at.enter('acme-member', 'acme-prod');
    await put(store, thing('server', 'one', ownedBy('acme-prod')));
    await expect.poll(() => first.changes()).toHaveLength(1);
    const tokens = await at.signIn('acme-member', 'acme-prod');
    const late = await at.connect(tokens);
    // One for each login, and six for a chunk of changes: the third chunk is beyond what is left of twenty.
    for (let count = 0; count < 2; count += 1)
      expect(await late.login({ all_tenants: false, since: 0 })).toMatchObject({ code: 200, seq: 0 });
    await expect.poll(() => late.changes()).toHaveLength(2);
    await late.login({ all_tenants: false, since: 0 });
    await expect.poll(() => late.signals).toEqual(['disconnect']);
    expect(late.changes()).toHaveLength(2);
    expect(first.signals).toEqual([]);
  });

  it('socket logins without a session are taken from the budget of their network', async () => {
    const codes: number[] = [];
    for (let count = 0; count < 41; count += 1) codes.push((await (await at.connect({})).login({ all_tenants: false })).code);
    expect(codes).toEqual([...Array.from({ length: 40 }, () => 401), 503]);
  });

  it('few socket logins may wait for the one before, and too many cut the socket', async () => {
    const socket = await at.connect(await at.signIn('acme-member', 'acme-prod'));
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => socket.socket.timeout(2_000).emitWithAck('login', { all_tenants: false })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(20);
    await expect.poll(() => socket.signals).toEqual(['disconnect']);
  });
});
