/** What the object store refuses, and what it bears. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';
import { sha256, signed } from './support/signed.ts';

const Bucket = 'limits';
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(anyDatabase)('the object store on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
  });
  const put = (Key: string, Body: string | Buffer) => client().send(new PutObjectCommand({ Bucket, Key, Body }));
  const presigned = (method: 'GET' | 'PUT', Key: string, signingDate = new Date()) =>
    getSignedUrl(client(), method === 'GET' ? new GetObjectCommand({ Bucket, Key }) : new PutObjectCommand({ Bucket, Key }), {
      expiresIn: 60,
      signingDate,
    });

  const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const codeOf = (answer: string) => /<Code>(.*)<\/Code>/.exec(answer)?.[1];

  /** The answer to XML that is said to have so many bytes, of which only these are ever sent. */
  async function answerToStart(path: string, query: string, length: number, start: string): Promise<string> {
    const { headers } = signed(endpoint().url, { method: 'POST', path, query }, UNSIGNED);
    const asking = ask(`${endpoint().url}${path}?${query}`, { method: 'POST', headers: { ...headers, 'content-length': String(length) } });
    asking.on('error', () => undefined);
    asking.write(start);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const answer = await text(response);
    asking.destroy();
    return `${codeOf(answer)} ${response.statusCode}`;
  }

  it('refuses a deletion of 140,000 objects when it has read 1,001 of them', async () => {
    const start = `<Delete>${'<Object><Key>a</Key></Object>'.repeat(2_000)}`;
    expect(await answerToStart(`/${Bucket}`, 'delete=', 140_000 * 29, start)).toBe('MalformedXML 400');
  });

  it('refuses to complete an upload of 100,000 parts when it has read 10,001 of them', async () => {
    const start = `<CompleteMultipartUpload>${'<Part><PartNumber>1</PartNumber></Part>'.repeat(11_000)}`;
    expect(await answerToStart(`/${Bucket}/parts`, 'uploadId=none', 100_000 * 40, start)).toBe('MalformedXML 400');
  });

  it('refuses XML by its length, before a byte of it is read', async () => {
    expect(await answerToStart(`/${Bucket}`, 'delete=', 7_000_000, ' ')).toBe('EntityTooLarge 400');
  });

  it.each([
    ['at once', 'UNSIGNED-PAYLOAD'],
    ['in chunks', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'],
  ])('a deletion of 140,000 objects that is sent to its end %s is answered with a refusal', async (_how, payload) => {
    const xml = `<Delete>${'<Object><Key>a</Key></Object>'.repeat(140_000)}</Delete>`;
    const isChunked = payload !== 'UNSIGNED-PAYLOAD';
    const own = { 'x-amz-content-sha256': payload, ...(isChunked && { 'x-amz-decoded-content-length': String(xml.length) }) };
    const body = isChunked ? `${xml.length.toString(16)}\r\n${xml}\r\n0\r\n\r\n` : xml;
    const { headers } = signed(endpoint().url, { method: 'POST', path: `/${Bucket}`, query: 'delete=' }, own);
    const answer = await fetch(`${endpoint().url}/${Bucket}?delete=`, { method: 'POST', headers, body });
    expect([answer.status, codeOf(await answer.text())]).toEqual([400, 'MalformedXML']);
  });

  it('deletes 1,000 objects with the longest keys, each character escaped', async () => {
    const remove = async (keys: string[]) => {
      const body = `<Delete>${keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('')}</Delete>`;
      const { headers } = signed(endpoint().url, { method: 'POST', path: `/${Bucket}`, query: 'delete=' }, UNSIGNED);
      return (await fetch(`${endpoint().url}/${Bucket}?delete=`, { method: 'POST', headers, body })).text();
    };
    await put('"'.repeat(1024), 'quoted');
    const answer = await remove(Array.from({ length: 1000 }, () => '&quot;'.repeat(1024)));
    expect(answer.split(`<Deleted><Key>${'&quot;'.repeat(1024)}</Key></Deleted>`)).toHaveLength(1001);
    expect(await refusal(client().send(new GetObjectCommand({ Bucket, Key: '"'.repeat(1024) })))).toBe('NoSuchKey 404');
    expect(codeOf(await remove(['x'.repeat(1025)]))).toBe('KeyTooLongError');
  });

  it('the object store takes presigned addresses as they were signed, while they last', async () => {
    expect((await fetch(await presigned('PUT', 'signed'), { method: 'PUT', body: 'signed' })).status).toBe(200);
    const url = await presigned('GET', 'signed');
    expect(await (await fetch(url)).text()).toBe('signed');
    expect((await fetch(url.replace('/signed?', '/other?'))).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(await presigned('GET', 'signed', new Date(Date.now() - 61_000)))).status).toBe(403);
  });

  it('the object store answers in XML, also to a request without a signature', async () => {
    const answer = await fetch(`${endpoint().url}/${Bucket}/a%26b`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/xml']);
    const [, code, , resource] = /<Code>(.*)<\/Code><Message>(.*)<\/Message><Resource>(.*)<\/Resource>/.exec(await answer.text()) ?? [];
    expect([code, resource]).toEqual(['AccessDenied', '/limits/a%26b']);
    expect((await fetch(`${endpoint().url}/%E0%A4%A`)).status).toBe(400);
  });

  /** A body in two signed chunks, of which it is said that they are so many bytes; the second one's are `sent` instead of those that were signed. */
  async function inChunks(key: string, sent: string, said = 10): Promise<number> {
    const { headers, sign, place, signature } = signed(
      endpoint().url,
      { method: 'PUT', path: `/${Bucket}/${key}` },
      {
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        'x-amz-decoded-content-length': String(said),
      },
    );
    let former = signature;
    const body = ['01234', '56789', '']
      .map((chunk, index) => {
        former = sign(`AWS4-HMAC-SHA256-PAYLOAD\n${place}\n${former}\n${sha256('')}\n${sha256(chunk)}`);
        return `${chunk.length.toString(16)};chunk-signature=${former}\r\n${index === 1 ? sent : chunk}\r\n`;
      })
      .join('');
    return (await fetch(`${endpoint().url}/${Bucket}/${key}`, { method: 'PUT', body, headers })).status;
  }

  it('reads bodies in signed chunks, and keeps nothing where one of them is not what was signed', async () => {
    expect(await inChunks('chunks', '56789')).toBe(200);
    expect(await (await client().send(new GetObjectCommand({ Bucket, Key: 'chunks' }))).Body!.transformToString()).toBe('0123456789');
    expect(await inChunks('changed', '5678x')).toBe(403);
    expect(await refusal(client().send(new GetObjectCommand({ Bucket, Key: 'changed' })))).toBe('NoSuchKey 404');
  });

  it.each([
    ['a chunk is longer than it says', '56789x', 10, 400],
    ['a chunk is shorter than it says', '5678', 10, 403],
    ['fewer bytes come in chunks than was said of all', '56789', 11, 400],
    ['more bytes come in chunks than was said of all', '56789', 9, 400],
  ])('the object store keeps nothing of an upload where %s', async (_what, sent, said, status) => {
    expect(await inChunks('lying', sent, said)).toBe(status);
    expect(await refusal(client().send(new GetObjectCommand({ Bucket, Key: 'lying' })))).toBe('NoSuchKey 404');
  });

  it('the object store tells a client that asks first whether to send its body', async () => {
    const heard: string[] = [];
    const sent = async (url: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const asking = ask(url, { method: 'PUT', headers: { expect: '100-continue', 'content-length': '4' } });
        asking.on('continue', () => {
          heard.push('continue');
          asking.end('body');
        });
        asking.on('response', (response) => {
          response.resume();
          asking.destroy();
          resolve(response.statusCode ?? 0);
        });
        asking.on('error', reject);
        asking.flushHeaders();
      });
    expect(await sent(`${endpoint().url}/${Bucket}/refused`)).toBe(403);
    expect(heard).toEqual([]);
    expect(await sent(await presigned('PUT', 'asked'))).toBe(200);
    expect(heard).toEqual(['continue']);
  });

  it('keeps nothing of an upload whose client goes away', async () => {
    const url = await presigned('PUT', 'broken');
    const broken = ask(url, { method: 'PUT', headers: { 'content-length': '1000000' } });
    broken.on('error', () => undefined);
    broken.write(randomBytes(400_000));
    const incoming = async () => (await readdir(`${endpoint().folder}/incoming`)).length;
    await vi.waitFor(async () => expect(await incoming()).toBe(1));
    broken.destroy();
    await vi.waitFor(async () => expect(await incoming()).toBe(0));
    expect(await refusal(client().send(new GetObjectCommand({ Bucket, Key: 'broken' })))).toBe('NoSuchKey 404');
  });

  it('the object store gives places of clients that have gone while their signature was looked at to others', async () => {
    const { accounts } = endpoint();
    const { find } = accounts;
    const held = Promise.withResolvers<void>();
    let looked = 0;
    accounts.find = async (id) => {
      looked += 1;
      await held.promise;
      return find(id);
    };
    const url = await presigned('GET', 'left');
    const leaving = Array.from({ length: 16 }, () => ask(url).on('error', () => undefined));
    for (const request of leaving) request.end();
    await vi.waitFor(() => expect(looked).toBe(16));
    await Promise.all(leaving.map((request) => new Promise((resolve) => request.on('close', resolve).destroy())));
    await delay(100);
    accounts.find = find;
    held.resolve();
    await delay(50);
    await client().send(new ListBucketsCommand({}), { abortSignal: AbortSignal.timeout(30_000) });
  });

  it('the object store says that the disk is full and goes on, and takes bytes again when there is room', async () => {
    const { free } = endpoint();
    await put('before', 'before');
    try {
      free.bytes = 64 * 1024 * 1024;
      expect(await refusal(put('during', 'during'))).toBe('InsufficientStorage 507');
      expect(await (await client().send(new GetObjectCommand({ Bucket, Key: 'before' }))).Body!.transformToString()).toBe('before');
      await client().send(new DeleteObjectCommand({ Bucket, Key: 'before' }));
      free.bytes = 1e12;
      await put('during', 'during');
    } finally {
      free.bytes = 1e12;
    }
    const { Contents } = await client().send(new ListObjectsV2Command({ Bucket, Prefix: 'during' }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(['during']);
  });

  it('the object store keeps users and projects within their quotas', async () => {
    const { accounts, store } = endpoint();
    const key = accounts.keys.get('AKIDOTHER')!;
    const other = endpoint().client('other');
    await other.send(new CreateBucketCommand({ Bucket: 'quota' }));
    const putOther = (Key: string, size: number) => other.send(new PutObjectCommand({ Bucket: 'quota', Key, Body: Buffer.alloc(size) }));
    const limited = (user: object, project: object) =>
      accounts.keys.set('AKIDOTHER', {
        ...key,
        quota: { user: { ...key.quota.user, ...user }, project: { ...key.quota.project, ...project } },
      });
    limited({ bytes: 1000, objects: 2 }, {});
    await putOther('a', 600);
    expect(await refusal(putOther('b', 500))).toBe('QuotaExceeded 403');
    await putOther('a', 900);
    await putOther('b', 100);
    expect(await refusal(putOther('c', 0))).toBe('QuotaExceeded 403');
    limited({}, { bytes: 1000 });
    expect(await refusal(putOther('c', 1))).toBe('QuotaExceeded 403');
    expect(await store.objects.occupancy({ ownerId: 's3-other' })).toMatchObject({ buckets: 1, objects: 2, bytes: 1000 });
    limited({}, {});
    await putOther('c', 1);
  });

  it('judges an object made of parts by the quota of objects when it is completed, and keeps the upload', async () => {
    const { accounts } = endpoint();
    const key = accounts.keys.get('AKIDOTHER')!;
    const other = endpoint().client('other');
    const place = { Bucket: 'quota-of-parts', Key: 'whole' };
    await other.send(new CreateBucketCommand({ Bucket: place.Bucket }));
    const { UploadId } = await other.send(new CreateMultipartUploadCommand(place));
    const { ETag } = await other.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: Buffer.alloc(10) }));
    const complete = () =>
      other.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }));
    accounts.keys.set('AKIDOTHER', { ...key, quota: { ...key.quota, user: { ...key.quota.user, objects: 0 } } });
    expect(await refusal(complete())).toBe('QuotaExceeded 403');
    accounts.keys.set('AKIDOTHER', key);
    expect(await refusal(complete())).toBe('accepted');
  });
});

describe('the budget of the object store', () => {
  const endpoint = endpointForAll('sqlite', { userPerSecond: 1, networkPerSecond: 5, concurrentReads: 4 });

  it('the object store slows down a user who asks too much', async () => {
    const ask100 = Array.from({ length: 100 }, () => refusal(endpoint().client().send(new ListBucketsCommand({}))));
    const outcomes = new Set(await Promise.all(ask100));
    expect(outcomes).toEqual(new Set(['accepted', 'SlowDown 503']));
  });
});
