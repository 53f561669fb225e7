// @vitest-environment node
import type { Duplex } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { LOGIN_INTERVAL, reconnectDelay, UPGRADE_LIMIT } from '../../../../src/app/live/delays.ts';
import { connectLive, MissingTokenError, SOCKET_STATES, type LiveOptions, type SocketState } from '../../../../src/app/live/index.ts';
import { ownTime, pass, until } from './own-time.ts';
import { scriptedServer, type ScriptedServer, type SeenLogin } from './scripted-server.ts';

const HEADERS = { 'x-session-id': 'session-1', 'x-auth-token': 'token-1' };
const change = (seq: number, id = 'a') => ({ seq, changes: [{ seq, entity: 'server', operation: 'updated', id, revision: seq }] });

/** A server with this script and a client on it; both end with the test. */
async function together(
  answer: (login: SeenLogin) => object | undefined,
  work: (server: ScriptedServer, client: ReturnType<typeof observed>) => Promise<void>,
  options: Partial<LiveOptions> = {},
) {
  const server = await scriptedServer('/ws', answer);
  const client = observed(server.url, options);
  try {
    await work(server, client);
  } finally {
    client.live.close();
    await server.close();
  }
}

/** A client and all it tells. */
function observed(url: string, options: Partial<LiveOptions> = {}) {
  const states: SocketState[] = [];
  const told = {
    onChange: vi.fn<LiveOptions['onChange']>(),
    onResync: vi.fn<LiveOptions['onResync']>(),
    onSessionEnded: vi.fn<LiveOptions['onSessionEnded']>(),
    onAboutToStop: vi.fn<LiveOptions['onAboutToStop']>(),
    log: vi.fn<NonNullable<LiveOptions['log']>>(),
  };
  const live = connectLive(
    { url, path: '/ws', headers: () => HEADERS, allTenants: () => false, onState: (state) => states.push(state), ...told, ...options },
    () => 0,
  );
  return { live, states, ...told };
}

const ok = ({ message }: SeenLogin) => ({ code: 200, seq: (message as { since?: number }).since ?? 10 });

