import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/**
 * Ends connections at an orderly stop: those that carry no request at once, the others with their answer.
 * Node's own way leaves alone what has connected ahead of a first request, as browsers do, and would wait for it.
 * Returns the function that begins this.
 */
export function endConnections(server: Server): () => void {
  const requests = new Map<Socket, number>();
  let ending = false;
  // With TLS a request's socket is the encrypted one, which is there once both have agreed on the keys.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (ending) {
      socket.destroy();
      return;
    }
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      if (requests.has(socket)) requests.set(socket, left);
      if (ending && left === 0) socket.end();
    });
  });
  return () => {
    ending = true;
    for (const [socket, count] of requests) if (count === 0) socket.destroy();
  };
}
