import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Server } from 'socket.io';
import { ABOUT_TO_STOP } from '@gantry/contract/wire/events';
import type { Caller } from '../access/caller.ts';
import { isTornBetweenHosts } from '../access/host.ts';
import { PendingConnections } from '../access/pending-connections.ts';
import { healthEvent, isIll, type WatchedEngine } from './engines.ts';
import { Fanout } from './fanout.ts';
import { isOriginAllowed } from './handshake.ts';
import { leaveView, login, type Desk } from './login.ts';
import { divert, SOCKET_PATH } from './paths.ts';
import { cut, endRevoked, watchBuffer } from './revalidator.ts';
import type { Realtime, RealtimeOptions, RealtimeTimes } from './port.ts';
import { Views } from './views.ts';
import type { Answer, LiveServer, LiveSocket } from './wire.ts';

/** The product's own times. With what access believes of the identity engine, a right that is lost is lost within five seconds. */
export const TIMES: RealtimeTimes = { coalesce: 100, patrol: 2_000, login: 15_000 };
const BUFFER_LIMIT = 1_048_576;
/** Milliseconds without the change log after which sockets are cut: people are to know that nothing reaches them. */
const PATIENCE = 5_000;
/** Without a login; a browser's pages log in as soon as they are connected. */
const STRANGERS = { perNetwork: 100, inAll: 1_000 };
/** Most sockets of one user. */
const PER_USER = 100;
/** Logins of one socket that wait for the one before: a console says one, and repeats it twice where no answer comes. */
const PENDING = 10;
/** Longest wait of a stop for readers to take the farewell, in milliseconds. */
const GOODBYE = 1_000;
/** Most a client has to say, in bytes: a login. */
const MESSAGE_LIMIT = 16_384;

/** Answers where the client requested an answer; what it says without asking is ignored. */
const answerOf = (answer: unknown): Answer | undefined =>
  typeof answer === 'function' ? (content) => void Reflect.apply(answer, undefined, [content]) : undefined;

async function within(limit: number, done: () => boolean): Promise<void> {
  for (const end = performance.now() + limit; !done() && performance.now() < end;) await delay(10);
}

function createSocketServer(
  connectTimeout: number,
  isAllowed: (request: IncomingMessage) => boolean,
): { io: LiveServer; inner: ReturnType<typeof createServer> } {
  const inner = createServer();
  const io: LiveServer = new Server(inner, {
    path: SOCKET_PATH,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    destroyUpgrade: false,
    pingInterval: 15_000,
    pingTimeout: 10_000,
    maxHttpBufferSize: MESSAGE_LIMIT,
    connectTimeout,
    allowRequest: (request, decide) => decide(null, isAllowed(request)),
  });
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['cache-control'] = 'no-store';
    headers['x-content-type-options'] = 'nosniff';
  });
  return { io, inner };
}

