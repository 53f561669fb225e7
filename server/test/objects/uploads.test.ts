import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'uploads';
const MIB = 1024 * 1024;
const PART = randomBytes(5 * MIB);
const LAST = randomBytes(100_000);
const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(databases)('uploads in parts on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
  });

  const begin = async (Key: string, more: object = {}): Promise<string> =>
    (await client().send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))).UploadId!;
  const part = async (Key: string, UploadId: string, PartNumber: number, Body: Buffer) => {
    const { ETag } = await client().send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const complete = (Key: string, UploadId: string, Parts: { PartNumber: number; ETag: string | undefined }[], more: object = {}) =>
    client().send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }));
  const files = async () => (await readdir(endpoint().folder, { recursive: true })).filter((file) => /[\da-f]{32}$/.test(file)).length;

  it('an upload in parts becomes one object with the headers it was begun with, whose bytes are read across parts', async () => {
    const Key = 'whole ü.bin';
    const id = await begin(Key, { ContentType: 'video/mp4', Metadata: { a: '1' } });
    const parts = [await part(Key, id, 2, PART), await part(Key, id, 7, LAST)];
    expect(await refusal(client().send(new GetObjectCommand({ Bucket, Key })))).toBe('NoSuchKey 404');
    const { ETag, Location } = await complete(Key, id, parts);
    expect(ETag).toBe(`"${md5(Buffer.concat([md5(PART), md5(LAST)])).toString('hex')}-2"`);
    expect(Location).toBe('/uploads/whole%20%C3%BC.bin');
    const whole = Buffer.concat([PART, LAST]);
    const read = async (Range?: string) =>
      Buffer.from(await (await client().send(new GetObjectCommand({ Bucket, Key, Range }))).Body!.transformToByteArray());
    expect((await read()).equals(whole)).toBe(true);
    const [start, end] = [PART.length - 10, PART.length + 9];
    expect((await read(`bytes=${start}-${end}`)).equals(whole.subarray(start, end + 1))).toBe(true);
    const head = await client().send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: whole.length, ContentType: 'video/mp4', Metadata: { a: '1' }, ETag });
    const second = await client().send(new GetObjectCommand({ Bucket, Key, PartNumber: 2 }));
    expect(second).toMatchObject({ ContentLength: LAST.length, PartsCount: 2 });
    expect(Buffer.from(await second.Body!.transformToByteArray()).equals(LAST)).toBe(true);
  });

  it('an upload is refused with another size than its parts have together, and can be completed still', async () => {
    const id = await begin('sized');
    const parts = [await part('sized', id, 1, LAST)];
    expect(await refusal(complete('sized', id, parts, { MpuObjectSize: LAST.length + 1 }))).toBe('InvalidRequest 400');
    expect(await refusal(complete('sized', id, parts, { MpuObjectSize: LAST.length }))).toBe('accepted');
  });

  it('an upload in parts that is completed twice answers the same, and is gone otherwise', async () => {
    const id = await begin('twice');
    const parts = [await part('twice', id, 1, LAST)];
    const first = await complete('twice', id, parts);
    expect((await complete('twice', id, parts)).ETag).toBe(first.ETag);
    expect(await refusal(client().send(new ListPartsCommand({ Bucket, Key: 'twice', UploadId: id })))).toBe('NoSuchUpload 404');
    expect(await refusal(client().send(new UploadPartCommand({ Bucket, Key: 'twice', UploadId: id, PartNumber: 2, Body: LAST })))).toBe(
      'NoSuchUpload 404',
    );
  });

  it('an upload is refused with parts that are too small, wrong or out of order, and can be completed still', async () => {
    const id = await begin('refused');
    const [one, two] = [await part('refused', id, 1, LAST), await part('refused', id, 2, LAST)];
    expect(await refusal(complete('refused', id, [one, two]))).toBe('EntityTooSmall 400');
    expect(await refusal(complete('refused', id, [two, one]))).toBe('InvalidPartOrder 400');
    expect(await refusal(complete('refused', id, [{ ...one, ETag: '"00000000000000000000000000000000"' }]))).toBe('InvalidPart 400');
    expect(await refusal(complete('refused', id, [{ ...one, PartNumber: 3 }]))).toBe('InvalidPart 400');
    expect(await refusal(complete('refused', id, []))).toBe('MalformedXML 400');
    expect(
      await refusal(client().send(new UploadPartCommand({ Bucket, Key: 'refused', UploadId: id, PartNumber: 10_001, Body: 'a' }))),
    ).toBe('InvalidArgument 400');
    await complete('refused', id, [one]);
  });

  it('uploads in parts, and the parts of an upload, are listed page by page', async () => {
    const [a, b] = [await begin('list/a'), await begin('list/b')];
    for (const number of [1, 2, 3]) await part('list/a', a, number, LAST);
    const parts = (PartNumberMarker?: string) =>
      client().send(new ListPartsCommand({ Bucket, Key: 'list/a', UploadId: a, MaxParts: 2, PartNumberMarker }));
    const first = await parts();
    expect([first.IsTruncated, first.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])]).toEqual([
      true,
      [
        [1, 100_000],
        [2, 100_000],
      ],
    ]);
    expect((await parts(first.NextPartNumberMarker)).Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3]);
    const uploads = (more: object) => client().send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'list/', MaxUploads: 1, ...more }));
    const page = await uploads({});
    expect([page.IsTruncated, page.Uploads?.map(({ UploadId }) => UploadId)]).toEqual([true, [a]]);
    const next = await uploads({ KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker });
    expect([next.IsTruncated, next.Uploads?.map(({ Key, UploadId }) => [Key, UploadId])]).toEqual([false, [['list/b', b]]]);
  });

  it('parts of an upload are copied from objects', async () => {
    const source = await begin('source');
    await complete('source', source, [await part('source', source, 1, PART), await part('source', source, 2, LAST)]);
    const id = await begin('copied');
    const copy = async (PartNumber: number, CopySourceRange?: string) => {
      const command = new UploadPartCopyCommand({
        Bucket,
        Key: 'copied',
        UploadId: id,
        PartNumber,
        CopySource: `${Bucket}/source`,
        CopySourceRange,
      });
      return { PartNumber, ETag: (await client().send(command)).CopyPartResult?.ETag };
    };
    await complete('copied', id, [await copy(1), await copy(2, `bytes=${PART.length}-${PART.length + 4}`)]);
    const read = await client().send(new GetObjectCommand({ Bucket, Key: 'copied', Range: 'bytes=-5' }));
    expect(Buffer.from(await read.Body!.transformToByteArray()).equals(LAST.subarray(0, 5))).toBe(true);
  });

  it('uploads leave nothing behind once they are aborted or deleted, or their bucket is', async () => {
    const before = { files: 0 };
    await vi.waitFor(async () => {
      const count = await files();
      const settled = count === before.files;
      before.files = count;
      expect(settled).toBe(true);
    });
    const used = () => endpoint().store.objects.occupancy({ ownerId: 's3-acme' });
    const occupied = await used();
    const aborted = await begin('aborted');
    await part('aborted', aborted, 1, LAST);
    expect((await used()).bytes).toBe(occupied.bytes + LAST.length);
    await client().send(new AbortMultipartUploadCommand({ Bucket, Key: 'aborted', UploadId: aborted }));
    const id = await begin('short');
    const [kept, left] = [await part('short', id, 1, LAST), await part('short', id, 2, LAST)];
    expect(left.ETag).toBe(kept.ETag);
    await complete('short', id, [kept]);
    await client().send(new DeleteObjectCommand({ Bucket, Key: 'short' }));
    await client().send(new CreateBucketCommand({ Bucket: 'half-done' }));
    const open = await client().send(new CreateMultipartUploadCommand({ Bucket: 'half-done', Key: 'a' }));
    await client().send(new UploadPartCommand({ Bucket: 'half-done', Key: 'a', UploadId: open.UploadId, PartNumber: 1, Body: 'a' }));
    await client().send(new DeleteBucketCommand({ Bucket: 'half-done' }));
    await vi.waitFor(async () => expect(await files()).toBe(before.files));
    expect(await used()).toEqual(occupied);
  });
});
