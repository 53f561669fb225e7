import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Server, type ServerOptions, type Socket } from 'socket.io';

/** One login as the server saw it. */
export interface SeenLogin {
  /** Which connection, from 0. */
  connection: number;
  message: unknown;
  /** What it came over: `polling` or `websocket`. */
  transport: string;
  socket: Socket;
}

/** A real Socket.IO server whose answers to logins the test writes; undefined: no answer. */
export async function scriptedServer(path: string, answer: (login: SeenLogin) => object | undefined, options: Partial<ServerOptions> = {}) {
  const http = createServer();
  const urls: string[] = [];
  const io = new Server(http, { path, addTrailingSlash: false, serveClient: false, ...options });
  const connections: { socket: Socket; ended: string | undefined }[] = [];
  const logins: SeenLogin[] = [];
  io.on('connection', (socket) => {
    const connection = connections.push({ socket, ended: undefined }) - 1;
    socket.on('disconnect', (reason) => (connections[connection]!.ended = reason));
    socket.on('login', (message: unknown, acknowledge: (body: object) => void) => {
      const login = { connection, message, transport: socket.conn.transport.name, socket };
      logins.push(login);
      const body = answer(login);
      if (body) acknowledge(body);
    });
  });
  // Socket.IO replaces the listeners of its server, so this one is added after it was made.
  http.prependListener('request', (request) => urls.push(request.url ?? ''));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    io,
    urls,
    connections,
    logins,
    /** A request of somebody else, answered: what was sent before it has arrived. */
    knock: () => fetch(`http://127.0.0.1:${port}${path}?transport=none`),
    close: () => io.close(),
  };
}

export type ScriptedServer = Awaited<ReturnType<typeof scriptedServer>>;
