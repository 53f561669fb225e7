import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  type BucketVersioningStatus,
  type ObjectIdentifier,
  type ObjectVersion,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';
import { signed } from './support/signed.ts';

const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(databases)('versioning on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  let count = 0;

  /** A new bucket, and what is done with it. */
  async function bucketWith(status?: BucketVersioningStatus) {
    const Bucket = `versioning-${(count += 1)}`;
    await client().send(new CreateBucketCommand({ Bucket }));
    const set = (Status: BucketVersioningStatus) =>
      client().send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
    if (status) await set(status);
    const put = async (Key: string, Body: string, more: Partial<PutObjectCommandInput> = {}) =>
      (await client().send(new PutObjectCommand({ Bucket, Key, Body, ...more }))).VersionId;
    const remove = (Key: string, VersionId?: string) => client().send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    const get = (Key: string, VersionId?: string) => client().send(new GetObjectCommand({ Bucket, Key, VersionId }));
    const text = async (Key: string, VersionId?: string) => (await get(Key, VersionId)).Body!.transformToString();
    const list = (more: object = {}) => client().send(new ListObjectVersionsCommand({ Bucket, ...more }));
    /** `key version`, with `*` for the newest of a key and `-` for delete markers. */
    const listed = async (more: object = {}) => {
      const { Versions = [], DeleteMarkers = [] } = await list(more);
      const told =
        (sign: string) =>
        ({ Key, VersionId, IsLatest }: ObjectVersion) =>
          `${sign}${IsLatest ? '*' : ''}${Key} ${VersionId}`;
      return [...Versions.map(told('')), ...DeleteMarkers.map(told('-'))];
    };
    const keys = async () => ((await client().send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key);
    const row = async () => (await endpoint().store.objects.bucket(Bucket))!;
    return { Bucket, set, put, remove, get, text, list, listed, keys, row };
  }

  it('versioning keeps objects that are replaced or deleted, each under its id', async () => {
    const { put, remove, get, text, listed, keys, row } = await bucketWith('Enabled');
    const [first, second] = [await put('k', 'one'), await put('k', 'second')];
    expect([await text('k'), await text('k', first), (await get('k')).VersionId]).toEqual(['second', 'one', second]);
    const { DeleteMarker, VersionId: marker } = await remove('k');
    expect([DeleteMarker, typeof marker, await keys()]).toEqual([true, 'string', []]);
    expect(await listed()).toEqual([`k ${second}`, `k ${first}`, `-*k ${marker}`]);
    expect(await row()).toMatchObject({ objects: 3, bytes: 9, versioning: 'Enabled' });
    expect(await refusal(get('k'))).toBe('NoSuchKey 404');
    expect(await text('k', second)).toBe('second');
    const gone = await remove('k', marker);
    expect([gone.DeleteMarker, gone.VersionId, await text('k'), await keys()]).toEqual([true, marker, 'second', ['k']]);
    await remove('k', second);
    expect([await text('k'), await listed()]).toEqual(['one', [`*k ${first}`]]);
    await remove('k', first);
    expect(await row()).toMatchObject({ objects: 0, bytes: 0 });
    await expect.poll(async () => endpoint().store.objects.garbage(10)).toEqual([]);
  });

  it('a delete marker is told by its headers, whether it is asked for by key or by id', async () => {
    const { Bucket, put, remove } = await bucketWith('Enabled');
    await put('k', 'one');
    const { VersionId: marker } = await remove('k');
    const answerTo = async (query: string) => {
      const { headers } = signed(
        endpoint().url,
        { method: 'GET', path: `/${Bucket}/k`, query },
        { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      );
      const answer = await fetch(`${endpoint().url}/${Bucket}/k?${query}`, { headers });
      return [answer.status, answer.headers.get('x-amz-delete-marker'), answer.headers.get('x-amz-version-id') === marker];
    };
    expect(await answerTo('')).toEqual([404, 'true', true]);
    expect(await answerTo(`versionId=${marker}`)).toEqual([405, 'true', true]);
    expect(await refusal(client().send(new HeadObjectCommand({ Bucket, Key: 'k', VersionId: marker })))).toMatch(/405$/);
  });

  it('the object store says which versions are not there, and which ids no version can have', async () => {
    const { Bucket, put, get, remove } = await bucketWith('Enabled');
    await put('k', 'one');
    const unknown = 'x'.repeat(32);
    expect(await refusal(get('k', unknown))).toBe('NoSuchVersion 404');
    expect(await refusal(get('k', 'null'))).toBe('NoSuchVersion 404');
    expect(await refusal(get('k', 'abc'))).toBe('InvalidArgument 400');
    expect(await refusal(remove('k', 'abc'))).toBe('InvalidArgument 400');
    expect(await refusal(remove('k', unknown))).toBe('accepted');
    const copying = client().send(new CopyObjectCommand({ Bucket, Key: 'c', CopySource: `${Bucket}/k?versionId=${unknown}` }));
    expect(await refusal(copying)).toBe('NoSuchVersion 404');
  });

  it('a key has one version without an id while versioning is suspended, which others replace', async () => {
    const { put, remove, text, listed, set, row } = await bucketWith();
    expect(await put('k', 'before')).toBeUndefined();
    await set('Enabled');
    const kept = await put('k', 'kept');
    expect(await listed()).toEqual([`*k ${kept}`, 'k null']);
    await set('Suspended');
    expect(await put('k', 'later')).toBe('null');
    expect([await text('k', 'null'), await listed()]).toEqual(['later', ['*k null', `k ${kept}`]]);
    expect(await put('k', 'latest')).toBe('null');
    expect(await row()).toMatchObject({ objects: 2, bytes: 10 });
    expect(await remove('k')).toMatchObject({ DeleteMarker: true, VersionId: 'null' });
    expect(await remove('k')).toMatchObject({ DeleteMarker: true, VersionId: 'null' });
    expect([await listed(), await text('k', kept)]).toEqual([[`k ${kept}`, '-*k null'], 'kept']);
    await remove('k', 'null');
    expect(await listed()).toEqual([`*k ${kept}`]);
  });

  it('versioning is told, and only switched on and off, by who may change the bucket', async () => {
    const { Bucket, set } = await bucketWith();
    const status = async () => (await client().send(new GetBucketVersioningCommand({ Bucket }))).Status;
    expect(await status()).toBeUndefined();
    await set('Enabled');
    expect(await status()).toBe('Enabled');
    expect(await refusal(set('Off' as 'Enabled'))).toBe('IllegalVersioningConfigurationException 400');
    const mfa = new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled', MFADelete: 'Enabled' } });
    expect(await refusal(client().send(mfa))).toBe('NotImplemented 501');
    await set('Suspended');
    expect(await status()).toBe('Suspended');
    const { accounts } = endpoint();
    const theirs = new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
    expect(await refusal(endpoint().client('other').send(theirs))).toBe('AccessDenied 403');
    const key = accounts.keys.get('AKIDACME')!;
    accounts.keys.set('AKIDACME', { ...key, readOnly: true });
    expect(await refusal(set('Enabled'))).toBe('AccessDenied 403');
    accounts.keys.set('AKIDACME', key);
  });

  it('versioning keeps a bucket as long as it has versions or delete markers', async () => {
    const { Bucket, put, remove } = await bucketWith('Enabled');
    const drop = () => refusal(client().send(new DeleteBucketCommand({ Bucket })));
    const version = await put('k', 'one');
    const { VersionId: marker } = await remove('k');
    await remove('k', version);
    expect(await drop()).toBe('BucketNotEmpty 409');
    await remove('k', marker);
    expect(await drop()).toBe('accepted');
  });

  it('a batch deletes many objects at once, by keys and by versions', async () => {
    const { Bucket, put, listed } = await bucketWith('Enabled');
    const batch = async (...Objects: ObjectIdentifier[]) => client().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    const keys = Array.from({ length: 60 }, (_, index) => `many/${index}`);
    const versions = await Promise.all(keys.map((key) => put(key, key)));
    const { Deleted = [], Errors } = await batch(...keys.map((Key) => ({ Key })), { Key: 'never', VersionId: 'abc' });
    expect(Errors).toMatchObject([{ Key: 'never', VersionId: 'abc', Code: 'NoSuchVersion' }]);
    expect(Deleted).toHaveLength(60);
    const [{ DeleteMarkerVersionId: marker } = {}] = Deleted;
    expect(await listed({ Prefix: 'many/0' })).toEqual([`many/0 ${versions[0]}`, `-*many/0 ${marker}`]);
    const gone = await batch({ Key: 'many/0', VersionId: marker }, { Key: 'many/1', VersionId: versions[1] });
    expect(gone.Deleted).toMatchObject([
      { DeleteMarker: true, DeleteMarkerVersionId: marker },
      { Key: 'many/1', VersionId: versions[1] },
    ]);
    expect(await listed({ Prefix: 'many/0' })).toEqual([`*many/0 ${versions[0]}`]);
  });

  it('deletes a version of an object only where its size is as the request says', async () => {
    const { Bucket, put, text } = await bucketWith('Enabled');
    const first = await put('k', 'one');
    await put('k', 'second');
    const remove = (VersionId: string | undefined, IfMatchSize: number) =>
      refusal(client().send(new DeleteObjectCommand({ Bucket, Key: 'k', VersionId, IfMatchSize })));
    expect(await remove(first, 6)).toBe('PreconditionFailed 412');
    expect(await text('k', first)).toBe('one');
    expect([await remove(undefined, 3), await remove(first, 3)]).toEqual(['PreconditionFailed 412', 'accepted']);
  });

  it('restores a version of an object by copying it over the object', async () => {
    const { Bucket, put, text, listed } = await bucketWith('Enabled');
    const first = await put('k', 'one', { Metadata: { of: 'first' } });
    const second = await put('k', 'second');
    const copied = await client().send(new CopyObjectCommand({ Bucket, Key: 'k', CopySource: `${Bucket}/k?versionId=${first}` }));
    expect(copied.CopySourceVersionId).toBe(first);
    expect([await text('k'), await listed()]).toEqual(['one', [`*k ${copied.VersionId}`, `k ${second}`, `k ${first}`]]);
    const { Metadata } = await client().send(new HeadObjectCommand({ Bucket, Key: 'k' }));
    expect(Metadata).toEqual({ of: 'first' });
    expect(await refusal(client().send(new CopyObjectCommand({ Bucket, Key: 'k', CopySource: `${Bucket}/k` })))).toBe('InvalidRequest 400');
  });

  it('an upload in parts makes a version, whose bytes stay when it is replaced', async () => {
    const { Bucket, put, text, row } = await bucketWith('Enabled');
    const { UploadId } = await client().send(new CreateMultipartUploadCommand({ Bucket, Key: 'k' }));
    const { ETag } = await client().send(new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber: 1, Body: 'part' }));
    const complete = new CompleteMultipartUploadCommand({
      Bucket,
      Key: 'k',
      UploadId,
      MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
    });
    const { VersionId } = await client().send(complete);
    const later = await put('k', 'later');
    expect([await text('k', VersionId), await text('k', later)]).toEqual(['part', 'later']);
    expect(await row()).toMatchObject({ objects: 2, bytes: 9, pending: 0 });
  });

  it('a list pages through versions of keys, and goes on where the marked version was deleted', async () => {
    const { put, remove, list, listed } = await bucketWith('Enabled');
    for (let round = 0; round < 3; round += 1) for (const key of ['a', 'b/1', 'b/2', 'c']) await put(key, `${round}`);
    await remove('a');
    const whole = (await listed()).filter((one) => !one.startsWith('-'));
    expect(whole).toHaveLength(12);
    const found: string[] = [];
    let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await list({ MaxKeys: 2, ...markers });
      for (const { Key, VersionId, IsLatest } of page.Versions ?? []) found.push(`${IsLatest ? '*' : ''}${Key} ${VersionId}`);
      for (const { IsLatest } of page.DeleteMarkers ?? []) expect(IsLatest).toBe(true);
      if (!page.IsTruncated) break;
      markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
    expect(found).toEqual(whole);
    const first = await list({ MaxKeys: 2, Prefix: 'c' });
    for (const { Key, VersionId } of first.Versions!) await remove(Key!, VersionId);
    const rest = await listed({ Prefix: 'c', KeyMarker: first.NextKeyMarker, VersionIdMarker: first.NextVersionIdMarker });
    expect(rest).toEqual([`*${whole.at(-1)}`]);
    const gathered = await list({ Delimiter: '/' });
    expect([gathered.CommonPrefixes, gathered.Versions?.length]).toEqual([[{ Prefix: 'b/' }], 4]);
  });

  it('all versions count in a quota, and those that are there can be deleted all the same', async () => {
    const { put, remove } = await bucketWith('Enabled');
    const { accounts, store } = endpoint();
    const key = accounts.keys.get('AKIDACME')!;
    const { objects } = await store.objects.occupancy({ ownerId: key.user.id });
    accounts.keys.set('AKIDACME', { ...key, quota: { ...key.quota, user: { bytes: null, objects: objects + 2 } } });
    try {
      const first = await put('k', 'one');
      await put('k', 'second');
      expect(await refusal(put('k', 'third'))).toBe('QuotaExceeded 403');
      expect(await refusal(remove('never there'))).toBe('QuotaExceeded 403');
      const { VersionId: marker } = await remove('k');
      await remove('k', marker);
      await remove('k', first);
      expect(await refusal(put('k', 'third'))).toBe('accepted');
    } finally {
      accounts.keys.set('AKIDACME', key);
    }
  });

  it.each(['PUT', 'POST'])('refuses to put a version of an object by its id: %s', async (method) => {
    const { Bucket } = await bucketWith('Enabled');
    const query = 'versionId=null';
    const { headers } = signed(endpoint().url, { method, path: `/${Bucket}/k`, query }, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
    const answer = await fetch(`${endpoint().url}/${Bucket}/k?${query}`, { method, headers });
    expect([answer.status, /<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]]).toEqual([400, 'InvalidArgument']);
  });
});
