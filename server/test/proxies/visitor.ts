/** A client of a proxy: another address than the proxy's, names that no resolver knows, and a certificate that only it believes. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request as ask } from 'node:https';
import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { CHANNELS, type ChangeEvent } from '@gantry/contract/wire/events';

/** Of the loopback network, so that who is behind the proxy can be told from the proxy itself. */
export const CLIENT_ADDRESS = '127.0.0.2';

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

export class Visitor {
  readonly #agent: Agent;
  readonly #root: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param root address of the console: `https://portal.example:1234/gantry` */
  constructor(root: string, agent: Agent, headers: Readonly<Record<string, string>> = {}) {
    this.#root = root;
    this.#agent = agent;
    this.#headers = headers;
  }

  /** Connects to this machine whatever the name, from the client's address. */
  static agent(ca: string): Agent {
    return new Agent({
      ca,
      localAddress: CLIENT_ADDRESS,
      lookup: (_name, options, done) => (options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)),
    });
  }

  with(headers: Readonly<Record<string, string>>): Visitor {
    return new Visitor(this.#root, this.#agent, { ...this.#headers, ...headers });
  }

  async raw(method: string, path: string, body?: unknown): Promise<Reply> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = ask(this.#root + path, { method, agent: this.#agent, headers: { ...this.#headers, ...json } });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.raw(method, path, body);
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return JSON.parse(reply.text) as T;
  }

  /** Logs in to the socket as a page of `origin` would, over polling and then a WebSocket; what it was told of, by kind. */
  async listen(origin: string): Promise<{ code: number; transport: string; told: string[]; close(): void }> {
    const { origin: server, pathname } = new URL(`${this.#root}/`);
    const socket = io(server, {
      path: `${pathname}ws`,
      agent: this.#agent as never,
      forceNew: true,
      reconnection: false,
      transportOptions: { polling: { extraHeaders: { ...this.#headers, origin } }, websocket: { extraHeaders: { origin } } },
    });
    const told: string[] = [];
    for (const channel of CHANNELS)
      socket.on(channel, ({ changes }: ChangeEvent) => told.push(...changes.map(({ entity, id }) => `${entity} ${id}`)));
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    const { engine } = socket.io;
    if (engine.transport.name !== 'websocket') await new Promise((resolve) => engine.once('upgrade', resolve));
    const { code } = (await socket.timeout(20_000).emitWithAck('login', { all_tenants: false })) as { code: number };
    return { code, transport: engine.transport.name, told, close: () => void socket.disconnect() };
  }
}
