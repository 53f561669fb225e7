import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';

/** Path under which Socket.IO itself listens. */
export const SOCKET_PATH = '/ws';

/** The socket under either root: `/ws` and `/api/agent_direct/{id}/lca/ws` (S0 §1, §7), with or without a slash at the end. */
const SERVED = /^(?:\/api\/agent_direct\/[^/?]+\/lca)?\/ws\/?(\?.*)?$/;

/** The URL as Socket.IO knows it, or undefined where it is not for the socket. `/api/agent_direct/7/lca/ws?EIO=4` → `/ws/?EIO=4`. */
export function socketUrl(url: string | undefined): string | undefined {
  const match = SERVED.exec(url ?? '');
  return match ? `${SOCKET_PATH}/${match[1] ?? ''}` : undefined;
}

const claim = (request: IncomingMessage): boolean => {
  const url = socketUrl(request.url);
  if (url === undefined) return false;
  request.url = url;
  return true;
};

/** How Engine.IO tells a poll that its connection is closed. */
const CLOSED = '1';

/**
 * Answers a poll of a connection that has ended meanwhile with its end, as one that waits is told. Engine.IO would call it a bad request, and
 * the browser an error of the page, whenever a connection is closed between two polls.
 */
function answerLate(request: IncomingMessage, response: ServerResponse, isOpen: (id: string) => boolean): boolean {
  const query = new URLSearchParams(request.url?.split('?')[1]);
  const id = query.get('sid');
  if (request.method !== 'GET' || query.get('transport') !== 'polling' || !id || isOpen(id)) return false;
  const headers = { 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  response.writeHead(200, headers).end(CLOSED);
  return true;
}

/**
 * Hands what is for the socket to `inner`, a server that never listens and that Socket.IO is attached to: one Socket.IO then serves
 * several ports and prefixes. All else goes where it went before. `isOpen`: whether there is a connection of this id.
 */
export function divert(outer: HttpServer, inner: HttpServer, isOpen: (id: string) => boolean): void {
  const others = outer.listeners('request');
  outer.removeAllListeners('request');
  outer.on('request', (request, response) => {
    if (claim(request)) {
      if (!answerLate(request, response, isOpen)) inner.emit('request', request, response);
    } else for (const other of others) Reflect.apply(other, outer, [request, response]);
  });
  outer.on('upgrade', (request, socket, head) => {
    if (claim(request)) inner.emit('upgrade', request, socket, head);
    // Node leaves an upgrade to its listeners once there is one: nobody else would ever answer.
    else if (outer.listenerCount('upgrade') === 1) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
