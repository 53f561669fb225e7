/** A pair of keys that was limited when it was made does so much and no more, whichever operation is asked for. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_RIGHTS, type S3KeyRights } from '@gantry/contract/nouns/object-storage/key-rights';
import { outcome } from '../scenarios/support/objects.ts';
import { anyDatabase } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };

describe.each(anyDatabase)('pairs of keys with less rights than their user on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  let made = 0;
  /** A client with another pair of keys of `acme`. */
  function limited(rights: Partial<S3KeyRights>): S3Client {
    const { accounts, client } = endpoint();
    const pair = { accessKeyId: `AKIDLIMITED${(made += 1)}`, secret: 'limited-secret' };
    const all = { ...ALL_RIGHTS, ...rights };
    accounts.keys.set(pair.accessKeyId, { ...accounts.keys.get('AKIDACME')!, ...pair, rights: all, readOnly: all.access === 'read' });
    return client('acme', { credentials: { accessKeyId: pair.accessKeyId, secretAccessKey: pair.secret } });
  }
  /** What came of a request; the answer to a HEAD has no code. */
  const tried = async (client: S3Client, command: object) =>
    (await outcome(client.send(command as Parameters<S3Client['send']>[0]))).replace('Unknown 403', 'AccessDenied 403');
  const put = (Bucket: string, Key: string) =>
    endpoint()
      .client()
      .send(new PutObjectCommand({ Bucket, Key, Body: `${Bucket} ${Key}` }));
  const text = async (Bucket: string, Key: string) =>
    (await endpoint().client().send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();

  beforeAll(async () => {
    for (const Bucket of ['photos', 'secrets']) {
      await endpoint().client().send(new CreateBucketCommand({ Bucket }));
      for (const key of ['2026/a', '2027/a', '2026/../2027/b']) await put(Bucket, key);
    }
    await endpoint()
      .client('other')
      .send(new CreateBucketCommand({ Bucket: 'of-other' }));
  });

  it('lets a key that only reads change nothing', async () => {
    const reading = limited({ access: 'read' });
    const Bucket = 'photos';
    for (const command of [new GetObjectCommand({ Bucket, Key: '2026/a' }), new ListObjectsV2Command({ Bucket }), new ListBucketsCommand()])
      expect(await tried(reading, command)).toBe('accepted');
    for (const command of [
      new PutObjectCommand({ Bucket, Key: 'new', Body: 'x' }),
      new DeleteObjectCommand({ Bucket, Key: '2026/a' }),
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: '2026/a' }] } }),
      new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: 'photos/2026/a' }),
      new CreateMultipartUploadCommand({ Bucket, Key: 'big' }),
      new PutObjectTaggingCommand({ Bucket, Key: '2026/a', Tagging }),
      new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
      new CreateBucketCommand({ Bucket: 'more' }),
      new DeleteBucketCommand({ Bucket }),
    ])
      expect([command.constructor.name, await tried(reading, command)]).toEqual([command.constructor.name, 'AccessDenied 403']);
    expect(await text(Bucket, '2026/a')).toBe('photos 2026/a');
  });

  /** Operations on an object and on a list, of a bucket and of what begins so. */
  const operations = (Bucket: string, at: string, UploadId: string) => [
    new GetObjectCommand({ Bucket, Key: `${at}a` }),
    new HeadObjectCommand({ Bucket, Key: `${at}a` }),
    new GetObjectCommand({ Bucket, Key: `${at}a`, VersionId: 'null' }),
    new GetObjectAttributesCommand({ Bucket, Key: `${at}a`, ObjectAttributes: ['ETag'] }),
    new GetObjectTaggingCommand({ Bucket, Key: `${at}a` }),
    new PutObjectCommand({ Bucket, Key: `${at}b`, Body: 'x' }),
    new PutObjectTaggingCommand({ Bucket, Key: `${at}b`, Tagging }),
    new DeleteObjectTaggingCommand({ Bucket, Key: `${at}b` }),
    new CopyObjectCommand({ Bucket, Key: `${at}c`, CopySource: 'photos/2026/a' }),
    new UploadPartCommand({ Bucket, Key: `${at}big`, UploadId, PartNumber: 1, Body: 'x' }),
    new UploadPartCopyCommand({ Bucket, Key: `${at}big`, UploadId, PartNumber: 2, CopySource: 'photos/2026/a' }),
    new ListPartsCommand({ Bucket, Key: `${at}big`, UploadId }),
    new AbortMultipartUploadCommand({ Bucket, Key: `${at}big`, UploadId }),
    new CreateMultipartUploadCommand({ Bucket, Key: `${at}more` }),
    new DeleteObjectCommand({ Bucket, Key: `${at}c` }),
    new DeleteObjectCommand({ Bucket, Key: `${at}b`, VersionId: 'null' }),
    new ListObjectsCommand({ Bucket, Prefix: at }),
    new ListObjectsV2Command({ Bucket, Prefix: at, Delimiter: '/' }),
    new ListObjectVersionsCommand({ Bucket, Prefix: at }),
    new ListMultipartUploadsCommand({ Bucket, Prefix: at }),
  ];

  it.each<[string, string, string, string]>([
    ['all that is asked for within its bucket and prefix', 'photos', '2026/', 'accepted'],
    ['nothing beside its prefix', 'photos', '2027/', 'AccessDenied 403'],
    ['nothing where keys begin with a part of its prefix only', 'photos', '2026', 'AccessDenied 403'],
    ['nothing in another bucket, whatever the keys there are', 'secrets', '2026/', 'AccessDenied 403'],
  ])('lets a key of one bucket and prefix do %s', async (_title, Bucket, at, expected) => {
    const key = limited({ buckets: ['photos'], prefix: '2026/' });
    const { UploadId } = await endpoint()
      .client()
      .send(new CreateMultipartUploadCommand({ Bucket, Key: `${at}big` }));
    for (const command of operations(Bucket, at, UploadId!))
      expect([command.constructor.name, await tried(key, command)]).toEqual([command.constructor.name, expected]);
  });

  it('copies nothing from where a limited key does not reach, neither whole nor as a part', async () => {
    const key = limited({ buckets: ['photos'], prefix: '2026/' });
    const own = { Bucket: 'photos', Key: '2026/stolen' };
    const { UploadId } = await key.send(new CreateMultipartUploadCommand(own));
    for (const CopySource of ['secrets/2026/a', '/secrets/2026/a', 'photos/2027/a', 'photos/2027/a?versionId=null', 'of-other/2026/a']) {
      expect(await tried(key, new CopyObjectCommand({ ...own, CopySource }))).toBe('AccessDenied 403');
      expect(await tried(key, new UploadPartCopyCommand({ ...own, UploadId, PartNumber: 1, CopySource }))).toBe('AccessDenied 403');
    }
    expect(await tried(key, new HeadObjectCommand(own))).toBe('NotFound 404');
  });

  it('takes the key of an object with dots as the text that it is, and leads nowhere else by it', async () => {
    const key = limited({ prefix: '2026/' });
    const found = await key.send(new GetObjectCommand({ Bucket: 'photos', Key: '2026/../2027/b' }));
    expect(await found.Body!.transformToString()).toBe('photos 2026/../2027/b');
    expect(await tried(key, new GetObjectCommand({ Bucket: 'photos', Key: '2026/../2027/a' }))).toBe('NoSuchKey 404');
    expect(await tried(key, new GetObjectCommand({ Bucket: 'photos', Key: '../photos/2026/a' }))).toBe('AccessDenied 403');
    expect(await tried(limited({ prefix: '2026/a' }), new GetObjectCommand({ Bucket: 'photos', Key: '2027/../2026/a' }))).toBe(
      'AccessDenied 403',
    );
  });

  it('a batch deletes the objects that a limited key reaches, and says of the others that they are denied', async () => {
    for (const key of ['2026/x', '2027/x']) await put('photos', key);
    const { Deleted, Errors } = await limited({ prefix: '2026/' }).send(
      new DeleteObjectsCommand({
        Bucket: 'photos',
        Delete: { Objects: [{ Key: '2026/x' }, { Key: '2027/x' }, { Key: '2027/x', VersionId: 'null' }] },
      }),
    );
    expect(Deleted?.map(({ Key }) => Key)).toEqual(['2026/x']);
    expect(Errors?.map(({ Key, Code }) => [Key, Code])).toEqual(Array.from({ length: 2 }, () => ['2027/x', 'AccessDenied']));
    expect(await text('photos', '2027/x')).toBe('photos 2027/x');
  });

  it('a limited key lists only what begins with its prefix, whatever a forged page says', async () => {
    const key = limited({ buckets: ['photos'], prefix: '2026/' });
    for (const Prefix of [undefined, '', '202'])
      expect(await tried(key, new ListObjectsV2Command({ Bucket: 'photos', Prefix }))).toBe('AccessDenied 403');
    for (const start of [{ after: '' }, { from: '' }, { after: '2027/' }, { from: '2027/' }]) {
      const ContinuationToken = Buffer.from(JSON.stringify(start)).toString('base64url');
      const { Contents = [] } = await key.send(new ListObjectsV2Command({ Bucket: 'photos', Prefix: '2026/', ContinuationToken }));
      expect(Contents.filter(({ Key }) => !Key!.startsWith('2026/'))).toEqual([]);
    }
  });

  it('a key of some buckets sees and finds those, and changes no settings, makes none and deletes none', async () => {
    const key = limited({ buckets: ['photos', 'of-other', 'missing'] });
    const { Buckets } = await key.send(new ListBucketsCommand());
    expect(Buckets?.map(({ Name }) => Name)).toEqual(['photos']);
    const found = { Bucket: 'photos' };
    for (const command of [
      new HeadBucketCommand(found),
      new GetBucketLocationCommand(found),
      new GetBucketVersioningCommand(found),
      new CreateBucketCommand(found),
    ])
      expect(await tried(key, command)).toBe('accepted');
    for (const Bucket of ['secrets', 'of-other', 'missing'])
      expect(await tried(key, new CreateBucketCommand({ Bucket }))).toBe('AccessDenied 403');
    expect(await tried(key, new HeadBucketCommand({ Bucket: 'secrets' }))).toBe('AccessDenied 403');
    const Bucket = 'photos';
    for (const command of [
      new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
      new PutBucketTaggingCommand({ Bucket, Tagging }),
      new DeleteBucketLifecycleCommand({ Bucket }),
      new DeleteBucketCommand({ Bucket }),
    ])
      expect(await tried(key, command)).toBe('AccessDenied 403');
  });

  it('a limited key completes an upload within its prefix only', async () => {
    const key = limited({ prefix: '2026/' });
    const within = { Bucket: 'photos', Key: '2026/whole' };
    const { UploadId } = await key.send(new CreateMultipartUploadCommand(within));
    const { ETag } = await key.send(new UploadPartCommand({ ...within, UploadId, PartNumber: 1, Body: 'x' }));
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    const complete = (Key: string) => tried(key, new CompleteMultipartUploadCommand({ ...within, Key, UploadId, MultipartUpload }));
    expect(await complete('2027/whole')).toBe('AccessDenied 403');
    expect(await complete('2026/other')).toBe('NoSuchUpload 404');
    expect(await complete('2026/whole')).toBe('accepted');
  });

  it('denies a key that has expired, and the links that it signed before', async () => {
    const soon = { expires_at: new Date(Date.now() + 60_000).toISOString() };
    const key = limited(soon);
    const { accessKeyId } = await key.config.credentials();
    const url = await getSignedUrl(key, new GetObjectCommand({ Bucket: 'photos', Key: '2026/a' }), { expiresIn: 3600 });
    expect((await fetch(url)).status).toBe(200);
    const { accounts } = endpoint();
    const past = { ...ALL_RIGHTS, expires_at: new Date(Date.now() - 1).toISOString() };
    accounts.keys.set(accessKeyId, { ...accounts.keys.get(accessKeyId)!, rights: past });
    expect(await tried(key, new ListBucketsCommand())).toBe('InvalidAccessKeyId 403');
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('has expired')]);
  });

  it('holds a link to the limits of the key that signed it', async () => {
    const key = limited({ buckets: ['photos'], prefix: '2026/' });
    const status = async (Bucket: string, Key: string) =>
      (await fetch(await getSignedUrl(key, new GetObjectCommand({ Bucket, Key })))).status;
    expect([await status('photos', '2026/a'), await status('photos', '2027/a'), await status('secrets', '2026/a')]).toEqual([
      200, 403, 403,
    ]);
  });
});
