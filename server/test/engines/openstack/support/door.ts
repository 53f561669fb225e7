/** A small service that shuts its door in order: it goes on answering on the connections it has, and takes no new ones. */
import { once } from 'node:events';
import { createServer as createWeb, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Door {
  readonly #web = createWeb((request, response) => this.#answer(request, response));
  readonly #guests = new Set<Socket>();
  readonly #held: ServerResponse[] = [];
  #door: Server | undefined;
  #port = 0;
  /** Paths that are taken and not answered until it is false again. */
  hangs: (path: string) => boolean = () => false;
  /** How many connections came in, and each path asked for. */
  connections = 0;
  readonly asked: string[] = [];

  constructor() {
    // What was opened stays open.
    this.#web.keepAliveTimeout = 600_000;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    this.#door = createServer((socket) => {
      this.connections++;
      this.#guests.add(socket);
      socket.once('close', () => this.#guests.delete(socket));
      this.#web.emit('connection', socket);
    });
    this.#door.listen(this.#port, '127.0.0.1');
    await once(this.#door, 'listening');
    this.#port = (this.#door.address() as AddressInfo).port;
  }

  /** New connections are refused from the moment it returns. */
  shut(): void {
    this.#door?.close();
    this.#door = undefined;
  }

  /** Answers what was held. */
  release(): void {
    this.hangs = () => false;
    for (const response of this.#held.splice(0)) response.end('{}');
  }

  close(): void {
    this.shut();
    for (const guest of this.#guests) guest.destroy();
  }

  #answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    this.asked.push(url);
    response.setHeader('content-type', 'application/json');
    if (this.hangs(url)) this.#held.push(response);
    else response.end('{}');
  }
}
