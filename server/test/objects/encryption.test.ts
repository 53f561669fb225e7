/** Objects whose bytes are encrypted where they lie: what clients send and hear of it, and what stands in the files. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'encryption';
const ENCRYPTED = { ServerSideEncryption: 'AES256' } as const;
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(databases)('encrypted objects on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  beforeAll(() => client().send(new CreateBucketCommand({ Bucket })));
  const put = (Key: string, Body: Buffer, more: Partial<PutObjectCommandInput> = ENCRYPTED) =>
    client().send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const get = (Key: string, more: { Range?: string; VersionId?: string; PartNumber?: number } = {}) =>
    client().send(new GetObjectCommand({ Bucket, Key, ...more }));
  const bytes = async (...of: Parameters<typeof get>) => Buffer.from(await (await get(...of)).Body!.transformToByteArray());
  const encryption = async (Key: string) => (await client().send(new HeadObjectCommand({ Bucket, Key }))).ServerSideEncryption;
  /** Whether any file has these bytes as they are. */
  const lies = async (content: Buffer) => {
    const { folder } = endpoint();
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const all = await Promise.all(files.map(({ parentPath, name: file }) => readFile(join(parentPath, file))));
    return all.some((held) => held.includes(content));
  };

  it('encrypted objects are told as such, read back whole, and lie in no file as they are', async () => {
    const content = randomBytes(100_000);
    const told = await put('k', content);
    expect([told.ServerSideEncryption, told.ETag]).toEqual(['AES256', `"${createHash('md5').update(content).digest('hex')}"`]);
    expect([(await get('k')).ServerSideEncryption, await encryption('k')]).toEqual(['AES256', 'AES256']);
    expect((await bytes('k')).equals(content)).toBe(true);
    expect(await lies(content.subarray(5000, 5032))).toBe(false);
    const plain = randomBytes(1000);
    await put('plain', plain, {});
    expect([await encryption('plain'), await lies(plain.subarray(500, 532))]).toEqual([undefined, true]);
  });

  it.each([
    [0, 0],
    [15, 16],
    [17, 17],
    [524_280, 524_300],
    [599_999, 599_999],
  ])('an encrypted object is read from byte %d to byte %d', async (first, last) => {
    const content = Buffer.concat([Buffer.alloc(300_000, 'x'), randomBytes(300_000)]);
    await put('ranges', content);
    expect((await bytes('ranges', { Range: `bytes=${first}-${last}` })).equals(content.subarray(first, last + 1))).toBe(true);
  });

  it('an encrypted object may be empty, and looks like no other with the same bytes', async () => {
    await put('empty', Buffer.alloc(0));
    expect((await bytes('empty')).length).toBe(0);
    const content = Buffer.alloc(4096, 'same');
    await Promise.all([put('twin-1', content), put('twin-2', content)]);
    const { folder } = endpoint();
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.aes'));
    const held = await Promise.all(files.map((file) => readFile(join(folder, file))));
    const ends = held.filter(({ length }) => length === 4096 + 60).map((file) => file.subarray(60).toString('hex'));
    expect([ends.length, new Set(ends).size]).toEqual([2, 2]);
  });

  it('an encrypted object is made of parts, of which none lies in a file as it is', async () => {
    const begun = await client().send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts', ...ENCRYPTED }));
    expect(begun.ServerSideEncryption).toBe('AES256');
    const { UploadId } = begun;
    const [first, source] = [randomBytes(5 * 1024 * 1024), randomBytes(1000)];
    await put('part-source', source);
    const of = { Bucket, Key: 'parts', UploadId };
    const one = await client().send(new UploadPartCommand({ ...of, PartNumber: 1, Body: first }));
    const CopySource = `${Bucket}/part-source`;
    const two = await client().send(new UploadPartCopyCommand({ ...of, PartNumber: 2, CopySource, CopySourceRange: 'bytes=3-902' }));
    expect([one.ServerSideEncryption, two.ServerSideEncryption]).toEqual(['AES256', 'AES256']);
    const Parts = [one.ETag, two.CopyPartResult?.ETag].map((ETag, index) => ({ PartNumber: index + 1, ETag }));
    const whole = await client().send(new CompleteMultipartUploadCommand({ ...of, MultipartUpload: { Parts } }));
    expect([whole.ServerSideEncryption, await encryption('parts')]).toEqual(['AES256', 'AES256']);
    const content = Buffer.concat([first, source.subarray(3, 903)]);
    expect((await bytes('parts')).equals(content)).toBe(true);
    expect((await bytes('parts', { Range: `bytes=${first.length - 20}-${first.length + 20}` })).equals(content.subarray(-920, -879))).toBe(
      true,
    );
    expect(await lies(first.subarray(1000, 1032))).toBe(false);
  });

  it('copies of an encrypted object are encrypted only where the copy asks for that', async () => {
    const content = randomBytes(2000);
    await put('source', content);
    const copy = async (Key: string, more: object) => {
      const { ServerSideEncryption } = await client().send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/source`, ...more }));
      return [ServerSideEncryption, await encryption(Key), (await bytes(Key)).equals(content)];
    };
    expect(await copy('encrypted-copy', ENCRYPTED)).toEqual(['AES256', 'AES256', true]);
    expect(await lies(content.subarray(100, 132))).toBe(false);
    expect(await copy('plain-copy', {})).toEqual([undefined, undefined, true]);
    expect(await copy('source', ENCRYPTED)).toEqual(['AES256', 'AES256', true]);
  });

  it('an encrypted version of an object stands beside a later one that is not encrypted', async () => {
    const status = (Status: 'Enabled' | 'Suspended') =>
      client().send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
    await status('Enabled');
    const { VersionId } = await put('v', Buffer.from('encrypted'));
    await put('v', Buffer.from('plain'), {});
    const former = await get('v', { VersionId: VersionId! });
    expect([former.ServerSideEncryption, await former.Body!.transformToString()]).toEqual(['AES256', 'encrypted']);
    expect([await encryption('v'), (await bytes('v')).toString()]).toEqual([undefined, 'plain']);
    await status('Suspended');
  });

  it('the object store refuses encryption with keys of others, and a read that asks for encryption', async () => {
    const content = Buffer.from('refused');
    expect(await refusal(put('kms', content, { ServerSideEncryption: 'aws:kms' }))).toBe('NotImplemented 501');
    expect(await refusal(put('kms', content, { ...ENCRYPTED, SSEKMSKeyId: 'key' }))).toBe('NotImplemented 501');
    const own = { SSECustomerAlgorithm: 'AES256', SSECustomerKey: randomBytes(32).toString('base64') };
    expect(await refusal(put('own', content, own))).toBe('NotImplemented 501');
    await put('there', content);
    const asking = new GetObjectCommand({ Bucket, Key: 'there' });
    asking.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-server-side-encryption'] = 'AES256';
        return next(args);
      },
      { step: 'build' },
    );
    expect(await refusal(client().send(asking))).toBe('InvalidArgument 400');
  });
});

describe.each(databases)('the key of encrypted objects on $name', ({ name }) => {
  let place: TestPlace;
  beforeAll(async () => {
    place = await testPlace(name);
  });
  afterAll(() => place.remove());

  it('the key of encrypted objects stays the same when the secret key is another one, and the former is forgotten', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const withKeys = async <T>(
      secretKey: Buffer,
      formerSecretKeys: Buffer[],
      work: (keys: Awaited<ReturnType<typeof openStore>>['objectKeys']) => T,
    ) => {
      const store = await openStore({ ...place.options, secretKey, formerSecretKeys });
      try {
        return work(store.objectKeys);
      } finally {
        await store.close();
      }
    };
    const key = randomBytes(32);
    const sealed = await withKeys(first, [], (keys) => keys.seal(key, 'file'));
    await withKeys(second, [first], (keys) => expect(keys.open(sealed, 'file').equals(key)).toBe(true));
    await withKeys(second, [], (keys) => {
      expect(keys.open(sealed, 'file').equals(key)).toBe(true);
      expect(() => keys.open(sealed, 'another')).toThrow();
    });
  });
});
