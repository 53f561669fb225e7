/** What S3 has and this store does not do is refused, and what is conditional is judged: an accepted word that does nothing loses data. */
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  type DeleteObjectCommandInput,
  type ObjectIdentifier,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'carried-out';
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(anyDatabase)('requests to the object store on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
  });
  const put = (Key: string, more: Partial<PutObjectCommandInput> = {}) =>
    client().send(new PutObjectCommand({ Bucket, Key, Body: Key, ...more }));
  const remove = (Key: string, more: Partial<DeleteObjectCommandInput> = {}) =>
    refusal(client().send(new DeleteObjectCommand({ Bucket, Key, ...more })));
  const text = async (Key: string) => (await client().send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();
  const batch = async (...Objects: ObjectIdentifier[]) => {
    const { Deleted = [], Errors = [] } = await client().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    return [Deleted.map(({ Key }) => Key), Errors.map(({ Key, Code }) => `${Key} ${Code}`)];
  };

  /** Reads an object by a request that is changed before it is signed. */
  const asking = (Key: string, change: (request: { query: Record<string, string>; headers: Record<string, string> }) => void) => {
    const command = new GetObjectCommand({ Bucket, Key });
    command.middlewareStack.add(
      (next) => (args) => {
        change(args.request as Parameters<typeof change>[0]);
        return next(args);
      },
      { step: 'build' },
    );
    return client().send(command);
  };

  it.each<[string, Partial<PutObjectCommandInput>]>([
    ['another access list', { ACL: 'public-read' }],
    ['a grant', { GrantRead: 'id=somebody' }],
    ['a class of storage', { StorageClass: 'GLACIER' }],
    ['a legal hold', { ObjectLockLegalHoldStatus: 'ON' }],
    ['a retention', { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: new Date('2030-01-01') }],
    ['a retention date alone', { ObjectLockRetainUntilDate: new Date('2030-01-01') }],
    ['encryption with keys of a service', { ServerSideEncryption: 'aws:kms' }],
    ['a redirection', { WebsiteRedirectLocation: '/elsewhere' }],
    ['an offset', { WriteOffsetBytes: 4 }],
  ])('the object store refuses to put an object with %s, and does not keep it', async (_what, more) => {
    expect(await refusal(put('refused', more))).toBe('NotImplemented 501');
    expect(await refusal(text('refused'))).toBe('NoSuchKey 404');
  });

  it.each<[string, Partial<PutObjectCommandInput>]>([
    ['the owner’s access list', { ACL: 'bucket-owner-full-control' }],
    ['the only class of storage', { StorageClass: 'STANDARD' }],
    ['the owner that it has', { ExpectedBucketOwner: 's3-acme' }],
    ['who pays', { RequestPayer: 'requester' }],
  ])('the object store puts an object where the request says what is done anyway: %s', async (_what, more) => {
    await put('taken', more);
    expect(await text('taken')).toBe('taken');
  });

  it('the object store refuses to put and delete objects in a bucket of another owner than was expected', async () => {
    expect(await refusal(put('theirs', { ExpectedBucketOwner: 's3-other' }))).toBe('AccessDenied 403');
    await put('mine');
    expect(await remove('mine', { ExpectedBucketOwner: '123456789012' })).toBe('AccessDenied 403');
    expect(await text('mine')).toBe('mine');
  });

  it('the object store refuses to make a bucket with an object lock or grants, or a public access list', async () => {
    const bucket = (Bucket: string, more: object) => refusal(client().send(new CreateBucketCommand({ Bucket, ...more })));
    expect(await bucket('locked', { ObjectLockEnabledForBucket: true })).toBe('NotImplemented 501');
    expect(await bucket('published', { ACL: 'public-read' })).toBe('NotImplemented 501');
    expect(await bucket('granted', { GrantRead: 'id=somebody' })).toBe('NotImplemented 501');
    expect(await bucket('plain', { ACL: 'private', ObjectOwnership: 'BucketOwnerEnforced' })).toBe('accepted');
  });

  it.each(['renameObject', 'acl', 'legal-hold', 'torrent', 'made-up'])(
    'the object store refuses to read an object where the query asks for something else: %s',
    async (query) => {
      await put('asked');
      const [, word = '', value = ''] = /^([^=]+)(?:=(.*))?$/.exec(query)!;
      expect(await refusal(asking('asked', (request) => (request.query[word] = value)))).toBe('NotImplemented 501');
    },
  );

  it('the object store deletes no object by a version that it never had', async () => {
    await put('versioned');
    expect(await remove('versioned', { VersionId: 'abc' })).toBe('InvalidArgument 400');
    expect(await batch({ Key: 'versioned', VersionId: 'abc' })).toEqual([[], ['versioned NoSuchVersion']]);
    expect(await remove('versioned', { VersionId: 'x'.repeat(32) })).toBe('accepted');
    expect(await text('versioned')).toBe('versioned');
    expect(await remove('versioned', { VersionId: 'null' })).toBe('accepted');
    expect(await refusal(text('versioned'))).toBe('NoSuchKey 404');
  });

  it('a conditional deletion deletes an object only where its tag, size and date are as the request says', async () => {
    const { ETag = '' } = await put('kept');
    expect(await remove('kept', { IfMatch: '"other"' })).toBe('PreconditionFailed 412');
    expect(await remove('kept', { IfMatchSize: 5 })).toBe('PreconditionFailed 412');
    expect(await remove('kept', { IfMatchLastModifiedTime: new Date(0) })).toBe('PreconditionFailed 412');
    expect(await text('kept')).toBe('kept');
    expect(await remove('gone', { IfMatch: '*' })).toBe('NoSuchKey 404');
    expect(await remove('kept', { IfMatch: ETag, IfMatchSize: 4 })).toBe('accepted');
    expect(await remove('kept')).toBe('accepted');
  });

  it('a batch of conditional deletions deletes the objects that are as it says, and names the others', async () => {
    const { ETag: first } = await put('batch/1');
    for (const key of ['batch/2', 'batch/3']) await put(key);
    const asked = [
      { Key: 'batch/1', ETag: first },
      { Key: 'batch/2', Size: 1 },
      { Key: 'batch/3', LastModifiedTime: new Date(0) },
      { Key: 'batch/4', ETag: first },
    ];
    expect(await batch({ Key: 'never' }, { Key: 'batch/5', ETag: first })).toEqual([['never'], ['batch/5 NoSuchKey']]);
    expect(await batch(...asked)).toEqual([['batch/1'], ['batch/2 PreconditionFailed', 'batch/3 PreconditionFailed', 'batch/4 NoSuchKey']]);
    expect([await text('batch/2'), await text('batch/3')]).toEqual(['batch/2', 'batch/3']);
  });

  it.each([
    ['append-md5', 'accepted'],
    ['append-sha1', 'NotImplemented 501'],
  ])(
    'a request for an object may ask for a digest behind the bytes only where the answer can leave that out: %s',
    async (digest, expected) => {
      await put('digested');
      expect(await refusal(asking('digested', (request) => (request.headers['x-amz-te'] = digest)))).toBe(expected);
    },
  );

  it('a presigned address carries the metadata of the object that it puts, as headers would', async () => {
    const url = await getSignedUrl(client(), new PutObjectCommand({ Bucket, Key: 'presigned', Metadata: { of: 'address' } }));
    expect((await fetch(url, { method: 'PUT', body: 'presigned' })).status).toBe(200);
    const { Metadata } = await client().send(new GetObjectCommand({ Bucket, Key: 'presigned' }));
    expect(Metadata).toEqual({ of: 'address' });
  });
});
