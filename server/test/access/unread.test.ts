import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { leaveUnread } from '../../src/access/unread.ts';

const MIB = 1024 * 1024;
const REFUSAL = 'no';

let server: Server;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A server that answers each request before it reads it; a client of it; and the server's side of their connection. */
async function refusing(before: (request: IncomingMessage) => Promise<unknown> = async () => undefined) {
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    await before(request);
    leaveUnread(request, response);
    response.writeHead(413, { 'content-length': REFUSAL.length }).end(REFUSAL);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  const [socket] = (await once(server, 'connection')) as [Socket];
  return { client, socket };
}

const head = (length: string): string => `PUT / HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`;

describe('a body that nobody reads', () => {
  it.each([
    ['said to be large', `Content-Length: ${8 * MIB}`, ''],
    ['of unknown length', 'Transfer-Encoding: chunked', `${(8 * MIB).toString(16)}\r\n`],
  ])('a body %s is left where its request is refused: the answer comes whole, and little is read', async (_title, length, size) => {
    const { client, socket } = await refusing();
    client.write(head(length) + size);
    client.write(Buffer.alloc(8 * MIB));
    const answer = await text(client);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is);
    expect(answer.endsWith(REFUSAL)).toBe(true);
    expect(socket.bytesRead).toBeLessThan(MIB);
  });

  it('a large body of which the beginning has been read is left, too', async () => {
    const { client, socket } = await refusing(async (request) => {
      for await (const _first of request.iterator({ destroyOnReturn: false })) break;
    });
    client.write(head(`Content-Length: ${8 * MIB}`));
    client.write(Buffer.alloc(8 * MIB));
    expect((await text(client)).endsWith(REFUSAL)).toBe(true);
    expect(socket.bytesRead).toBeLessThan(MIB);
  });

  it('a small body is read after its refusal, and the connection goes on', async () => {
    const { client } = await refusing();
    for (const time of [1, 2]) {
      client.write(head('Content-Length: 65536'));
      client.write(Buffer.alloc(65_536));
      const [answer] = (await once(client, 'data')) as [Buffer];
      expect(answer.toString(), `time ${time}`).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: keep-alive\r\n/is);
    }
  });

  it('of connections that are left so, only thirty-two wait for their clients, and the others take their requests along', async () => {
    let closed = 0;
    const { client } = await refusing(async (request) => request.once('close', () => (closed += 1)));
    const many = [client, ...Array.from({ length: 40 }, () => connect((server.address() as AddressInfo).port, '127.0.0.1'))];
    clients.push(...many.slice(1));
    for (const one of many) {
      one.on('error', () => undefined);
      // Says that more will come, and neither sends it nor hangs up.
      one.allowHalfOpen = true;
      one.write(head(`Content-Length: ${8 * MIB}`));
      await once(one, 'data');
    }
    await expect.poll(connections).toBe(32);
    expect(closed).toBe(many.length - 32);
  });
});

/** Connections that the server still has. */
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
