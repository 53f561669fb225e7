/** Ends connections that only take up room: silent ones, requests that trickle in, and answers that nobody reads. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { PendingConnections, type PendingLimits } from '../access/pending-connections.ts';

/** Times in milliseconds. */
export interface ConnectionLimits {
  /** Until the head of a request is complete, also that of the first one of a connection; default 10,000. */
  head: number;
  /** Until a request is complete, with its body; default 30,000. */
  request: number;
  /** Between two requests; default 72,000, because proxies keep connections for up to a minute. */
  keepAlive: number;
  /** Without a byte in either direction while a request is worked on or answered; default 120,000. */
  stalled: number;
  /** How often heads and requests are looked at; default 1,000. */
  round: number;
  /** Connections that have not carried a request yet; default 500 of one network and 2,000 in all. Then those that wait longest are cut. */
  silent: PendingLimits;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  head: 10_000,
  request: 30_000,
  keepAlive: 72_000,
  stalled: 120_000,
  round: 1_000,
  silent: { perNetwork: 500, inAll: 2_000 },
};

/** The default for connections that have not carried a request yet, where the process can have only so many of them. */
export function silentWithin(most: number): PendingLimits {
  const { perNetwork, inAll } = CONNECTION_LIMITS.silent;
  return { perNetwork: Math.min(perNetwork, most), inAll: Math.min(inAll, most) };
}

const bodies = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends a request whose body is not complete in time. */
function limitBody(message: IncomingMessage, limit: number): void {
  const timer = setTimeout(() => {
    if (!message.complete) message.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => message.socket.destroy());
  }, limit);
  bodies.set(message, timer);
  message.once('close', () => clearTimeout(timer));
}

/** The body of this request may take as long as something of it arrives. */
export const mayTakeLong = (message: IncomingMessage): void => clearTimeout(bodies.get(message));

/** Sets the limits of a server that does not listen yet. How often it looks is an option of its own (`connectionsCheckingInterval`). */
export function limitConnections(server: Server, { head, request, keepAlive, stalled, silent }: ConnectionLimits): void {
  server.headersTimeout = head;
  // Node's own limit is one for all requests.
  server.requestTimeout = 0;
  server.prependListener('request', (message: IncomingMessage) => limitBody(message, request));
  server.keepAliveTimeout = keepAlive;
  server.timeout = stalled;
  const strangers = new PendingConnections<Socket>(silent, (socket) => socket.destroy());
  const below = server instanceof TlsServer ? followEncryption(server) : (socket: Socket) => socket;
  server.on('connection', (socket: Socket) => {
    strangers.enter(socket, socket.remoteAddress ?? '');
    socket.once('close', () => strangers.leave(socket));
  });
  for (const sign of ['request', 'upgrade'] as const) server.prependListener(sign, ({ socket }) => strangers.leave(below(socket)));
}

/**
 * With TLS a request's socket is the encrypted one, which is there once both have agreed on the keys. Returns the connection that carries it:
 * that one takes room from the beginning.
 */
function followEncryption(server: TlsServer): (encrypted: Socket) => Socket {
  const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket): string => `${remoteAddress} ${remotePort} ${localAddress}`;
  /** Those that have not agreed on keys yet, by their ends. */
  const greeting = new Map<string, Socket>();
  const carriers = new WeakMap<Socket, Socket>();
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    greeting.set(name, socket);
    socket.once('close', () => {
      if (greeting.get(name) === socket) greeting.delete(name);
    });
  });
  server.on('secureConnection', (encrypted: Socket) => {
    const name = nameOf(encrypted);
    const carrier = greeting.get(name);
    greeting.delete(name);
    if (carrier) carriers.set(encrypted, carrier);
  });
  return (encrypted) => carriers.get(encrypted) ?? encrypted;
}
