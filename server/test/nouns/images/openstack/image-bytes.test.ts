/** The bytes of an image, as the image service hands them out. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getBytes } from '../../../../src/engines/openstack/client/bytes.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';

const bytes = randomBytes(3 * 1024 * 1024);
const NOW = () => new AbortController().signal;

describe('bytes of a service', () => {
  let asked: IncomingMessage[];
  let respond: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => {
    asked.push(request);
    respond(request, response);
  });
  let url: string;
  beforeEach(async () => {
    asked = [];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/images/i/file`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const opened = (range: { start: number; end: number } | null, signal = NOW()) =>
    getBytes({ service: 'image', url, headers: { 'x-auth-token': 't' }, range, signal });

  it('bytes of an image are asked for by their range, with the token', async () => {
    respond = (_request, response) => response.writeHead(206).end(bytes.subarray(10, 21));
    expect((await buffer((await opened({ start: 10, end: 20 }))!)).equals(bytes.subarray(10, 21))).toBe(true);
    expect(asked.map(({ headers }) => [headers.range, headers['x-auth-token']])).toEqual([['bytes=10-20', 't']]);
  });

  it('bytes of an image are cut out of all where the service knows no ranges, and what is behind them is not fetched', async () => {
    let closed = false;
    respond = (_request, response) => {
      response.on('close', () => (closed = true)).writeHead(200);
      // It never ends by itself.
      response.write(bytes);
    };
    expect((await buffer((await opened({ start: 1_000_000, end: 1_500_000 }))!)).equals(bytes.subarray(1_000_000, 1_500_001))).toBe(true);
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  it('bytes of an image are absent where the service says so, and refused in the words of the service', async () => {
    respond = (_request, response) => response.writeHead(204).end();
    expect(await opened(null)).toBeUndefined();
    respond = (_request, response) =>
      response.writeHead(403).end('{"message": "You are not authorized to complete download_image action."}');
    await expect(opened(null)).rejects.toMatchObject({ code: 'forbidden', detail: expect.stringContaining('download_image') as string });
  });

  it('a request for bytes of an image ends at the service when the reader goes away, or the request is given up', async () => {
    const closed: string[] = [];
    respond = (request, response) => {
      response.on('close', () => closed.push(String(request.headers.range))).writeHead(200);
      response.write(bytes);
    };
    (await opened(null))!.destroy();
    await vi.waitFor(() => expect(closed).toHaveLength(1));
    const gone = new AbortController();
    const stream = (await opened(null, gone.signal))!;
    const failed = new Promise((resolve) => stream.on('error', resolve));
    gone.abort(new Error('gone'));
    stream.resume();
    await failed;
    await vi.waitFor(() => expect(closed).toHaveLength(2));
  });
});

describe('an image of OpenStack', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    await expect.poll(() => bench.row('image', 'lab-tiny'), { timeout: 30_000 }).toBeDefined();
  });
  afterEach(() => bench.close());

  it('an image of OpenStack is read with the user’s own token, and has no file where the service has no data of it', async () => {
    const tokens: unknown[] = [];
    const row = (await bench.row('image', 'lab-tiny'))!;
    bench.cloud.on('GET', /\/v2\/images\/[^/]+\/file$/, ({ as }) => {
      tokens.push(as);
      return { status: 204 };
    });
    const context = { ...(await bench.asking('alice')), signal: NOW() };
    await expect(bench.engine.streams!['image.bytes']!(context, row, null)).rejects.toMatchObject({
      code: 'state_conflict',
      reason: { code: 'image_without_bytes' },
    });
    expect(tokens).toEqual([expect.stringMatching(/^alice@project:/)]);
  });

  it('a new image is refused before it is made where the service lacks room, and asked for where it has or knows no limits', async () => {
    const made: unknown[] = [];
    let usage: object | undefined;
    bench.cloud.on('GET', /\/v2\/info\/usage$/, () => (usage ? { answer: { usage } } : { status: 404 }));
    bench.cloud.on('POST', /\/v2\/images$/, ({ as }) => {
      made.push(as);
      return { status: 403, answer: { message: 'not now' } };
    });
    const incoming = { stream: Readable.from([]), size: 3 * 1024 * 1024, found: undefined };
    const context = { ...(await bench.asking('alice')), signal: NOW(), bytes: incoming };
    const create = () => bench.engine.commands['image.create']!.accept(context, null, { name: 'golden', disk_format: 'raw' });
    const full = { code: 'quota_exceeded', params: { resource: 'image_storage' } };
    usage = { image_size_total: { limit: 10, usage: 8 } };
    await expect(create()).rejects.toMatchObject(full);
    usage = { image_size_total: { limit: -1, usage: 8 }, image_count_total: { limit: 4, usage: 4 } };
    await expect(create()).rejects.toMatchObject(full);
    expect(made).toEqual([]);
    for (const room of [{ image_size_total: { limit: 11, usage: 8 }, image_count_total: { limit: 5, usage: 4 } }, {}, undefined]) {
      usage = room;
      await expect(create()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(made).toHaveLength(3);
  });
});
