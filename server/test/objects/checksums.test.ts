/** Checksums of objects: whole ones, of parts, of copies. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'checksums';
const PART = randomBytes(5 * 1024 * 1024);
const LAST = randomBytes(1000);
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const crc = (bytes: Buffer): string => {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(crc32(bytes));
  return word.toString('base64');
};
/** Of `123456789`, as the catalogue of cyclic checksums has them. */
const CHECKS = {
  CRC32: Buffer.from('cbf43926', 'hex').toString('base64'),
  CRC32C: Buffer.from('e3069283', 'hex').toString('base64'),
  CRC64NVME: Buffer.from('ae8b14860a799888', 'hex').toString('base64'),
};
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(databases)('checksums on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
  });
  const begin = (Key: string, more: object) => client().send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
  const part = (Key: string, UploadId: string | undefined, PartNumber: number, Body: Buffer, more: object = {}) =>
    client().send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more }));
  const complete = (Key: string, UploadId: string | undefined, Parts: CompletedPart[], more: object = {}) =>
    client().send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }));
  const head = (Key: string, more: object = {}) => client().send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED', ...more }));

  it('checksums of parts are kept, and together make that of the object', async () => {
    const Key = 'composite';
    const begun = await begin(Key, { ChecksumAlgorithm: 'SHA256' });
    expect(begun).toMatchObject({ ChecksumAlgorithm: 'SHA256', ChecksumType: 'COMPOSITE' });
    const { UploadId } = begun;
    const sums = [PART, LAST].map((bytes) => sha256(bytes));
    const first = await part(Key, UploadId, 1, PART, { ChecksumAlgorithm: 'SHA256' });
    const last = await part(Key, UploadId, 3, LAST, { ChecksumAlgorithm: 'SHA256' });
    expect([first.ChecksumSHA256, last.ChecksumSHA256]).toEqual(sums.map((sum) => sum.toString('base64')));
    const listed = await client().send(new ListPartsCommand({ Bucket, Key, UploadId }));
    expect(listed).toMatchObject({
      ChecksumAlgorithm: 'SHA256',
      ChecksumType: 'COMPOSITE',
      Parts: sums.map((sum) => ({ ChecksumSHA256: sum.toString('base64') })),
    });
    const parts = [
      { PartNumber: 1, ETag: first.ETag, ChecksumSHA256: first.ChecksumSHA256 },
      { PartNumber: 3, ETag: last.ETag, ChecksumSHA256: last.ChecksumSHA256 },
    ];
    const wrong = [parts[0]!, { ...parts[1]!, ChecksumSHA256: first.ChecksumSHA256 }];
    expect(await refusal(complete(Key, UploadId, wrong))).toBe('InvalidPart 400');
    expect(await refusal(complete(Key, UploadId, parts, { ChecksumSHA256: first.ChecksumSHA256 }))).toBe('BadDigest 400');
    const whole = `${sha256(Buffer.concat(sums)).toString('base64')}-2`;
    const told = { ChecksumSHA256: whole, ChecksumType: 'COMPOSITE' };
    expect(await complete(Key, UploadId, parts, { ChecksumSHA256: whole })).toMatchObject(told);
    expect(await head(Key)).toMatchObject(told);
    expect(await head(Key, { PartNumber: 2 })).toMatchObject({ ChecksumSHA256: last.ChecksumSHA256 });
    expect(await head(Key, { ChecksumMode: undefined })).not.toHaveProperty('ChecksumSHA256');
    const attributes = await client().send(
      new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ['Checksum', 'ObjectParts', 'ObjectSize'], MaxParts: 1 }),
    );
    expect(attributes).toMatchObject({
      Checksum: told,
      ObjectSize: PART.length + LAST.length,
      ObjectParts: { TotalPartsCount: 2, IsTruncated: true, NextPartNumberMarker: '1', Parts: [{ PartNumber: 1, Size: PART.length }] },
    });
    expect(attributes).not.toHaveProperty('ETag');
  });

  it('the checksum of a whole object is joined from those of its parts, also of one that the server copied', async () => {
    const Key = 'joined';
    const { UploadId } = await begin(Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const first = await part(Key, UploadId, 1, PART);
    await client().send(new PutObjectCommand({ Bucket, Key: 'source', Body: LAST }));
    const copy = new UploadPartCopyCommand({
      Bucket,
      Key,
      UploadId,
      PartNumber: 2,
      CopySource: `${Bucket}/source`,
      CopySourceRange: 'bytes=1-9',
    });
    const { CopyPartResult } = await client().send(copy);
    const copied = LAST.subarray(1, 10);
    expect(CopyPartResult?.ChecksumCRC32).toBe(crc(copied));
    const done = await complete(Key, UploadId, [
      { PartNumber: 1, ETag: first.ETag },
      { PartNumber: 2, ETag: CopyPartResult?.ETag },
    ]);
    const told = { ChecksumCRC32: crc(Buffer.concat([PART, copied])), ChecksumType: 'FULL_OBJECT' };
    expect(done).toMatchObject(told);
    expect(await head(Key)).toMatchObject(told);
  });

  it.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)(
    'checksums by %s are those of the catalogue, of a copy that asks for it too',
    async (algorithm) => {
      const member = `Checksum${algorithm}` as const;
      await client().send(new PutObjectCommand({ Bucket, Key: algorithm, Body: '123456789', [member]: CHECKS[algorithm] }));
      expect(await head(algorithm)).toMatchObject({ [member]: CHECKS[algorithm], ChecksumType: 'FULL_OBJECT' });
      await client().send(new PutObjectCommand({ Bucket, Key: 'plain', Body: '123456789' }));
      const asked = { Bucket, Key: 'copy', CopySource: `${Bucket}/plain`, ChecksumAlgorithm: algorithm };
      expect((await client().send(new CopyObjectCommand(asked))).CopyObjectResult).toMatchObject({ [member]: CHECKS[algorithm] });
      expect(await head('copy')).toMatchObject({ [member]: CHECKS[algorithm] });
    },
  );

  it.each([
    ['of all bytes by a hash', { ChecksumAlgorithm: 'SHA1', ChecksumType: 'FULL_OBJECT' }],
    ['of parts by one that is of all bytes', { ChecksumAlgorithm: 'CRC64NVME', ChecksumType: 'COMPOSITE' }],
    ['by an algorithm that nobody knows', { ChecksumAlgorithm: 'CRC16' }],
  ])('the object store refuses to begin an upload that asks for checksums %s', async (_what, more) => {
    expect(await refusal(begin('refused', more))).toBe('InvalidRequest 400');
  });

  it('refuses a checksum of a part by another algorithm than its upload’s, and two checksums of an object at once', async () => {
    const { UploadId } = await begin('other', { ChecksumAlgorithm: 'SHA1' });
    expect(await refusal(part('other', UploadId, 1, LAST, { ChecksumAlgorithm: 'SHA256' }))).toBe('InvalidRequest 400');
    const two = { ChecksumCRC32: crc(LAST), ChecksumSHA256: sha256(LAST).toString('base64') };
    expect(await refusal(client().send(new PutObjectCommand({ Bucket, Key: 'two', Body: LAST, ...two })))).toBe('InvalidRequest 400');
    expect(await refusal(client().send(new GetObjectCommand({ Bucket, Key: 'two' })))).toBe('NoSuchKey 404');
  });

  it.each([
    ['bytes=0-1000', 'InvalidRange 416'],
    ['bytes=-3', 'InvalidArgument 400'],
    ['bytes=3-', 'InvalidArgument 400'],
    ['bytes=5-4', 'InvalidArgument 400'],
    ['0-5', 'InvalidArgument 400'],
  ])('refuses to copy a range of bytes to a part where that is malformed or beyond the end: %s', async (CopySourceRange, outcome) => {
    await client().send(new PutObjectCommand({ Bucket, Key: 'source', Body: LAST }));
    const { UploadId } = await begin('ranges', {});
    const copy = { Bucket, Key: 'ranges', UploadId, PartNumber: 1, CopySource: `${Bucket}/source`, CopySourceRange };
    expect(await refusal(client().send(new UploadPartCopyCommand(copy)))).toBe(outcome);
  });

  it.each([
    ['deflate, gzip', 'deflate, gzip'],
    ['aws-chunked, deflate, gzip', 'deflate, gzip'],
    ['gzip,aws-chunked', 'gzip'],
  ])('an object keeps its content encoding as it was sent, but for aws-chunked: %s', async (ContentEncoding, kept) => {
    await client().send(new PutObjectCommand({ Bucket, Key: 'encoded', Body: LAST, ContentEncoding }));
    expect((await head('encoded')).ContentEncoding).toBe(kept);
  });
});
