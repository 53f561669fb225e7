import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

/** What a request is refused with: S3's code and the status. */
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(databases)('buckets on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const names = async (who: 'acme' | 'other') =>
    ((await endpoint().client(who).send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name);

  it('buckets are made, and listed to their owner alone [s3.create-bucket, s3.list-buckets]', async () => {
    const [acme, other] = [endpoint().client('acme'), endpoint().client('other')];
    await acme.send(new CreateBucketCommand({ Bucket: 'photos' }));
    await acme.send(new CreateBucketCommand({ Bucket: 'archive.2026' }));
    await other.send(new CreateBucketCommand({ Bucket: 'others-own' }));
    expect(await names('acme')).toEqual(['archive.2026', 'photos']);
    expect(await names('other')).toEqual(['others-own']);
    const { Buckets, Owner } = await acme.send(new ListBucketsCommand({}));
    expect(Owner).toEqual({ ID: 's3-acme', DisplayName: 'acme' });
    expect(Math.abs(Date.now() - Buckets![0]!.CreationDate!.getTime())).toBeLessThan(60_000);
  });

  it('a name of a bucket belongs to one user alone, who makes that bucket again without harm', async () => {
    const [acme, other] = [endpoint().client('acme'), endpoint().client('other')];
    await acme.send(new CreateBucketCommand({ Bucket: 'shared-name' }));
    expect(await refusal(other.send(new CreateBucketCommand({ Bucket: 'shared-name' })))).toBe('BucketAlreadyExists 409');
    await acme.send(new CreateBucketCommand({ Bucket: 'shared-name' }));
    expect(await refusal(other.send(new ListObjectsV2Command({ Bucket: 'shared-name' })))).toBe('AccessDenied 403');
    expect(await refusal(other.send(new DeleteBucketCommand({ Bucket: 'shared-name' })))).toBe('AccessDenied 403');
  });

  it.each(['ab', 'Upper', '-a-', 'a..b', '192.168.0.1', 'a'.repeat(64), 'has space'])(
    'refuses to make a bucket called %s',
    async (Bucket) => {
      expect(await refusal(endpoint().client().send(new CreateBucketCommand({ Bucket })))).toBe('InvalidBucketName 400');
    },
  );

  it('an empty bucket is deleted, and one with objects is kept and the deletion refused with a message [s3.delete-bucket]', async () => {
    const client = endpoint().client();
    await client.send(new CreateBucketCommand({ Bucket: 'emptied' }));
    await client.send(new CreateBucketCommand({ Bucket: 'filled' }));
    await client.send(new PutObjectCommand({ Bucket: 'filled', Key: 'a', Body: 'a' }));
    await client.send(new DeleteBucketCommand({ Bucket: 'emptied' }));
    expect(await names('acme')).not.toContain('emptied');
    await expect(client.send(new DeleteBucketCommand({ Bucket: 'filled' }))).rejects.toThrow('not empty');
    expect(await refusal(client.send(new DeleteBucketCommand({ Bucket: 'filled' })))).toBe('BucketNotEmpty 409');
    expect(await refusal(client.send(new DeleteBucketCommand({ Bucket: 'emptied' })))).toBe('NoSuchBucket 404');
  });

  it('a bucket tells where it is, that it has no versions, and whether it is there', async () => {
    const client = endpoint().client();
    await client.send(new CreateBucketCommand({ Bucket: 'told' }));
    expect((await client.send(new GetBucketLocationCommand({ Bucket: 'told' }))).LocationConstraint).toBeUndefined();
    expect((await client.send(new GetBucketVersioningCommand({ Bucket: 'told' }))).Status).toBeUndefined();
    expect((await client.send(new HeadBucketCommand({ Bucket: 'told' }))).BucketRegion).toBe('us-east-1');
    expect(await refusal(client.send(new HeadBucketCommand({ Bucket: 'untold' })))).toBe('NotFound 404');
    const elsewhere = new CreateBucketCommand({ Bucket: 'far', CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' } });
    expect(await refusal(client.send(elsewhere))).toBe('InvalidLocationConstraint 400');
  });
});
