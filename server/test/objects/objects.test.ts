import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type GetObjectCommandInput,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anyDatabase } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'objects';
const md5 = (bytes: string | Buffer): string => createHash('md5').update(bytes).digest('hex');
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(anyDatabase)('objects on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  beforeAll(async () => {
    await endpoint().client().send(new CreateBucketCommand({ Bucket }));
  });
  const put = (Key: string, Body: string | Buffer = Key, more: object = {}) =>
    endpoint()
      .client()
      .send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
    endpoint()
      .client()
      .send(new GetObjectCommand({ Bucket, Key, ...more }));
  const textOf = async (Key: string, more: Partial<GetObjectCommandInput> = {}) => (await get(Key, more)).Body!.transformToString();

  it('objects give back the bytes and the entity tag that were put [s3.put-object, s3.get-object]', async () => {
    const bytes = randomBytes(300_000);
    const { ETag } = await put('a.bin', bytes);
    expect(ETag).toBe(`"${md5(bytes)}"`);
    const read = await get('a.bin');
    expect(Buffer.from(await read.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    expect(read).toMatchObject({ ETag: `"${md5(bytes)}"`, ContentLength: 300_000, ContentType: 'application/octet-stream' });
  });

  it('objects have any Unicode key, and no key is a path', async () => {
    const keys = [
      '../../etc/passwd',
      'a//b',
      '/lead',
      'dir/',
      '日本語/ファイル.txt',
      'a+b c%20d?e#f&g',
      "it's(1)!*",
      '👩‍💻',
      '.',
      'new\nline\u0001',
      'x'.repeat(1024),
    ];
    for (const key of keys) await put(key);
    for (const key of keys) expect(await textOf(key)).toBe(key);
    expect(await refusal(put('x'.repeat(1025)))).toBe('KeyTooLongError 400');
    const names = await readdir(endpoint().folder, { recursive: true });
    expect(names.filter((file) => !/^(incoming|[\da-f]{2}(\/[\da-f]{32})?)$/.test(file))).toEqual([]);
  });

  it('objects keep content headers and metadata, and tell others where those are asked for', async () => {
    const headers = { ContentType: 'text/plain', CacheControl: 'no-cache', ContentDisposition: 'inline', ContentLanguage: 'de' };
    await put('told.txt', 'told', { ...headers, Metadata: { owner: 'me', mtime: '1.5' } });
    const head = await endpoint()
      .client()
      .send(new HeadObjectCommand({ Bucket, Key: 'told.txt' }));
    expect(head).toMatchObject({ ...headers, Metadata: { owner: 'me', mtime: '1.5' }, ContentLength: 4 });
    const asked = await get('told.txt', { ResponseContentType: 'text/html', ResponseContentDisposition: 'attachment; filename="x"' });
    expect(asked).toMatchObject({ ContentType: 'text/html', ContentDisposition: 'attachment; filename="x"' });
    expect(await refusal(get('told.txt', { ResponseContentLanguage: 'de\nx: y' }))).toBe('InvalidArgument 400');
    expect(await refusal(put('large', '', { Metadata: { a: 'x'.repeat(2048) } }))).toBe('MetadataTooLarge 400');
    expect(await refusal(put('public', '', { ACL: 'public-read' }))).toBe('NotImplemented 501');
  });

  it.each([
    ['bytes=2-5', '2345', 'bytes 2-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
  ])('objects are read in the range %s', async (Range, text, range) => {
    await put('digits', '0123456789');
    const read = await get('digits', { Range });
    expect(read.$metadata.httpStatusCode).toBe(206);
    expect([await read.Body!.transformToString(), read.ContentRange]).toEqual([text, range]);
  });

  it('objects are not read beyond their end', async () => {
    await put('digits', '0123456789');
    await put('nothing', '');
    expect(await refusal(get('digits', { Range: 'bytes=10-' }))).toBe('InvalidRange 416');
    expect(await refusal(get('nothing', { Range: 'bytes=0-' }))).toBe('InvalidRange 416');
    expect(await textOf('nothing')).toBe('');
  });

  it('objects are read and replaced under conditions', async () => {
    const { ETag } = await put('conditional', 'one');
    const past = new Date(Date.now() - 60_000);
    expect(await refusal(get('conditional', { IfNoneMatch: ETag }))).toContain('304');
    expect(await refusal(get('conditional', { IfMatch: '"other"' }))).toBe('PreconditionFailed 412');
    expect(await refusal(get('conditional', { IfUnmodifiedSince: past }))).toBe('PreconditionFailed 412');
    expect(await refusal(get('conditional', { IfModifiedSince: new Date() }))).toContain('304');
    expect(await textOf('conditional', { IfModifiedSince: past, IfMatch: ETag })).toBe('one');
    expect(await refusal(put('conditional', 'two', { IfNoneMatch: '*' }))).toBe('PreconditionFailed 412');
    expect(await refusal(put('conditional', 'two', { IfMatch: '"other"' }))).toBe('PreconditionFailed 412');
    expect(await refusal(put('absent', 'two', { IfMatch: ETag }))).toBe('NoSuchKey 404');
    await put('conditional', 'two', { IfMatch: ETag });
    expect(await textOf('conditional')).toBe('two');
  });

  it('objects are copied with their metadata, or with other metadata', async () => {
    await put('source ü', 'copied', { Metadata: { a: '1' }, ContentType: 'text/css' });
    const copy = (more: object) =>
      endpoint()
        .client()
        .send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: encodeURI(`${Bucket}/source ü`), ...more }));
    expect((await copy({})).CopyObjectResult?.ETag).toBe(`"${md5('copied')}"`);
    expect(await get('copy')).toMatchObject({ Metadata: { a: '1' }, ContentType: 'text/css' });
    await copy({ MetadataDirective: 'REPLACE', Metadata: { b: '2' } });
    expect((await get('copy')).Metadata).toEqual({ b: '2' });
    const itself = { Key: 'source ü' };
    expect(await refusal(copy(itself))).toBe('InvalidRequest 400');
    await copy({ ...itself, MetadataDirective: 'REPLACE', Metadata: { c: '3' } });
    expect([await textOf('source ü'), (await get('source ü')).Metadata]).toEqual(['copied', { c: '3' }]);
    expect(await refusal(copy({ CopySource: `${Bucket}/missing` }))).toBe('NoSuchKey 404');
    expect(await refusal(copy({ CopySourceIfMatch: '"other"' }))).toBe('PreconditionFailed 412');
  });

  it('objects are gone from the list once they are deleted, one by one or many at once [s3.delete-object, s3.batch-delete]', async () => {
    const client = endpoint().client();
    const listed = async () =>
      ((await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'gone/' }))).Contents ?? []).map(({ Key }) => Key);
    for (const key of ['gone/1', 'gone/<2>&"', 'gone/3', 'gone/\u0002']) await put(key);
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone/1' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone/1' }));
    expect(await refusal(get('gone/1'))).toBe('NoSuchKey 404');
    const Objects = ['gone/<2>&"', 'gone/\u0002', 'gone/never'].map((Key) => ({ Key }));
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted).toHaveLength(3);
    expect(await listed()).toEqual(['gone/3']);
    const quiet = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'gone/3' }], Quiet: true } });
    expect((await client.send(quiet)).Deleted).toBeUndefined();
    expect(await listed()).toEqual([]);
    const many = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }));
    expect(await refusal(client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: many } })))).toBe('MalformedXML 400');
  });

  it('objects leave no file behind once they are replaced or deleted', async () => {
    const files = async () => (await readdir(endpoint().folder, { recursive: true })).filter((file) => /[\da-f]{32}$/.test(file)).length;
    const objects = async () => (await endpoint().client().send(new ListObjectsV2Command({ Bucket }))).KeyCount!;
    for (const body of ['one', 'two', 'three']) await put('replaced', body);
    const there = await objects();
    await vi.waitFor(async () => expect(await files()).toBe(there));
    await endpoint()
      .client()
      .send(new DeleteObjectCommand({ Bucket, Key: 'replaced' }));
    await vi.waitFor(async () => expect(await files()).toBe(there - 1));
  });

  it('an object that many write at once has the whole body of one of them', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => String(index).repeat(100_000));
    await Promise.all(bodies.map((body) => put('raced', body)));
    expect(bodies).toContain(await textOf('raced'));
  });

  it.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
    'objects are checked by %s, also where that follows the bytes',
    async (ChecksumAlgorithm) => {
      const client = endpoint().client();
      const bytes = randomBytes(200_000);
      await put('checked', bytes, { ChecksumAlgorithm });
      const stream = Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]);
      await client.send(new PutObjectCommand({ Bucket, Key: 'streamed', Body: stream, ContentLength: bytes.length, ChecksumAlgorithm }));
      for (const key of ['checked', 'streamed']) {
        const read = await get(key, { ChecksumMode: 'ENABLED' });
        expect(Buffer.from(await read.Body!.transformToByteArray()).equals(bytes)).toBe(true);
      }
    },
  );

  it('objects are refused with a checksum or digest that is not theirs, and nothing is kept', async () => {
    expect(await refusal(put('damaged', 'abc', { ChecksumCRC32: 'AAAAAA==' }))).toBe('BadDigest 400');
    expect(await refusal(put('damaged', 'abc', { ContentMD5: createHash('md5').update('abd').digest('base64') }))).toBe('BadDigest 400');
    expect(await refusal(put('damaged', 'abc', { ContentMD5: 'abc' }))).toBe('InvalidDigest 400');
    expect(await refusal(get('damaged'))).toBe('NoSuchKey 404');
  });
});
