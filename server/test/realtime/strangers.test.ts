import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { testPlace, type TestPlace } from '../support/databases.ts';
import { stage, type Stage } from './support/stage.ts';

describe('sockets that have not logged in', () => {
  let place: TestPlace;
  let store: Store;
  let at: Stage | undefined;
  beforeEach(async () => {
    place = await testPlace('sqlite');
    store = await openStore({ ...place.options, owner: 'one' });
  });
  afterEach(async () => {
    await at?.end();
    await store.close();
    place.remove();
  });

  /** A connection that says nothing at all once it is open, not even that it wants to connect. */
  async function silent(): Promise<WebSocket> {
    const socket = new WebSocket(`${at!.url.replace('http', 'ws')}/ws/?EIO=4&transport=websocket`);
    await once(socket, 'open');
    return socket;
  }

  it('a websocket that says nothing is cut when its time to log in is over', async () => {
    at = await stage(store, { times: { login: 200, patrol: 200 } });
    const socket = await silent();
    await once(socket, 'close');
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });

  it('a network has a limited number of sockets that have not logged in, and its users can still log in', async () => {
    at = await stage(store, { strangers: { perNetwork: 5, inAll: 100 }, times: { login: 600_000, patrol: 200 } });
    const sockets: WebSocket[] = [];
    for (let count = 0; count < 30; count += 1) sockets.push(await silent());
    const staying = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN);
    await expect.poll(() => staying().length).toBe(5);
    const member = await at.enter('acme-member', 'acme-prod');
    expect(member.signals).toEqual([]);
    for (let count = 0; count < 10; count += 1) sockets.push(await silent());
    await expect.poll(() => staying().length).toBe(5);
    expect(member.signals).toEqual([]);
  });

  it('a socket login is refused where its user has as many sockets already', async () => {
    at = await stage(store, { perUser: 2 });
    const tokens = await at.signIn('acme-member', 'acme-prod');
    const first = await at.connect(tokens);
    const second = await at.connect(tokens);
    const third = await at.connect(tokens);
    expect((await first.login({ all_tenants: false })).code).toBe(200);
    expect((await second.login({ all_tenants: false })).code).toBe(200);
    expect((await third.login({ all_tenants: false })).code).toBe(503);
    await expect.poll(() => third.signals).toEqual(['disconnect']);
    second.socket.disconnect();
    await expect.poll(async () => (await (await at!.connect(tokens)).login({ all_tenants: false })).code).toBe(200);
  });
});
