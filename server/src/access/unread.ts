/** What becomes of a body that nobody wants: its request was answered before it was read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of a body that are read after all, so that the connection stays. */
const SMALL = 64 * 1024;
/** Milliseconds in which a client that is still sending can read its answer, and how many may take them at a time. */
const LINGER = 5_000;
const LINGERING = 32;

/** Sockets whose answers have been sent, in the order in which they go. */
const lingering = new Map<Socket, NodeJS.Timeout>();

function part(socket: Socket): void {
  clearTimeout(lingering.get(socket));
  lingering.delete(socket);
  socket.destroy();
}

/** Ends a connection in which bytes are left: cut at once, many clients would lose the answer. */
function linger(socket: Socket): void {
  socket.end();
  lingering.set(socket, setTimeout(part, LINGER, socket).unref());
  socket.once('close', () => part(socket));
  const [first] = lingering.keys();
  if (lingering.size > LINGERING && first) part(first);
}

const sizeOf = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/**
 * To be called before an answer's head is sent, where the body of its request has not been read: a large one is left in the connection, which
 * ends with the answer. To read on would cost others their time (megabytes come and go in an instant, each of them memory).
 */
export function leaveUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  request.on('error', () => undefined);
  if (sizeOf(request) <= SMALL) {
    request.resume();
    return;
  }
  response.setHeader('connection', 'close');
  // Of a stream that is read from Node fills the buffer, and no more; all of one that is not it reads to its end.
  request.read(0);
  const { socket } = request;
  // Node has done with an answered request, and tells it nothing more.
  socket.once('close', () => request.destroy());
  socket.destroySoon = () => linger(socket);
}
