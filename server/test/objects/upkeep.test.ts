/** What the object store leaves behind in the store: nothing by reading and writing objects, and no upload that nobody goes on with. */
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { expireUploads } from '../../src/app/housekeeping.ts';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'upkeep';
const DAY = 86_400_000;

describe.each(databases)('the upkeep of objects on $name', ({ name }) => {
  const endpoint = endpointForAll(name);

  it('the object store writes nothing into the change log and the audit where buckets and objects are made and read', async () => {
    const { store } = endpoint();
    const client = endpoint().client();
    const noted = async () => [await store.changes.head(), await store.audit.count({}, 1000)];
    const before = await noted();
    await client.send(new CreateBucketCommand({ Bucket }));
    await client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'v' }));
    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'k' }));
    expect(await read.Body!.transformToString()).toBe('v');
    await client.send(new HeadObjectCommand({ Bucket, Key: 'k' }));
    await client.send(new ListObjectsV2Command({ Bucket }));
    expect(await noted()).toEqual(before);
  });

  it('the upkeep gives up uploads that were begun too long ago, with their parts, and leaves the others', async () => {
    const { store } = endpoint();
    const client = endpoint().client();
    const { UploadId: old } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'old' }));
    await client.send(new UploadPartCommand({ Bucket, Key: 'old', UploadId: old, PartNumber: 1, Body: Buffer.alloc(1000) }));
    const later = Date.now() + 1;
    await expect.poll(() => Date.now()).toBeGreaterThan(later);
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'new' }));
    const left = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key);
    await expireUploads(store.objects, Date.now() - 7 * DAY);
    expect([await left(), (await store.objects.bucket(Bucket))?.pending]).toEqual([['new', 'old'], 1000]);
    await expireUploads(store.objects, later);
    expect([await left(), (await store.objects.bucket(Bucket))?.pending]).toEqual([['new'], 0]);
  });

  it('a part of an upload that is sent twice counts once in the quota', async () => {
    const { accounts } = endpoint();
    const key = accounts.keys.get('AKIDACME')!;
    const { bytes } = await endpoint().store.objects.occupancy({ ownerId: key.user.id });
    accounts.keys.set('AKIDACME', { ...key, quota: { ...key.quota, user: { bytes: bytes + 1500, objects: null } } });
    const client = endpoint().client();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'again' }));
    const send = () =>
      client.send(new UploadPartCommand({ Bucket, Key: 'again', UploadId, PartNumber: 1, Body: Buffer.alloc(1000) })).then(
        () => 'accepted',
        (error: Error) => error.name,
      );
    expect([await send(), await send()]).toEqual(['accepted', 'accepted']);
    const other = new UploadPartCommand({ Bucket, Key: 'again', UploadId, PartNumber: 2, Body: Buffer.alloc(1000) });
    await expect(client.send(other)).rejects.toMatchObject({ name: 'QuotaExceeded' });
    accounts.keys.set('AKIDACME', key);
  });
});
