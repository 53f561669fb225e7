import { Socket } from 'node:net';

/** The network connections of a pool, so that all of them can be given up at once when the server is silent. */
export class Wires {
  readonly #open = new Set<Socket>();

  /** For pg's `stream`: a socket that is not connected yet. */
  readonly make = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  /** What waits for an answer on one of them fails with `reason`. */
  cut(reason: Error): void {
    for (const socket of this.#open) socket.destroy(reason);
  }
}
