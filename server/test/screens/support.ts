/** A screen as a VNC proxy shows it, and a page that looks at one: both ends of the server's bridge, over real sockets. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { CONSOLE_STREAM_PATH, type ConsoleMessage } from '@gantry/contract/nouns/servers/console-wire';

/** Bytes that a page keeps. */
const KEPT = 1024;

export const RFB_VERSION = Buffer.from('RFB 003.008\n');

/** Waits until something is so. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const limit = Date.now() + 60_000; Date.now() < limit; await sleep(10)) if (isSo()) return;
  throw new Error(`it never came to this: ${what}`);
}

/** Begins as RFB does, and answers each frame with the same frame. */
export class FakeScreen {
  readonly #listener: Server;
  readonly #server: WebSocketServer;
  /** The connections of the bridge, the newest last. */
  readonly visitors: WebSocket[] = [];
  /** What their requests asked for. */
  readonly asked: { url: string | undefined; origin: string | undefined }[] = [];

  /** `tls`: it is reached by `wss`, with that certificate. */
  static async open(tls?: { cert: string; key: string }): Promise<FakeScreen> {
    const screen = new FakeScreen(tls);
    screen.#server.on('connection', (visitor, { url, headers }) => {
      screen.visitors.push(visitor);
      screen.asked.push({ url, origin: headers.origin });
      visitor.on('message', (data: Buffer) => visitor.send(data));
      visitor.send(RFB_VERSION);
    });
    screen.#listener.listen(0, '127.0.0.1');
    await once(screen.#listener, 'listening');
    return screen;
  }

  private constructor(tls: { cert: string; key: string } | undefined) {
    this.#listener = tls ? createSecureServer(tls) : createServer();
    this.#server = new WebSocketServer({ server: this.#listener });
  }

  get url(): string {
    const scheme = this.#listener instanceof SecureServer ? 'wss' : 'ws';
    return `${scheme}://127.0.0.1:${(this.#listener.address() as AddressInfo).port}/websockify?token=inner`;
  }

  /** How many of the bridge's connections are open. */
  get open(): number {
    return this.visitors.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  }

  async close(): Promise<void> {
    for (const visitor of this.visitors) visitor.terminate();
    this.#server.close();
    this.#listener.close();
    await once(this.#listener, 'close');
  }
}

/** A console page without a browser. */
export class Page {
  readonly socket: WebSocket;
  readonly messages: ConsoleMessage[] = [];
  /** Bytes of binary frames so far. */
  received = 0;
  /** The first of them. */
  bytes = Buffer.alloc(0);
  readonly closed: Promise<{ code: number; reason: string }>;

  /** `from`: the address of this machine that it comes from, such as 127.0.0.2. */
  constructor(appUrl: string, ticket: string | undefined, prefix = '', from?: string) {
    const url = `${appUrl.replace(/^http/, 'ws')}${prefix}${CONSOLE_STREAM_PATH}`;
    this.socket = new WebSocket(url, from === undefined ? {} : { localAddress: from });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#take(data);
      else this.messages.push(JSON.parse(data.toString('utf8')) as ConsoleMessage);
    });
    this.closed = new Promise((resolve, reject) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
      this.socket.on('error', reject);
    });
    if (ticket !== undefined) this.socket.on('open', () => this.socket.send(JSON.stringify({ ticket })));
  }

  #take(frame: Buffer): void {
    this.received += frame.length;
    if (this.bytes.length < KEPT) this.bytes = Buffer.concat([this.bytes, frame]).subarray(0, KEPT);
  }

  /** Waits for the first message of a type. */
  async told<T extends ConsoleMessage['type']>(type: T): Promise<Extract<ConsoleMessage, { type: T }>> {
    const find = () => this.messages.find((message): message is Extract<ConsoleMessage, { type: T }> => message.type === type);
    await until(() => find() !== undefined, `a message ${type}`);
    return find()!;
  }
}
