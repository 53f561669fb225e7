import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointForAll } from './support/endpoint.ts';

const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe('what the index keeps of objects', () => {
  const endpoint = endpointForAll('sqlite');
  const described = async () => (await endpoint().store.objects.occupancy({ ownerId: 's3-acme' })).described;
  const Bucket = 'described';
  beforeAll(() => endpoint().client().send(new CreateBucketCommand({ Bucket })));

  it('the index counts keys and headers of objects, uploads and parts, and nothing once they are gone', async () => {
    const s3 = endpoint().client();
    const Key = 'é';
    const { objects } = endpoint().store;
    const { id } = (await objects.bucket(Bucket))!;
    const put = (note: string) =>
      objects.putObject(id, { key: Key, size: 0, etag: '', modifiedAt: 0, blob: 'none', parts: null, headers: { note } }, () => undefined);
    await put('x');
    // A row, two bytes of the key, and {"note":"x"}
    expect(await described()).toBe(256 + 2 + 12);
    await put('x'.repeat(1001));
    expect(await described()).toBe(256 + 2 + 1012);
    const before = await described();
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'a/b' }));
    const part = (PartNumber: number) => s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: 'x' }));
    const { ETag } = await part(1);
    await part(1);
    await part(2);
    expect((await described()) - before).toBeGreaterThan(3 * 256);
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }));
    const left = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'left' }));
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'left', UploadId: left.UploadId }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await described()).toBe(0);
  });

  it('keys and headers beyond the first MiB are part of a quota of bytes, of empty objects as well as of uploads', async () => {
    const { accounts, store } = endpoint();
    const key = accounts.keys.get('AKIDACME')!;
    const bucket = (await store.objects.bucket(Bucket))!;
    const headers = { note: 'x'.repeat(1024 * 1024) };
    const object = { key: 'large', size: 0, etag: '', modifiedAt: 0, blob: 'none', parts: null, headers };
    await store.objects.putObject(bucket.id, object, () => undefined);
    accounts.keys.set('AKIDACME', { ...key, quota: { ...key.quota, user: { ...key.quota.user, bytes: 2048 } } });
    try {
      const s3 = endpoint().client();
      const Metadata = { note: 'y'.repeat(1900) };
      expect(await refusal(s3.send(new PutObjectCommand({ Bucket, Key: 'empty', Body: '', Metadata })))).toBe('QuotaExceeded 403');
      expect(await refusal(s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'upload', Metadata })))).toBe('QuotaExceeded 403');
      await s3.send(new PutObjectCommand({ Bucket, Key: 'small', Body: '' }));
    } finally {
      accounts.keys.set('AKIDACME', key);
    }
  });

  it('the object store refuses headers of more than 2 KB, and the thousand and first upload that is not complete', async () => {
    const s3 = endpoint().client();
    const large = { ContentDisposition: `attachment; filename="${'x'.repeat(2048)}"` };
    expect(await refusal(s3.send(new PutObjectCommand({ Bucket, Key: 'named', Body: '', ...large })))).toBe('MetadataTooLarge 400');
    expect(await refusal(s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'named', ...large })))).toBe('MetadataTooLarge 400');
    const { objects } = endpoint().store;
    const { id: bucketId } = (await objects.bucket(Bucket))!;
    for (let count = 0; count < 1000; count += 1)
      await objects.beginUpload({ id: `upload ${count}`, bucketId, key: 'many', headers: {}, begunAt: 0 }, () => undefined);
    expect(await refusal(s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'many' })))).toBe('QuotaExceeded 403');
  });
});
