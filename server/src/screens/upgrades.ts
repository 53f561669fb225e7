import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONSOLE_STREAM_PATH } from '@gantry/contract/nouns/servers/console-wire';

/** The stream under either root (S0 §1), with or without a slash at the end. */
const SERVED = new RegExp(`^(?:/api/agent_direct/[^/?]+/lca)?${CONSOLE_STREAM_PATH}/?$`);

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Answers an upgrade that is not wanted. */
export function refuseUpgrade(socket: Duplex, status: '400 Bad Request' | '503 Service Unavailable'): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Hands the upgrades of the stream to `take`, all others to those that had them before. */
export function divertUpgrades(server: HttpServer, take: Upgrade): void {
  const others = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request, socket, head) => {
    if (SERVED.test(request.url ?? '')) take(request, socket, head);
    else for (const other of others) Reflect.apply(other, server, [request, socket, head]);
  });
}
