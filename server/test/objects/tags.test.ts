import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketTaggingCommand,
  DeleteObjectTaggingCommand,
  GetBucketTaggingCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3ServiceException,
  UploadPartCommand,
  type CopyObjectCommandInput,
  type Tag,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'tags';
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );
const tag = (Key: string, Value = ''): Tag => ({ Key, Value });
const many = (count: number): Tag[] => Array.from({ length: count }, (_, index) => tag(`key ${index}`, 'value'));

describe.each(databases)('tags on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  beforeAll(() => client().send(new CreateBucketCommand({ Bucket })));
  const put = (Key: string, Tagging?: string) => client().send(new PutObjectCommand({ Bucket, Key, Body: Key, Tagging }));
  const tags = async (Key: string, VersionId?: string) =>
    (await client().send(new GetObjectTaggingCommand({ Bucket, Key, VersionId }))).TagSet;
  const set = (Key: string, TagSet: Tag[], VersionId?: string) =>
    client().send(new PutObjectTaggingCommand({ Bucket, Key, VersionId, Tagging: { TagSet } }));
  const count = async (Key: string) => (await client().send(new HeadObjectCommand({ Bucket, Key }))).TagCount;
  const copy = (Key: string, more: Partial<CopyObjectCommandInput>) =>
    client().send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/source`, ...more }));

  it('tags are kept with an object, counted, replaced and deleted', async () => {
    await put('k', 'colour=dark%20blue&size=&path=a%2Fb%2Bc');
    expect(await tags('k')).toEqual([tag('colour', 'dark blue'), tag('size'), tag('path', 'a/b+c')]);
    expect(await count('k')).toBe(3);
    await set('k', [tag('größe', '10 m'), tag('a:b', 'x=y@z')]);
    expect(await tags('k')).toEqual([tag('größe', '10 m'), tag('a:b', 'x=y@z')]);
    await put('k');
    expect([await tags('k'), await count('k')]).toEqual([[], undefined]);
    await set('k', [tag('a')]);
    await client().send(new DeleteObjectTaggingCommand({ Bucket, Key: 'k' }));
    expect([await tags('k'), await count('k')]).toEqual([[], undefined]);
    expect(await refusal(tags('never'))).toBe('NoSuchKey 404');
    expect(await refusal(set('never', [tag('a')]))).toBe('NoSuchKey 404');
  });

  it('tags are never told as headers of the object', async () => {
    await put('told', 'secret=one');
    const url = `${endpoint().url}/${Bucket}/told`;
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    const signedUrl = await getSignedUrl(client(), new HeadObjectCommand({ Bucket, Key: 'told' }));
    const { headers, status } = await fetch(signedUrl, { method: 'HEAD' });
    expect([signedUrl.startsWith(url), status, headers.get('x-amz-tagging-count'), headers.get('x-amz-tagging')]).toEqual([
      true,
      200,
      '1',
      null,
    ]);
  });

  it.each<[string, Tag[]]>([
    ['eleven', many(11)],
    ['one without a key', [tag('', 'x')]],
    ['a key of 129 characters', [tag('k'.repeat(129))]],
    ['a value of 257 characters', [tag('k', 'v'.repeat(257))]],
    ['one key twice', [tag('k', '1'), tag('k', '2')]],
    ['a key of S3’s own', [tag('aws:k')]],
    ['a character that none has', [tag('k', 'a|b')]],
  ])('refuses these tags of an object: %s', async (_what, TagSet) => {
    await put('refused', 'kept=1');
    expect(await refusal(set('refused', TagSet))).toBe('InvalidTag 400');
    const header = new URLSearchParams(TagSet.map(({ Key, Value }): [string, string] => [Key!, Value!])).toString();
    expect(await refusal(put('refused', header))).toBe('InvalidTag 400');
    expect(await tags('refused')).toEqual([tag('kept', '1')]);
  });

  it('tags have the longest keys and values that S3 takes', async () => {
    const TagSet = Array.from({ length: 10 }, (_, index) => tag(`${index}`.padEnd(128, 'ü'), 'é'.repeat(256)));
    await put('longest');
    await set('longest', TagSet);
    expect(await tags('longest')).toEqual(TagSet);
  });

  it('tags are copied with an object, or replaced where the copy says so', async () => {
    await put('source', 'of=source');
    await copy('copied', {});
    await copy('metadata', { MetadataDirective: 'REPLACE', Metadata: { a: 'b' } });
    await copy('replaced', { TaggingDirective: 'REPLACE', Tagging: 'of=copy' });
    await copy('emptied', { TaggingDirective: 'REPLACE' });
    const all = await Promise.all(['copied', 'metadata', 'replaced', 'emptied'].map((key) => tags(key)));
    expect(all).toEqual([[tag('of', 'source')], [tag('of', 'source')], [tag('of', 'copy')], []]);
    expect(await refusal(copy('lost', { Tagging: 'of=copy' }))).toBe('InvalidArgument 400');
  });

  it('tags come with an upload in parts, and with none of its parts', async () => {
    const { UploadId } = await client().send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts', Tagging: 'of=upload' }));
    const part = new UploadPartCommand({ Bucket, Key: 'parts', UploadId, PartNumber: 1, Body: 'part' });
    const { ETag } = await client().send(part);
    part.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-tagging'] = 'of=part';
        return next(args);
      },
      { step: 'build' },
    );
    expect(await refusal(client().send(part))).toBe('NotImplemented 501');
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await client().send(new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload }));
    expect(await tags('parts')).toEqual([tag('of', 'upload')]);
  });

  it('each version of an object has its own tags', async () => {
    const status = (Status: 'Enabled' | 'Suspended') =>
      client().send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
    await status('Enabled');
    const { VersionId: first } = await put('v', 'of=first');
    const { VersionId: second } = await put('v', 'of=second');
    expect(await set('v', [tag('of', 'former')], first)).toMatchObject({ VersionId: first });
    expect([await tags('v'), await tags('v', first)]).toEqual([[tag('of', 'second')], [tag('of', 'former')]]);
    await client().send(new DeleteObjectTaggingCommand({ Bucket, Key: 'v', VersionId: second }));
    expect([await tags('v'), await tags('v', first)]).toEqual([[], [tag('of', 'former')]]);
    await status('Suspended');
  });

  it('tags of an object count in what the index keeps', async () => {
    const described = async () => (await endpoint().store.objects.occupancy({ ownerId: 's3-acme' })).described;
    await put('counted');
    const before = await described();
    await set('counted', [tag('key', 'value')]);
    expect(await described()).toBe(before + ',"x-amz-tagging":"key=value"'.length);
    await client().send(new DeleteObjectTaggingCommand({ Bucket, Key: 'counted' }));
    expect(await described()).toBe(before);
  });

  it('tags of a bucket are up to fifty, and its owner alone sets and reads them', async () => {
    const get = (who: 'acme' | 'other' = 'acme') => endpoint().client(who).send(new GetBucketTaggingCommand({ Bucket }));
    const put = (TagSet: Tag[], who: 'acme' | 'other' = 'acme') =>
      refusal(
        endpoint()
          .client(who)
          .send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } })),
      );
    expect(await refusal(get())).toBe('NoSuchTagSet 404');
    expect(await put(many(50))).toBe('accepted');
    expect((await get()).TagSet).toEqual(many(50));
    expect([await put(many(51)), await put([tag('a'), tag('a')])]).toEqual(['InvalidTag 400', 'InvalidTag 400']);
    expect(await put(many(200))).toBe('MalformedXML 400');
    expect([await put([tag('a')], 'other'), await refusal(get('other'))]).toEqual(['AccessDenied 403', 'AccessDenied 403']);
    expect((await get()).TagSet).toEqual(many(50));
    await client().send(new DeleteBucketTaggingCommand({ Bucket }));
    expect(await refusal(get())).toBe('NoSuchTagSet 404');
  });
});
