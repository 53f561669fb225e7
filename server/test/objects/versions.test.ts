import { CreateBucketCommand, DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';
import { signed } from './support/signed.ts';

const Bucket = 'versions';
const KEYS = ['a', 'b/1', 'b/2', 'c', 'd'];

describe.each(databases)('versions of objects on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  const list = (more: object = {}) => client().send(new ListObjectVersionsCommand({ Bucket, ...more }));
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
    for (const Key of KEYS) await client().send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  });

  async function answerTo(method: string, path: string, query: string): Promise<string> {
    const { headers } = signed(endpoint().url, { method, path, query }, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
    const answer = await fetch(`${endpoint().url}${path}?${query}`, { method, headers });
    return `${answer.status} ${/<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]}`;
  }

  it('an object has one version, by which it can be deleted', async () => {
    await client().send(new PutObjectCommand({ Bucket, Key: 'gone', Body: 'gone' }));
    const { Versions = [], DeleteMarkers } = await list({ Prefix: 'gone' });
    expect(DeleteMarkers).toBeUndefined();
    expect(Versions).toMatchObject([{ Key: 'gone', VersionId: 'null', IsLatest: true, Size: 4, Owner: { ID: 's3-acme' } }]);
    const [{ Key, VersionId }] = Versions as [{ Key: string; VersionId: string }];
    await client().send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    expect((await list({ Prefix: 'gone' })).Versions).toBeUndefined();
  });

  it('versions of objects come in pages that go on at their markers, gathered by a delimiter', async () => {
    const found: (string | undefined)[] = [];
    for (let markers = {}; ;) {
      const page = await list({ Delimiter: '/', MaxKeys: 1, ...markers });
      found.push(...(page.Versions ?? []).map(({ Key }) => Key), ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      if (!page.IsTruncated) break;
      markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
    expect(found).toEqual(['a', 'b/', 'c', 'd']);
  });

  it('refuses a list of versions that begins at a version without its key', async () => {
    await expect(list({ VersionIdMarker: 'null' })).rejects.toThrow('key-marker');
  });

  it.each([
    ['DELETE', `/${Bucket}`, 'versioning='],
    ['DELETE', `/${Bucket}/a`, 'versions='],
    ['DELETE', `/${Bucket}/a`, 'location='],
    ['PUT', `/${Bucket}/a`, 'attributes='],
  ])('the object store refuses what it does not do at an address: %s %s?%s', async (method, path, query) => {
    expect(await answerTo(method, path, query)).toBe('501 NotImplemented');
    expect((await list({ Prefix: 'a' })).Versions).toHaveLength(1);
  });
});
