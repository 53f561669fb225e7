/** Buckets that their owners share by a policy, and all that a policy does not let in. */
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_RIGHTS } from '@gantry/contract/nouns/object-storage/key-rights';
import { outcome } from '../scenarios/support/objects.ts';
import { anyDatabase } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'shared';
const OTHER = 'arn:aws:iam:::user/s3-other';
const WHOLE = `arn:aws:s3:::${Bucket}`;
const READING = { Effect: 'Allow', Principal: { AWS: OTHER }, Action: ['s3:GetObject', 's3:ListBucket'], Resource: [WHOLE, `${WHOLE}/*`] };
const WRITING = { ...READING, Action: [...READING.Action, 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'] };
const policyOf = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });

describe.each(anyDatabase)('policies of buckets on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const mine = () => endpoint().client();
  const theirs = () => endpoint().client('other');
  /** What came of a request; the answer to a HEAD has no code. */
  const tried = async (client: S3Client, command: object) =>
    (await outcome(client.send(command as Parameters<S3Client['send']>[0]))).replace('Unknown 403', 'AccessDenied 403');
  const set = (Policy: string) => mine().send(new PutBucketPolicyCommand({ Bucket, Policy }));
  const share = (...statements: object[]) => set(policyOf(...statements));

  beforeAll(async () => {
    for (const one of [Bucket, 'private']) {
      await mine().send(new CreateBucketCommand({ Bucket: one }));
      for (const Key of ['a', 'open/a', 'open/../a']) await mine().send(new PutObjectCommand({ Bucket: one, Key, Body: `${one} ${Key}` }));
    }
    await theirs().send(new CreateBucketCommand({ Bucket: 'of-other' }));
    await theirs().send(new PutObjectCommand({ Bucket: 'of-other', Key: 'own', Body: 'own' }));
  });
  beforeEach(() => mine().send(new DeleteBucketPolicyCommand({ Bucket })));

  const reads = () => [new GetObjectCommand({ Bucket, Key: 'a' }), new ListObjectsV2Command({ Bucket }), new HeadBucketCommand({ Bucket })];
  const writes = () => [
    new PutObjectCommand({ Bucket, Key: 'theirs', Body: 'x' }),
    new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/a` }),
    new CreateMultipartUploadCommand({ Bucket, Key: 'theirs' }),
    new DeleteObjectCommand({ Bucket, Key: 'theirs' }),
  ];
  const all = async (commands: readonly object[]) => [...new Set(await Promise.all(commands.map((one) => tried(theirs(), one))))];

  it('a policy shares a bucket for reading, or for writing too, and with nobody once it is gone', async () => {
    expect(await all([...reads(), ...writes()])).toEqual(['AccessDenied 403']);
    await share(READING);
    expect(await all(reads())).toEqual(['accepted']);
    expect(await all(writes())).toEqual(['AccessDenied 403']);
    await share(WRITING);
    expect(await all([...reads(), ...writes()])).toEqual(['accepted']);
    await mine().send(new DeleteBucketPolicyCommand({ Bucket }));
    expect(await all([...reads(), ...writes()])).toEqual(['AccessDenied 403']);
  });

  it('a policy shares a bucket with all users of a project', async () => {
    await share({ ...READING, Principal: { AWS: ['arn:aws:iam:::project/project-other'] } });
    expect(await all(reads())).toEqual(['accepted']);
    await share({ ...READING, Principal: { AWS: ['arn:aws:iam:::project/project-acme'] } });
    expect(await all(reads())).toEqual(['AccessDenied 403']);
  });

  it('the policy of a bucket is told as it was sent, to the owner only', async () => {
    const refused = { name: 'NoSuchBucketPolicy', $metadata: expect.objectContaining({ httpStatusCode: 404 }) as object };
    await expect(mine().send(new GetBucketPolicyCommand({ Bucket }))).rejects.toMatchObject(refused);
    const Policy = policyOf(WRITING).replace('{', '{ ');
    await set(Policy);
    const getting = new GetBucketPolicyCommand({ Bucket });
    expect((await mine().send(getting)).Policy).toBe(Policy);
    const answer = await fetch(await getSignedUrl(mine(), getting));
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['application/json', Policy]);
    expect(await tried(theirs(), new GetBucketPolicyCommand({ Bucket }))).toBe('AccessDenied 403');
  });

  it('a policy leaves settings, the policy and the bucket itself to the owner, whatever is shared', async () => {
    await share(WRITING);
    const Rules = [{ ID: 'all', Status: 'Enabled' as const, Filter: { Prefix: '' }, Expiration: { Days: 1 } }];
    expect(
      await all([
        new PutBucketPolicyCommand({ Bucket, Policy: policyOf(WRITING) }),
        new DeleteBucketPolicyCommand({ Bucket }),
        new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
        new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
        new GetBucketTaggingCommand({ Bucket }),
        new DeleteBucketCommand({ Bucket }),
      ]),
    ).toEqual(['AccessDenied 403']);
    expect((await theirs().send(new ListBucketsCommand())).Buckets?.map(({ Name }) => Name)).toEqual(['of-other']);
  });

  it('a policy shares the objects of a prefix and no others, whatever leads there', async () => {
    const Resource = `${WHOLE}/open/*`;
    await share({ ...READING, Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], Resource });
    const get = (Key: string) => tried(theirs(), new GetObjectCommand({ Bucket, Key }));
    expect([await get('open/a'), await get('a'), await get('open')]).toEqual(['accepted', 'AccessDenied 403', 'AccessDenied 403']);
    const dotted = await theirs().send(new GetObjectCommand({ Bucket, Key: 'open/../a' }));
    expect(await dotted.Body!.transformToString()).toBe('shared open/../a');
    expect(await tried(theirs(), new ListObjectsV2Command({ Bucket, Prefix: 'open/' }))).toBe('AccessDenied 403');
    const own = { Bucket: 'of-other', Key: 'stolen' };
    const { UploadId } = await theirs().send(new CreateMultipartUploadCommand(own));
    for (const CopySource of [`${Bucket}/a`, `${Bucket}/open/../../private/a`, 'private/open/a']) {
      expect(await tried(theirs(), new CopyObjectCommand({ ...own, CopySource }))).toMatch(/^(AccessDenied 403|NoSuchKey 404)$/);
      expect(await tried(theirs(), new UploadPartCopyCommand({ ...own, UploadId, PartNumber: 1, CopySource }))).not.toBe('accepted');
    }
    expect(await tried(theirs(), new CopyObjectCommand({ ...own, CopySource: `${Bucket}/open/a` }))).toBe('accepted');
    const { Deleted, Errors } = await theirs().send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'open/gone' }, { Key: 'a' }, { Key: 'open/a', VersionId: 'null' }] } }),
    );
    expect([Deleted?.map(({ Key }) => Key), Errors?.map(({ Key, Code }) => `${Key} ${Code}`)]).toEqual([
      ['open/gone'],
      ['a AccessDenied', 'open/a AccessDenied'],
    ]);
  });

  it('a policy lets nobody touch tags and versions that are not shared', async () => {
    await share(WRITING);
    expect(await tried(theirs(), new PutObjectCommand({ Bucket, Key: 'tagged', Body: 'x', Tagging: 'a=b' }))).toBe('AccessDenied 403');
    expect(await tried(theirs(), new GetObjectCommand({ Bucket, Key: 'a', VersionId: 'null' }))).toBe('AccessDenied 403');
    await mine().send(new PutObjectCommand({ Bucket, Key: 'tagged', Body: 'x', Tagging: 'a=b' }));
    const copy = { Bucket: 'of-other', Key: 'copy', CopySource: `${Bucket}/tagged` };
    expect(await tried(theirs(), new CopyObjectCommand(copy))).toBe('AccessDenied 403');
    expect(await tried(theirs(), new CopyObjectCommand({ ...copy, TaggingDirective: 'REPLACE' }))).toBe('accepted');
  });

  it('objects that others put into a shared bucket count in the quota of the owner', async () => {
    await share(WRITING);
    const { accounts } = endpoint();
    const owner = accounts.keys.get('AKIDACME')!;
    const limited = { ...owner, quota: { ...owner.quota, user: { bytes: 1000, objects: null } } };
    accounts.keys.set('AKIDACME', limited);
    const { UploadId } = await theirs().send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
    const Body = 'x'.repeat(2000);
    expect(await tried(theirs(), new PutObjectCommand({ Bucket, Key: 'large', Body }))).toBe('QuotaExceeded 403');
    expect(await tried(theirs(), new UploadPartCommand({ Bucket, Key: 'parts', UploadId, PartNumber: 1, Body }))).toBe('QuotaExceeded 403');
    expect(await tried(theirs(), new PutObjectCommand({ Bucket: 'of-other', Key: 'large', Body }))).toBe('accepted');
    expect(await tried(theirs(), new AbortMultipartUploadCommand({ Bucket, Key: 'parts', UploadId }))).toBe('accepted');
    accounts.keys.set('AKIDACME', owner);
  });

  it('a policy shares no more than the owner may do, and than the key of the other may', async () => {
    await share(WRITING);
    const { accounts } = endpoint();
    const [owner, other] = [accounts.keys.get('AKIDACME')!, accounts.keys.get('AKIDOTHER')!];
    accounts.keys.set('AKIDACME', { ...owner, readOnly: true });
    expect([await all(reads()), await all(writes())]).toEqual([['accepted'], ['AccessDenied 403']]);
    accounts.keys.set('AKIDACME', { ...owner, enabled: false });
    expect(await all([...reads(), ...writes()])).toEqual(['AccessDenied 403']);
    accounts.keys.set('AKIDACME', owner);
    accounts.keys.set('AKIDOTHER', { ...other, rights: { ...ALL_RIGHTS, buckets: ['of-other'] } });
    expect(await all([...reads(), ...writes()])).toEqual(['AccessDenied 403']);
    accounts.keys.set('AKIDOTHER', { ...other, user: { ...other.user, domainId: 'elsewhere' } });
    expect(await all([...reads(), ...writes()])).toEqual(['AccessDenied 403']);
    accounts.keys.set('AKIDOTHER', other);
    expect(await all([...reads(), ...writes()])).toEqual(['accepted']);
  });

  it('lets no key with less rights than its user share a bucket', async () => {
    const { accounts } = endpoint();
    const owner = accounts.keys.get('AKIDACME')!;
    for (const rights of [{ buckets: [Bucket] }, { expires_at: new Date(Date.now() + 60_000).toISOString() }]) {
      accounts.keys.set('AKIDACME', { ...owner, rights: { ...ALL_RIGHTS, ...rights } });
      expect(await tried(mine(), new PutBucketPolicyCommand({ Bucket, Policy: policyOf(READING) }))).toBe('AccessDenied 403');
    }
    accounts.keys.set('AKIDACME', owner);
  });

  it('a request to a shared bucket is refused where it expects another owner, also of the source of a copy', async () => {
    await share(WRITING);
    const put = (ExpectedBucketOwner: string) =>
      tried(theirs(), new PutObjectCommand({ Bucket, Key: 'x', Body: 'x', ExpectedBucketOwner }));
    expect([await put('s3-acme'), await put('s3-other')]).toEqual(['accepted', 'AccessDenied 403']);
    const copy = { Bucket: 'of-other', Key: 'x', CopySource: `${Bucket}/x`, ExpectedBucketOwner: 's3-other' };
    const copied = (ExpectedSourceBucketOwner: string) => tried(theirs(), new CopyObjectCommand({ ...copy, ExpectedSourceBucketOwner }));
    expect([await copied('s3-acme'), await copied('s3-other')]).toEqual(['accepted', 'AccessDenied 403']);
  });

  it('refuses a policy that cannot be carried out, or that names an unknown user, and keeps the former one', async () => {
    await share(READING);
    const nobody = { AWS: 'arn:aws:iam:::user/nobody' };
    for (const [Policy, expected] of [
      ['{', 'MalformedPolicy 400'],
      [policyOf({ ...READING, Principal: nobody }), 'MalformedPolicy 400'],
      [policyOf({ ...READING, Effect: 'Deny' }), 'NotImplemented 501'],
      [policyOf({ ...READING, Principal: '*' }), 'AccessDenied 403'],
    ] as const)
      expect(await tried(mine(), new PutBucketPolicyCommand({ Bucket, Policy }))).toBe(expected);
    expect((await mine().send(new GetBucketPolicyCommand({ Bucket }))).Policy).toBe(policyOf(READING));
  });

  it('refuses the policy of a bucket that is too large', async () => {
    const Policy = policyOf({ ...READING, Sid: 'x'.repeat(21_000) });
    expect(await tried(mine(), new PutBucketPolicyCommand({ Bucket, Policy }))).toBe('EntityTooLarge 400');
  });
});