/** The socket of this process: login, channels, fan-out of the change log (S0 §7, S2 §7, decisions C1 to C9). */
export function createRealtime(options: RealtimeOptions): Realtime {
  const {
    store,
    log,
    access,
    budgets,
    proxies,
    origins = [],
    times,
    bufferLimit = BUFFER_LIMIT,
    strangers = STRANGERS,
    perUser = PER_USER,
    engines = [],
    onSent,
  } = options;
  const { coalesce, patrol, login: loginLimit } = { ...TIMES, ...times };
  let stopping = false;
  const { io, inner } = createSocketServer(
    loginLimit,
    (request) => !stopping && !isTornBetweenHosts(request) && isOriginAllowed(request, { origins, proxies }),
  );
  const { changes } = store;
  const views = new Views();
  const fanout = new Fanout({
    changes,
    views,
    log,
    coalesce,
    emit(rooms, { channel, event }) {
      io.to(rooms).emit(channel, event);
      onSent?.(
        channel,
        rooms.reduce((sum, room) => sum + (io.sockets.adapter.rooms.get(room)?.size ?? 0), 0),
      );
    },
    onGap: () => io.disconnectSockets(true),
  });
  // Before Socket.IO's own connection, which a client may leave out.
  const unknownConnections = new PendingConnections<LiveSocket['conn']>(strangers, (connection) => connection.close(true));
  const open = new Set<string>();
  io.engine.on('connection', (connection: LiveSocket['conn']) => {
    // Engine.IO calls it private, and writes it into every address.
    open.add(connection['id']);
    unknownConnections.enter(connection, options.proxies.addressOf(connection.request as IncomingMessage));
    connection.once('close', () => {
      open.delete(connection['id']);
      unknownConnections.leave(connection);
    });
  });
  const isCrowded = ({ principal }: Caller): boolean => {
    let others = 0;
    for (const { data } of buffers.keys()) if (data.caller?.principal.userId === principal.userId) others += 1;
    return others >= perUser;
  };
  const buffers = new Map<LiveSocket, ReturnType<typeof watchBuffer>>();
  const addressOf = ({ request }: LiveSocket): string => proxies.addressOf(request as IncomingMessage);
  const desk: Desk = { access, budgets, addressOf, changes, fanout, views, log, onSent, isCrowded };
  let patrolling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  io.on('connection', (socket) => {
    buffers.set(socket, watchBuffer(socket));
    const impatience = setTimeout(() => socket.disconnect(true), loginLimit);
    let last: Promise<void> = Promise.resolve();
    let pending = 0;
    socket.on('login', (message, acknowledge) => {
      const answer = answerOf(acknowledge);
      if (!answer) return;
      if (pending >= PENDING) return cut(socket);
      pending += 1;
      last = last.then(() => login(socket, message, answer, desk));
      void last.then(() => {
        pending -= 1;
        if (!socket.data.view) return;
        clearTimeout(impatience);
        unknownConnections.leave(socket.conn);
        for (const engine of engines) if (isIll(engine)) tellHealth(socket, engine);
      });
    });
    socket.on('disconnect', () => {
      clearTimeout(impatience);
      buffers.delete(socket);
      leaveView(socket, views);
    });
  });

  const tellHealth = (socket: LiveSocket, engine: WatchedEngine): void => {
    if (socket.data.view) socket.emit('services', healthEvent(engine, fanout.position));
  };
  const unwatch = engines.map((engine) =>
    engine.onHealth?.(() => {
      for (const socket of buffers.keys()) tellHealth(socket, engine);
    }),
  );

  async function goRound(): Promise<void> {
    for (const [socket, look] of buffers) {
      const waiting = look(bufferLimit);
      if (waiting === undefined) continue;
      log.warn({ waiting }, 'a socket does not read and is cut');
      cut(socket);
    }
    // Also what an announcement should have told of, should one ever get lost.
    await fanout.flush();
    if (fanout.failingSince !== undefined) return cutBlind(fanout.failingSince);
    await endRevoked(buffers.keys(), access, log);
  }

  /** Whoever is cut comes back, is answered 503 until the log can be read again, and is then told what it missed. */
  function cutBlind(since: number): void {
    if (performance.now() - since < PATIENCE || buffers.size === 0) return;
    log.warn({ sockets: buffers.size }, 'sockets are cut: the change log cannot be read');
    io.disconnectSockets(true);
  }

  return {
    get sockets() {
      return buffers.size;
    },
    attach: (server) => divert(server, inner, (id) => open.has(id)),
    async start() {
      await fanout.start();
      timer = setInterval(() => (patrolling ??= goRound().finally(() => (patrolling = undefined))), patrol);
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      for (const stop of unwatch) stop?.();
      await fanout.stop();
      await patrolling;
      io.emit(ABOUT_TO_STOP);
      io.disconnectSockets(true);
      await within(GOODBYE, () => io.engine.clientsCount === 0);
      await io.close();
    },
  };
}
