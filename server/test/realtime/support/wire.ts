import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What lies between a client and a server: it can be cut, or held so that nothing is read from it any more. */
export interface Wire {
  url: string;
  /** Ends every connection at once, whatever is on its way. */
  cut(): void;
  /** The client reads nothing more: what the server sends piles up there. */
  hold(): void;
  close(): Promise<void>;
}

/** A real TCP connection in two parts. `target`: `http://127.0.0.1:12345`. */
export async function wireTo(target: string): Promise<Wire> {
  const { port, hostname } = new URL(target);
  const open = new Set<Socket>();
  const fromServer = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    fromServer.add(far);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        fromServer.delete(socket);
        (socket === near ? far : near).destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hold() {
      for (const socket of fromServer) {
        socket.unpipe();
        socket.pause();
      }
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
