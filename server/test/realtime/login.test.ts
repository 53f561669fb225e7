import { connect as connectTcp, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import type { RealtimeOptions } from '../../src/realtime/port.ts';
import type { Store } from '../../src/port/store/store.ts';
import { StoreUnavailable } from '../../src/store/faults/unavailable.ts';
import { openTestStore } from '../support/databases.ts';
import { ownedBy, PREFIX, put, stage, thing, type Stage } from './support/stage.ts';

describe('logging in at the socket', () => {
  let at: Stage;
  let store: Store;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ store, close } = await openTestStore('sqlite'));
    at = await stage(store);
  });
  afterEach(async () => {
    await at.end();
    await close();
  });

  it('a socket login without session or with a wrong one is refused with 401 and cut [socket.auth-headers]', async () => {
    const { authToken } = await at.signIn('acme-member', 'acme-prod');
    for (const tokens of [{}, { authToken }, { sessionId: 'x'.repeat(43), authToken }]) {
      const client = await at.connect(tokens);
      expect(await client.login({ all_tenants: true })).toEqual({ code: 401 });
      await vi.waitFor(() => expect(client.socket.connected).toBe(false));
      await put(store, thing('server', 's1', ownedBy('acme-prod')));
      expect(client.events).toEqual([]);
    }
  });

  it('a socket login with the scoped token of someone else is refused with 401', async () => {
    const { authToken } = await at.signIn('globex-member', 'globex-prod');
    const { sessionId } = await at.signIn('acme-member', 'acme-prod');
    const client = await at.connect({ sessionId, authToken });
    expect(await client.login({ all_tenants: false })).toEqual({ code: 401 });
  });

  it('a socket login gets 403 without a scope and 400 if malformed, and is told nothing in either case', async () => {
    const { sessionId } = await at.signIn('acme-member');
    const unscoped = await at.connect({ sessionId });
    expect(await unscoped.login({ all_tenants: false })).toEqual({ code: 403 });
    const client = await at.connect(await at.signIn('acme-member', 'acme-prod'));
    for (const message of [undefined, null, 7, {}, { all_tenants: 'yes' }, { all_tenants: true, since: -1 }])
      expect(await client.login(message)).toEqual({ code: 400 });
    const reader = await at.enter('acme-member', 'acme-prod');
    await put(store, thing('server', 's1', ownedBy('acme-prod')));
    await vi.waitFor(() => expect(reader.events).toHaveLength(1));
    expect([...unscoped.events, ...client.events]).toEqual([]);
  });

  it.each<[number, () => never]>([
    [
      503,
      () => {
        throw new GantryError('engine_unavailable');
      },
    ],
    [
      503,
      () => {
        throw new StoreUnavailable(new Error('connect ECONNREFUSED'));
      },
    ],
    [
      403,
      () => {
        throw new GantryError('user_disabled');
      },
    ],
    [
      500,
      () => {
        throw new Error('defect');
      },
    ],
  ])('a socket login gets %i when it cannot be found out, or not be allowed, who that is', async (code, fail) => {
    const access: RealtimeOptions['access'] = { authenticate: async () => fail(), stillHolds: async () => [] };
    const other = await stage(store, { access });
    const client = await other.connect({ sessionId: 'a', authToken: 'b' });
    expect(await client.login({ all_tenants: false })).toEqual({ code });
    await other.end();
  });

  it('a socket login works with headers on upgraded polling, and with the auth payload on a websocket', async () => {
    const tokens = await at.signIn('acme-member', 'acme-prod');
    for (const websocketOnly of [false, true]) {
      const client = await at.connect(tokens, { websocketOnly });
      expect(await client.login({ all_tenants: false })).toMatchObject({ code: 200 });
      await vi.waitFor(() => expect(client.socket.io.engine.transport.name).toBe('websocket'));
      await put(store, thing('server', `s-${websocketOnly}`, ownedBy('acme-prod')));
      await vi.waitFor(() => expect(client.changes()).toHaveLength(1));
    }
  });

  it.each(['/ws', `${PREFIX}/ws`])('the socket is served at %s on every port it is attached to [socket.prefix-ws]', async (path) => {
    const tokens = await at.signIn('acme-member', 'acme-prod');
    for (const url of [at.url, await at.anotherPort()]) {
      const client = await at.connect(tokens, { path, url });
      expect(await client.login({ all_tenants: false })).toMatchObject({ code: 200 });
      await vi.waitFor(() => expect(client.socket.io.engine.transport.name).toBe('websocket'));
    }
  });

  it('the socket leaves other requests and upgrades to the handlers that were there before', async () => {
    for (const path of ['/', '/wsx', '/api/v2/meta', `${PREFIX}/api/v2/meta`, '/ws/socket.io.js'])
      expect((await fetch(at.url + path)).status).toBe(418);
    const ask = (): Socket => {
      const socket = connectTcp(Number(new URL(at.url).port), '127.0.0.1');
      socket.write('GET /console HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      return socket;
    };
    const [refusal] = (await once(ask(), 'data')) as [Buffer];
    expect(refusal.toString()).toMatch(/^HTTP\/1\.1 404 /);
    at.server.on('upgrade', (_, socket) => setTimeout(() => socket.end('from the other handler'), 1_500));
    const [answer] = (await once(ask(), 'data')) as [Buffer];
    expect(answer.toString()).toBe('from the other handler');
  });

  it('pages of other origins cannot connect to the socket', async () => {
    const { host } = new URL(at.url);
    const open = (origin?: string) => fetch(`${at.url}/ws?EIO=4&transport=polling`, origin === undefined ? {} : { headers: { origin } });
    expect((await open(`http://${host}`)).status).toBe(200);
    expect((await open()).status).toBe(200);
    for (const origin of ['http://evil.example', 'null', 'nonsense', `http://${host}.evil.example`])
      expect((await open(origin)).status).toBe(403);
    const other = await stage(store, { origins: ['https://console.example'] });
    const allowed = await fetch(`${other.url}/ws?EIO=4&transport=polling`, { headers: { origin: 'https://console.example' } });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('x-content-type-options')).toBe('nosniff');
    await other.end();
  });

  it('a socket that does not log in is cut when its time is over', async () => {
    const other = await stage(store, { times: { login: 2_000 } });
    const reader = await other.enter('acme-member', 'acme-prod');
    const client = await other.connect(await other.signIn('acme-member', 'acme-prod'));
    await vi.waitFor(() => expect(client.signals).toEqual(['disconnect']));
    // It came first: its time to log in was over before that of the other.
    expect(reader.socket.connected).toBe(true);
    await other.end();
  });

  it.each([
    ['the session is revoked', async () => void (await store.sessions.revokeUser('acme-member'))],
    ['the right is lost', async () => void at.taken.add('acme-member')],
  ])('the sockets of a user end within 5 s when %s, and those of another user stay', async (_, end) => {
    const gone = [await at.enter('acme-member', 'acme-prod'), await at.enter('acme-member', 'acme-dev')];
    const stays = await at.enter('globex-member', 'globex-prod');
    await end();
    for (const client of gone) await vi.waitFor(() => expect(client.signals).toEqual(['session_ended', 'disconnect']), 5_000);
    expect(stays.socket.connected).toBe(true);
    await put(store, thing('server', 's1', ownedBy('acme-prod')));
    expect(gone.flatMap((client) => client.events)).toEqual([]);
  });

  it('sockets are told about_to_stop before they close, and new ones are refused after that', async () => {
    const clients = [await at.enter('acme-member', 'acme-prod'), await at.enter('root')];
    await at.realtime.stop();
    for (const client of clients) await vi.waitFor(() => expect(client.signals).toEqual(['about_to_stop', 'disconnect']));
    expect((await fetch(`${at.url}/ws?EIO=4&transport=polling`)).status).toBe(403);
  });
});
