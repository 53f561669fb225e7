/** A way to the product on which answers come late, go wrong, or do not come at all, as on the networks between people and it. */
import { once } from 'node:events';
import { createServer, request as askFor, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Wire {
  /** Address of the product by this way: `http://127.0.0.1:12345`. */
  origin: string;
  /** What has been asked by it, such as `GET /api/v2/meta`, the latest last. */
  asked: string[];
  /** Requests that match wait here, until the way back is gone. */
  hold(which: RegExp): () => void;
  /** Requests that match are answered so, as a proxy would, until the way back is gone. */
  fail(which: RegExp, status: number): () => void;
  /** Ends the connections that are open. */
  cut(): void;
  /** From now on everything goes through, and nothing has been asked. */
  calm(): void;
  close(): Promise<void>;
}

interface Rule {
  which: RegExp;
  status?: number;
  over: PromiseWithResolvers<void>;
}

const nameOf = ({ method = 'GET', url = '/' }: IncomingMessage): string => `${method} ${url}`;

/** Opens one to the product at this address. */
export async function openWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const rules = new Set<Rule>();
  const asked: string[] = [];
  const sockets = new Set<Duplex>();
  const keep = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  /** The status to answer with, where a rule says so; otherwise waits as long as one says that. */
  const carryOut = async (request: IncomingMessage): Promise<number | undefined> => {
    asked.push(nameOf(request));
    for (const { status, over } of [...rules].filter((rule) => rule.which.test(nameOf(request)))) {
      if (status !== undefined) return status;
      await over.promise;
    }
    return undefined;
  };

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await carryOut(request);
    if (status !== undefined) {
      request.resume();
      return void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    }
    const { method, url, headers } = request;
    const onward = askFor({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
  const tunnel = async (request: IncomingMessage, near: Duplex, head: Buffer): Promise<void> => {
    keep(near);
    await carryOut(request);
    const far: Socket = keep(connect(Number(port), hostname));
    const { rawHeaders } = request;
    const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
    far.write([`${nameOf(request)} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    far.write(head);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  };

  const server = createServer((request, response) => void pass(request, response));
  server.on('connection', keep);
  server.on('upgrade', (request, socket, head) => void tunnel(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const add = (rule: Omit<Rule, 'over'>): (() => void) => {
    const whole = { ...rule, over: Promise.withResolvers<void>() };
    rules.add(whole);
    return () => {
      rules.delete(whole);
      whole.over.resolve();
    };
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const calm = (): void => {
    for (const { over } of rules) over.resolve();
    rules.clear();
    asked.length = 0;
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    hold: (which) => add({ which }),
    fail: (which, status) => add({ which, status }),
    cut,
    calm,
    close: async () => {
      calm();
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
