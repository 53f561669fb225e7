import {
  CreateBucketCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'lists';
/** In the order of UTF-8 bytes, which is not that of JavaScript's strings. */
const KEYS = ['a', 'a/', 'a/1', 'a/2/x', 'a/2/y', 'a/3', 'a0', 'b/1', 'b/2', 'c+d e%', 'é', '\uffee', '😀/1', '😀/2'];

describe.each(databases)('lists on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  beforeAll(async () => {
    await endpoint().client().send(new CreateBucketCommand({ Bucket }));
    for (const Key of KEYS.toReversed())
      await endpoint()
        .client()
        .send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  });

  async function page(input: Partial<ListObjectsV2CommandInput>) {
    const answer = await endpoint()
      .client()
      .send(new ListObjectsV2Command({ Bucket, ...input }));
    const keys = (answer.Contents ?? []).map(({ Key }) => Key!);
    const prefixes = (answer.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!);
    return { answer, keys, prefixes };
  }

  /** All pages of so many, as they come. */
  async function pages(input: Partial<ListObjectsV2CommandInput>, MaxKeys: number): Promise<string[]> {
    const found: string[] = [];
    for (let token: string | undefined; ;) {
      const { answer, keys, prefixes } = await page({ ...input, MaxKeys, ...(token !== undefined && { ContinuationToken: token }) });
      expect(answer.KeyCount).toBe(keys.length + prefixes.length);
      expect(answer.KeyCount).toBeLessThanOrEqual(MaxKeys);
      found.push(...[...keys, ...prefixes].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      if (!answer.IsTruncated) return found;
      token = answer.NextContinuationToken;
    }
  }

  it('lists have keys in the order of their bytes, and folders as common prefixes [s3.list-objects]', async () => {
    expect((await page({})).keys).toEqual(KEYS);
    const top = await page({ Delimiter: '/' });
    expect(top.keys).toEqual(['a', 'a0', 'c+d e%', 'é', '\uffee']);
    expect(top.prefixes).toEqual(['a/', 'b/', '😀/']);
    const below = await page({ Delimiter: '/', Prefix: 'a/' });
    expect([below.keys, below.prefixes]).toEqual([['a/', 'a/1', 'a/3'], ['a/2/']]);
    expect((await page({ Prefix: '😀' })).keys).toEqual(['😀/1', '😀/2']);
    expect((await page({ Prefix: 'none' })).answer).toMatchObject({ KeyCount: 0, IsTruncated: false });
    expect((await page({ Delimiter: '2' })).prefixes).toEqual(['a/2', 'b/2', '😀/2']);
  });

  it.each([1, 2, 3, 5, 100])(
    'lists of objects continue by a token, in pages of %i, without a gap or a repetition [s3.list-objects]',
    async (size) => {
      expect(await pages({}, size)).toEqual(KEYS);
      expect(await pages({ Delimiter: '/' }, size)).toEqual(['a', 'a/', 'a0', 'b/', 'c+d e%', 'é', '\uffee', '😀/']);
      expect(await pages({ Delimiter: '/', Prefix: 'a/' }, size)).toEqual(['a/', 'a/1', 'a/2/', 'a/3']);
    },
  );

  it('lists of objects begin behind a key, and take no token of another kind', async () => {
    expect((await page({ StartAfter: 'a/2/x' })).keys).toEqual(KEYS.slice(4));
    expect((await page({ StartAfter: 'a/1', Prefix: 'b' })).keys).toEqual(['b/1', 'b/2']);
    expect((await page({ StartAfter: 'zz', Prefix: 'b' })).keys).toEqual([]);
    for (const token of ['b', 'bnVsbA', Buffer.from('{"before":"a"}').toString('base64url')])
      await expect(page({ ContinuationToken: token })).rejects.toThrow(S3ServiceException);
    await expect(page({ MaxKeys: -1 })).rejects.toThrow('max-keys');
    expect((await page({ MaxKeys: 0 })).answer).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  it('lists of objects have at most 1000 keys a page', async () => {
    expect((await page({ MaxKeys: 5000 })).answer.MaxKeys).toBe(1000);
  });

  it('lists of objects of the first version go on by markers', async () => {
    const found: string[] = [];
    for (let Marker: string | undefined; ;) {
      const answer = await endpoint()
        .client()
        .send(new ListObjectsCommand({ Bucket, Delimiter: '/', MaxKeys: 2, Marker }));
      found.push(...(answer.Contents ?? []).map(({ Key }) => Key!), ...(answer.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!));
      if (!answer.IsTruncated) break;
      Marker = answer.NextMarker;
    }
    expect(found).toEqual(['a', 'a/', 'a0', 'b/', 'c+d e%', 'é', '\uffee', '😀/']);
    const owned = await endpoint()
      .client()
      .send(new ListObjectsCommand({ Bucket, Prefix: 'b/' }));
    expect(owned.Contents?.[0]).toMatchObject({ Key: 'b/1', Size: 3, Owner: { ID: 's3-acme' }, StorageClass: 'STANDARD' });
  });

  it('lists of objects are written for URLs where that is asked for', async () => {
    const { answer, keys } = await page({ EncodingType: 'url', Prefix: 'c+', Delimiter: '/' });
    expect([answer.Prefix, keys]).toEqual(['c%2B', ['c%2Bd%20e%25']]);
    await expect(page({ EncodingType: 'base64' as 'url' })).rejects.toThrow('encoding-type');
  });
});
