/** What strangers and users could do to the address at which the object store listens, over raw connections. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';

const Bucket = 'attacked';

/** A server with a user of object storage, whose client is `client`, and a bucket. `maxAttempts`: of each request of that client. */
function attackedForAll(options: Omit<TestAppOptions, 'database'>, maxAttempts = 1) {
  let app: TestApp;
  let client: S3Client;
  const opened: Socket[] = [];
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', ...options });
    const member = await app.as('acme-member', 'acme-prod');
    const { key } = await member.call(nouns.objectStorage.calls.enable);
    client = new S3Client({
      endpoint: app.app.s3Url!,
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts,
      credentials: { accessKeyId: key!.acc_key, secretAccessKey: key!.sec_key },
    });
    await client.send(new CreateBucketCommand({ Bucket }));
  });
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    client.destroy();
    await app.close();
  });
  return {
    client: () => client,
    app: () => app,
    async dial(): Promise<Socket> {
      const { hostname, port } = new URL(app.app.s3Url!);
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.on('error', () => undefined);
      opened.push(socket);
      await once(socket, 'connect');
      return socket;
    },
    /** Head of a signed upload, without what says how long its body is. */
    async signedPut(Key: string): Promise<string> {
      const url = new URL(await getSignedUrl(client, new PutObjectCommand({ Bucket, Key }), { expiresIn: 60 }));
      return `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n`;
    },
    has: (Key: string): Promise<boolean> =>
      client.send(new HeadObjectCommand({ Bucket, Key })).then(
        () => true,
        () => false,
      ),
    /** Files of uploads that go on. */
    incoming: async (): Promise<number> => (await readdir(`${app.folder}/objects/incoming`)).length,
  };
}

