import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_STREAM_PATH } from '@gantry/contract/nouns/servers/console-wire';
import { CONNECTION_LIMITS, limitConnections } from '../../src/http/connection-timeouts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeCertificate } from '../support/certificate.ts';

/** Nobody is cut for being late. */
const LATE = 600_000;

const opened: Socket[] = [];
async function dial({ url }: { url: string }): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
}
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** All that is answered until the other side closes. */
async function answerTo(app: TestApp, ...parts: string[]): Promise<string> {
  const socket = await dial(app);
  for (const part of parts) socket.write(part);
  return text(socket);
}

describe('connections that take their time', () => {
  let app: TestApp;
  beforeAll(async () => {
    const connections = { head: 300, request: 600, round: 50 };
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' }, connections });
  });
  afterAll(() => app.close());

  it('connections that send nothing are ended', async () => {
    expect(await answerTo(app)).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  it('connections are ended where the head of a request does not come to its end', async () => {
    expect(await answerTo(app, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('connections are ended where the body of a request trickles in', async () => {
    const socket = await dial(app);
    socket.write('POST /api/v2/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n');
    const drops = setInterval(() => socket.write('{'), 20);
    socket.on('error', () => clearInterval(drops));
    const ended = once(socket, 'close');
    socket.resume();
    await ended;
    clearInterval(drops);
    expect(socket.bytesWritten).toBeLessThan(100_000);
  });
});

describe('connections', () => {
  let app: TestApp;
  beforeAll(async () => {
    const connections = { head: LATE, request: LATE, silent: { perNetwork: 5, inAll: 100 } };
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' }, connections });
  });
  afterAll(() => app.close());

  it('connections that have carried no request are few of one network, and keep nobody out', async () => {
    const silent: Socket[] = [];
    for (let count = 0; count < 30; count += 1) silent.push(await dial(app));
    for (const socket of silent) socket.on('error', () => undefined).resume();
    expect((await app.nobody.raw('GET', '/healthz')).status).toBe(200);
    await expect.poll(() => silent.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(5);
    expect(silent.at(-1)?.closed).toBe(false);
  });

  const request = (path: string, ...more: string[]): string => `GET ${path} HTTP/1.1\r\n${more.join('\r\n')}\r\nConnection: close\r\n\r\n`;

  it('connections do not carry requests that name two hosts', async () => {
    expect(await answerTo(app, request('/healthz', 'Host: a'))).toMatch(/^HTTP\/1\.1 200 /);
    const answer = await answerTo(app, request('/healthz', 'Host: a', 'host: b'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"err_code":"malformed_request"');
  });

  it('connections become no WebSocket where the request names two hosts', async () => {
    const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    const ask = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\n${upgrade.join('\r\n')}\r\n\r\n`;
    expect(await answerTo(app, ask(CONSOLE_STREAM_PATH))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await answerTo(app, ask('/ws/?EIO=4&transport=websocket'))).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

describe('connections with TLS', () => {
  const made = makeCertificate();
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer({ cert: made.cert, key: made.key }, (_request, response) => response.end('here'));
    limitConnections(server, { ...CONNECTION_LIMITS, silent: { perNetwork: 5, inAll: 100 } });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close().closeAllConnections());

  /** A request on a connection of its own, which stays open, and the first bytes of the answer. */
  async function ask(): Promise<{ answer: string; socket: Socket }> {
    const socket = connectTls({ host: '127.0.0.1', port, ca: made.cert });
    opened.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return { answer: bytes.toString('utf8'), socket };
  }

  it('connections with TLS that agree on no keys are few of one network, and cut none that has carried a request', async () => {
    const { answer, socket: known } = await ask();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const silent: Socket[] = [];
    for (let count = 0; count < 30; count += 1) silent.push(await dial({ url: `https://127.0.0.1:${port}` }));
    for (const socket of silent) socket.on('error', () => undefined).resume();
    expect((await ask()).answer).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(() => silent.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(5);
    expect(known.destroyed).toBe(false);
  });
});
