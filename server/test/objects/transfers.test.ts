/** Bodies that take their time, and what their user asks for meanwhile. */
import { once } from 'node:events';
import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'transfers';
/** Places for short work of a user, and more. */
const MANY = 20;
const TRANSFERS = { perUser: 24, inAll: 40 };
const PLENTY = { userPerSecond: 1e6, networkPerSecond: 1e6, concurrentReads: 16 };

describe('bodies of the object store that take their time', () => {
  const endpoint = endpointForAll('sqlite', PLENTY, TRANSFERS);
  const client = (who?: 'acme' | 'other') => endpoint().client(who);
  const open: ClientRequest[] = [];
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
    await client('other').send(new CreateBucketCommand({ Bucket: 'others' }));
    await client().send(new PutObjectCommand({ Bucket, Key: 'large', Body: Buffer.alloc(8 * 1024 * 1024) }));
  });
  const arriving = async (): Promise<number> => (await readdir(`${endpoint().folder}/incoming`)).length;
  afterEach(async () => {
    for (const request of open.splice(0)) request.destroy();
    await vi.waitFor(async () => expect(await arriving()).toBe(0));
  });

  /** An upload of which a byte arrives, and no more. */
  async function slowUpload(Key: string, who: 'acme' | 'other' = 'acme'): Promise<ClientRequest> {
    const command = new PutObjectCommand({ Bucket: who === 'acme' ? Bucket : 'others', Key });
    const request = ask(await getSignedUrl(client(who), command), { method: 'PUT', headers: { 'content-length': '1000' } });
    request.on('error', () => undefined);
    request.write('x');
    open.push(request);
    return request;
  }
  const answerTo = async (request: ClientRequest): Promise<string> => {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return `${response.statusCode} ${/<Code>(.*)<\/Code>/.exec(await text(response))?.[1]}`;
  };
  /** A list, a look and a small upload. */
  async function doShortWork(): Promise<string[]> {
    const options = { abortSignal: AbortSignal.timeout(20_000) };
    await client().send(new HeadObjectCommand({ Bucket, Key: 'large' }), options);
    await client().send(new PutObjectCommand({ Bucket, Key: 'small', Body: 'small' }), options);
    const { Contents = [] } = await client().send(new ListObjectsV2Command({ Bucket, Prefix: 'small' }), options);
    return Contents.map(({ Key = '' }) => Key);
  }

  it('uploads that stand still let short work of their user go on', async () => {
    for (let count = 0; count < MANY; count += 1) await slowUpload(`slow-${count}`);
    await vi.waitFor(async () => expect(await arriving()).toBe(MANY));
    expect(await doShortWork()).toEqual(['small']);
  });

  it('downloads that are not read let short work of their user go on', async () => {
    for (let count = 0; count < MANY; count += 1) {
      const request = ask(await getSignedUrl(client(), new GetObjectCommand({ Bucket, Key: 'large' })));
      open.push(request.on('error', () => undefined));
      request.end();
      await once(request, 'response');
    }
    expect(await doShortWork()).toEqual(['small']);
  });

  it('uploads beyond the limit of a user are refused with SlowDown at once, until others have ended', async () => {
    for (let count = 0; count < TRANSFERS.perUser; count += 1) await slowUpload(`slow-${count}`);
    await vi.waitFor(async () => expect(await arriving()).toBe(TRANSFERS.perUser));
    expect(await answerTo(await slowUpload('one-more'))).toBe('503 SlowDown');
    await slowUpload('others', 'other');
    await vi.waitFor(async () => expect(await arriving()).toBe(TRANSFERS.perUser + 1));
    open[0]!.destroy();
    await vi.waitFor(async () => expect(await arriving()).toBe(TRANSFERS.perUser));
    const next = await slowUpload('next');
    next.end('x'.repeat(999));
    expect(await answerTo(next)).toBe('200 undefined');
  });

  it('uploads beyond the limit of all users together are refused with SlowDown', async () => {
    const { perUser, inAll } = TRANSFERS;
    for (let count = 0; count < perUser; count += 1) await slowUpload(`slow-${count}`);
    for (let count = perUser; count < inAll; count += 1) await slowUpload(`slow-${count}`, 'other');
    await vi.waitFor(async () => expect(await arriving()).toBe(inAll));
    expect(await answerTo(await slowUpload('one-more', 'other'))).toBe('503 SlowDown');
  });
});