describe('connections to the object store that take their time', () => {
  const objectConnections = { head: 300, request: 600, stalled: 1_500, round: 50 };
  // On a busy machine a connection of the client's own may be ended before its request has arrived.
  const at = attackedForAll({ objectConnections }, 5);

  it('the object store ends connections that send nothing, or whose request head does not come to its end', async () => {
    expect(await text(await at.dial())).toMatch(/^HTTP\/1\.1 408 |^$/);
    const slow = await at.dial();
    slow.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('the object store refuses a body that nobody has signed and that trickles in, and ends the connection', async () => {
    const socket = await at.dial();
    const drops = setInterval(() => socket.write('x'), 20);
    socket.write('PUT /attacked/trickled HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n');
    let answer = '';
    socket.setEncoding('utf8').on('data', (some: string) => {
      clearInterval(drops);
      answer += some;
    });
    // What is written to somebody who has gone already fails, after the answer or before it is read.
    await new Promise((resolve) => socket.once('error', resolve).once('end', resolve));
    clearInterval(drops);
    expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*<Code>AccessDenied<\/Code>/);
    expect(socket.bytesWritten).toBeLessThan(100_000);
  });

  it('the object store ends an upload whose signed body stands still, and keeps nothing of it', async () => {
    const head = await at.signedPut('stalled');
    const socket = await at.dial();
    socket.write(`${head}Content-Length: 100000\r\n\r\nabc`);
    await vi.waitFor(async () => expect(await at.incoming()).toBe(1), { timeout: 20_000 });
    await text(socket).catch(() => '');
    await vi.waitFor(async () => expect(await at.incoming()).toBe(0), { timeout: 20_000 });
    expect(await at.has('stalled')).toBe(false);
  });

  it('the object store keeps an object whose signed body arrives slowly beyond the time for requests', async () => {
    const head = await at.signedPut('slow');
    const socket = await at.dial();
    socket.write(`${head}Connection: close\r\nContent-Length: 10\r\n\r\n`);
    for (let byte = 0; byte < 10; byte += 1) {
      socket.write(String(byte));
      await delay(100);
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    const { Body } = await at.client().send(new GetObjectCommand({ Bucket, Key: 'slow' }));
    expect(await Body!.transformToString()).toBe('0123456789');
  });
});

describe('requests to the object store that lie', () => {
  const at = attackedForAll({ connections: { silent: { perNetwork: 5, inAll: 100 } } });

  /** All that is answered to what is sent until the other side closes. */
  async function answerTo(sent: string): Promise<string> {
    const socket = await at.dial();
    socket.write(sent);
    return text(socket);
  }

  it('an upload keeps nothing in the object store where fewer bytes come than was said', async () => {
    const socket = await at.dial();
    socket.write(`${await at.signedPut('short')}Content-Length: 1000\r\n\r\nabc`);
    await vi.waitFor(async () => expect(await at.incoming()).toBe(1), { timeout: 20_000 });
    socket.end();
    await vi.waitFor(async () => expect(await at.incoming()).toBe(0), { timeout: 20_000 });
    expect(await at.has('short')).toBe(false);
  });

  it('an upload keeps as many bytes as were said where more come, and the rest is no request', async () => {
    const socket = await at.dial();
    socket.write(`${await at.signedPut('long')}Content-Length: 3\r\n\r\nabc`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 200 /);
    socket.write('defghi');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    const { Body } = await at.client().send(new GetObjectCommand({ Bucket, Key: 'long' }));
    expect(await Body!.transformToString()).toBe('abc');
  });

  it.each([
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd', 400],
    ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', 400],
    ['a length that is no number', 'Content-Length: -3\r\n\r\nabc', 400],
    ['no length', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', 411],
    ['a head of more than 16 KB', `X-Filler: ${'x'.repeat(20_000)}\r\nContent-Length: 3\r\n\r\nabc`, 431],
    ['a digest that is not that of the body', `Content-MD5: ${'A'.repeat(22)}==\r\nContent-Length: 3\r\n\r\nabc`, 400],
  ])('the object store refuses an upload with %s, and keeps nothing of it', async (_what, rest, status) => {
    expect(await answerTo(`${await at.signedPut('lying')}Connection: close\r\n${rest}`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await at.has('lying')).toBe(false);
    await vi.waitFor(async () => expect(await at.incoming()).toBe(0), { timeout: 20_000 });
  });

  it('the object store keeps few silent connections of one network open, and still answers a signed request', async () => {
    const silent: Socket[] = [];
    for (let count = 0; count < 60; count += 1) silent.push(await at.dial());
    for (const socket of silent) socket.resume();
    expect((await at.client().send(new ListBucketsCommand({}))).Buckets).toHaveLength(1);
    await expect.poll(() => silent.filter(({ readableEnded }) => !readableEnded).length).toBeLessThanOrEqual(5);
  });
});

describe('requests to the object store with wrong signatures', () => {
  // A weight of 20 for a network and of 1,000 for a user; whoever is refused costs 0.2.
  const at = attackedForAll({ env: { GANTRY_NETWORK_RATE: '2', GANTRY_USER_RATE: '100' }, budgetClock: () => 0 });

  const forged = async (key: string): Promise<number> => {
    const scope = `${key}/20260101/us-east-1/s3/aws4_request`;
    const at14 = '20260101T000000Z';
    const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}&X-Amz-Date=${at14}`;
    const url = `${at.app().app.s3Url}/${Bucket}/a?${query}&X-Amz-Expires=604800&X-Amz-SignedHeaders=host&X-Amz-Signature=${'0'.repeat(64)}`;
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  };

  it('forged signatures use up the budget of their network, and not that of a key which has signed from there', async () => {
    const statuses = await Promise.all(Array.from({ length: 150 }, () => forged('AKIDNOBODY')));
    expect(new Set(statuses)).toEqual(new Set([403, 503]));
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(100);
    for (let count = 0; count < 20; count += 1)
      expect((await at.client().send(new ListBucketsCommand({}))).$metadata.httpStatusCode).toBe(200);
  });
});