describe('the socket', () => {
  ownTime();

  it.for(['', '/api/agent_direct/7/lca'])(
    'the socket connects under "%s/ws" with both headers and sends a login with all_tenants [socket.prefix-ws, socket.login-event]',
    async (prefix) => {
      const server = await scriptedServer(`${prefix}/ws`, ok);
      const client = observed(server.url, { path: `${prefix}/ws`, allTenants: () => true });
      try {
        await until(() => expect(client.live.state).toBe('connected'));
        expect(server.urls.length).toBeGreaterThan(0);
        for (const url of server.urls) expect(url.split('?')[0]).toBe(`${prefix}/ws`);
        expect(server.logins.map(({ message }) => message)).toEqual([{ all_tenants: true }]);
        expect(server.connections[0]?.socket.handshake.headers).toMatchObject(HEADERS);
        expect(server.connections[0]?.socket.handshake.auth).toEqual(HEADERS);
        await until(() => expect(server.connections[0]?.socket.conn.transport.name).toBe('websocket'));
      } finally {
        client.live.close();
        await server.close();
      }
    },
  );

  it('the socket logs in over the WebSocket, and over polling where there is none', async () => {
    for (const transports of [['polling', 'websocket'], ['polling']] as const) {
      const server = await scriptedServer('/ws', ok, { transports: [...transports] });
      const client = observed(server.url);
      try {
        await until(() => {
          // Where no upgrade is offered none can fail either.
          if (transports.length === 1) pass(UPGRADE_LIMIT);
          expect(client.live.state).toBe('connected');
        });
        expect(new Set(server.logins.map(({ transport }) => transport))).toEqual(new Set([transports.at(-1)]));
      } finally {
        client.live.close();
        await server.close();
      }
    }
  });

  it('the socket logs in over polling where the upgrade fails', async () => {
    const server = await scriptedServer('/ws', ok);
    // What a proxy between may do with one.
    server.io.httpServer.prependListener('upgrade', (_request, socket: Duplex) => socket.destroy());
    const client = observed(server.url);
    try {
      await until(() => expect(client.live.state).toBe('connected'));
      expect(server.logins.map(({ transport }) => transport)).toEqual(['polling']);
    } finally {
      client.live.close();
      await server.close();
    }
  });

  it('the socket sends no further login after code 200 [socket.code-200]', () =>
    together(ok, async (server, client) => {
      await until(() => expect(client.live.state).toBe('connected'));
      pass(10 * LOGIN_INTERVAL);
      await server.knock();
      expect(client.live.state).toBe('connected');
      expect(server.logins).toHaveLength(1);
      client.live.close();
      await until(() => expect(server.connections[0]?.ended).toBe('client namespace disconnect'));
      expect(server.connections).toHaveLength(1);
    }));

  it('the socket disconnects and ends the session after code 401, and never connects again', () =>
    together(
      () => ({ code: 401 }),
      async (server, client) => {
        await until(() => expect(client.onSessionEnded).toHaveBeenCalledTimes(1));
        expect(client.live.state).toBe('shutoff');
        await until(() => expect(server.connections[0]?.ended).toBe('client namespace disconnect'));
        pass(60_000);
        await server.knock();
        expect(server.connections).toHaveLength(1);
      },
    ));

  it.for([500, 503])('the socket disconnects after code %i and opens a new connection 5 s later [socket.code-500]', (code) =>
    together(
      (login) => (login.connection === 0 ? { code } : ok(login)),
      async (server, client) => {
        await until(() => expect(server.connections[0]?.ended).toBe('client namespace disconnect'));
        pass(4_999);
        await server.knock();
        expect(server.connections).toHaveLength(1);
        pass(1);
        await until(() => expect(server.connections).toHaveLength(2));
        await until(() => expect(client.live.state).toBe('connected'));
        expect(client.states).toEqual(['connecting', 'disconnecting', 'disconnected', 'reconnecting', 'connected']);
      },
    ),
  );

  it('the socket logs in every second while there is no answer, and connects anew after the third login [socket.login-retry, socket.login-3-tries]', () =>
    together(
      (login) => (login.connection === 0 ? undefined : ok(login)),
      async (server, client) => {
        for (const tries of [1, 2, 3]) {
          await until(() => expect(server.logins).toHaveLength(tries));
          pass(999);
          await server.knock();
          expect(server.logins).toHaveLength(tries);
          expect(server.connections).toHaveLength(1);
          pass(1);
        }
        // A timer that is set while time goes by is not due at once.
        pass(1);
        await until(() => expect(client.live.state).toBe('connected'));
        expect(server.logins.map(({ connection }) => connection)).toEqual([0, 0, 0, 1]);
        expect(server.connections).toHaveLength(2);
        expect(server.connections[0]?.ended).toBe('client namespace disconnect');
      },
    ));

  it('the socket counts another 4xx as a failed login', () =>
    together(
      ({ socket }) => ({ code: socket.data['tries'] === undefined ? ((socket.data['tries'] = 1), 403) : 200, seq: 1 }),
      async (server, client) => {
        await until(() => expect(server.logins).toHaveLength(1));
        pass(LOGIN_INTERVAL);
        await until(() => expect(client.live.state).toBe('connected'));
        expect(server.logins).toHaveLength(2);
        expect(server.connections).toHaveLength(1);
      },
    ));

  it('the socket takes the answer to an earlier login that comes late', async () => {
    const server = await scriptedServer('/ws', () => undefined);
    const first = Promise.withResolvers<(body: object) => void>();
    server.io.on('connection', (socket) =>
      socket.once('login', (_message, acknowledge: (body: object) => void) => first.resolve(acknowledge)),
    );
    const client = observed(server.url);
    const answer = await until(() => expect(server.logins).toHaveLength(1)).then(() => first.promise);
    pass(LOGIN_INTERVAL);
    await until(() => expect(server.logins).toHaveLength(2));
    answer({ code: 200, seq: 5 });
    await until(() => expect(client.live.state).toBe('connected'));
    expect(server.logins).toHaveLength(2);
    expect(server.connections).toHaveLength(1);
    client.live.close();
    await server.close();
  });

  it('the socket hands on changes with their channel, takes `task` for `tasks`, and logs unknown events', () =>
    together(ok, async (server, client) => {
      await until(() => expect(client.live.state).toBe('connected'));
      server.io.emit('compute', change(11));
      server.io.emit('task', change(12));
      server.io.emit('nodePresentation', { x: 1 });
      server.io.emit('compute', 'not an event');
      await until(() => expect(client.log).toHaveBeenCalledTimes(2));
      expect(client.onChange.mock.calls).toEqual([
        [change(11), 'compute'],
        [change(12), 'tasks'],
      ]);
    }));

  it('the socket connects at once after a loss, asks for what came since, and reads all again when told to', () =>
    together(
      (login) => (login.connection === 2 ? { code: 200, seq: 99, resync: true } : ok(login)),
      async (server, client) => {
        await until(() => expect(client.live.state).toBe('connected'));
        server.io.emit('compute', change(42));
        await until(() => expect(client.onChange).toHaveBeenCalledTimes(1));
        server.connections[0]?.socket.conn.close();
        await until(() => expect(server.logins).toHaveLength(2));
        expect(server.logins[1]?.message).toEqual({ all_tenants: false, since: 42 });
        expect(client.onResync).not.toHaveBeenCalled();
        await until(() => expect(client.live.state).toBe('connected'));
        server.connections[1]?.socket.conn.close();
        await until(() => expect(client.onResync).toHaveBeenCalledTimes(1));
        server.connections[2]?.socket.conn.close();
        await until(() => expect(server.logins).toHaveLength(4));
        expect(server.logins[3]?.message).toEqual({ all_tenants: false, since: 99 });
      },
    ));

  it('the socket starts from the sequence number it was given', () =>
    together(
      ok,
      async (server) => {
        await until(() => expect(server.logins).toHaveLength(1));
        expect(server.logins[0]?.message).toEqual({ all_tenants: false, since: 7 });
      },
      { sinceSeq: 7 },
    ));

  it('the socket logs in anew after a scope switch and drops events of the old scope', async () => {
    let token = 'token-1';
    await together(
      ok,
      async (server, client) => {
        await until(() => expect(client.live.state).toBe('connected'));
        token = 'token-2';
        client.live.reconnect();
        server.io.emit('compute', change(11, 'of the old scope'));
        await until(() => expect(server.logins).toHaveLength(2));
        await until(() => expect(client.live.state).toBe('connected'));
        server.io.emit('compute', change(12, 'of the new scope'));
        await until(() => expect(client.onChange).toHaveBeenCalled());
        expect(client.onChange.mock.calls).toEqual([[change(12, 'of the new scope'), 'compute']]);
        expect(server.connections[1]?.socket.handshake.headers['x-auth-token']).toBe('token-2');
        expect(client.states).toEqual(['connecting', 'connected', 'disconnecting', 'disconnected', 'reconnecting', 'connected']);
      },
      { headers: () => ({ ...HEADERS, 'x-auth-token': token }) },
    );
  });

  it('the socket connects once when asked to while it waits to connect again', () =>
    together(
      (login) => (login.connection === 0 ? { code: 500 } : ok(login)),
      async (server, client) => {
        await until(() => expect(client.live.state).toBe('disconnected'));
        client.live.reconnect();
        await until(() => expect(client.live.state).toBe('connected'));
        pass(60_000);
        await server.knock();
        expect(server.connections).toHaveLength(2);
      },
    ));

  it('the socket tells of a stop of the server that is near and of the end of the session', () =>
    together(ok, async (server, client) => {
      await until(() => expect(client.live.state).toBe('connected'));
      server.io.emit('about_to_stop');
      await until(() => expect(client.onAboutToStop).toHaveBeenCalledTimes(1));
      server.io.emit('session_ended');
      await until(() => expect(client.onSessionEnded).toHaveBeenCalledTimes(1));
      expect(client.live.state).toBe('shutoff');
    }));

  it('the socket walks through the six states only, whatever happens [socket.states]', async () => {
    const server = await scriptedServer('/ws', (login) => (login.connection === 1 ? undefined : ok(login)));
    const client = observed(server.url);
    await until(() => expect(client.live.state).toBe('connected'));
    server.connections[0]?.socket.conn.close();
    for (const logins of [2, 3, 4]) {
      await until(() => expect(server.logins).toHaveLength(logins));
      pass(LOGIN_INTERVAL);
    }
    await until(() => expect(server.connections[1]?.ended).toBeDefined());
    pass(reconnectDelay(1, () => 0));
    await until(() => expect(client.live.state).toBe('connected'));
    client.live.close();
    await server.close();
    const first = ['connecting', 'connected', 'disconnected', 'reconnecting'];
    const second = ['disconnecting', 'disconnected', 'reconnecting', 'connected'];
    expect(client.states).toEqual([...first, ...second, 'disconnecting', 'disconnected', 'shutoff']);
    expect(new Set(client.states)).toEqual(new Set(SOCKET_STATES));
  });

  it('a closed socket does not connect again, also when asked to', () =>
    together(ok, async (server, client) => {
      await until(() => expect(client.live.state).toBe('connected'));
      client.live.close();
      client.live.reconnect();
      expect(client.live.state).toBe('shutoff');
      pass(60_000);
      await server.knock();
      expect(server.connections).toHaveLength(1);
    }));
});

describe('connecting without a token', () => {
  ownTime();

  it.each([{}, { 'x-session-id': 's' }, { 'x-auth-token': 't' }, { 'x-session-id': 's', 'x-auth-token': '' }])(
    'connecting the socket without a session or token throws: %o [socket.missing-token]',
    (headers) => {
      expect(() => observed('http://127.0.0.1:1', { headers: () => headers })).toThrow(MissingTokenError);
    },
  );

  it('the socket shuts off when the token is gone at a reconnect, and connects again when there is one', async () => {
    let headers: Record<string, string> = HEADERS;
    await together(
      ok,
      async (server, client) => {
        await until(() => expect(client.live.state).toBe('connected'));
        headers = {};
        server.connections[0]?.socket.conn.close();
        await until(() => expect(client.live.state).toBe('shutoff'));
        expect(client.log).toHaveBeenCalledTimes(1);
        headers = HEADERS;
        client.live.reconnect();
        await until(() => expect(client.live.state).toBe('connected'));
      },
      { headers: () => headers },
    );
  });
});
