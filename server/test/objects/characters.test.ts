/** Keys, prefixes and metadata with characters that XML, headers or a database have no place for. */
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';
import { signed } from './support/signed.ts';

const Bucket = 'characters';
const KEYS = ['folder/\u0001ctl', 'folder/\ufffe', 'folder/\u001f', 'folder/tab\t\r\n'];

describe.each(databases)('characters of keys on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
    for (const Key of KEYS) await client().send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  });
  const sorted = (keys: readonly string[]) => keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

  /** The text of an answer. */
  async function textOf(query: string): Promise<{ status: number; text: string }> {
    const { headers } = signed(
      endpoint().url,
      { method: 'GET', path: `/${Bucket}`, query },
      { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    );
    const answer = await fetch(`${endpoint().url}/${Bucket}?${query}`, { headers });
    return { status: answer.status, text: await answer.text() };
  }

  it('keys with odd characters are whole in each list that is asked for in the encoding of URLs', async () => {
    const asked = { Bucket, Prefix: 'folder/', EncodingType: 'url' } as const;
    const { Contents = [] } = await client().send(new ListObjectsV2Command(asked));
    expect(Contents.map(({ Key }) => decodeURIComponent(Key!))).toEqual(sorted(KEYS));
    const { Versions = [] } = await client().send(new ListObjectVersionsCommand(asked));
    expect(Versions.map(({ Key }) => decodeURIComponent(Key!))).toEqual(sorted(KEYS));
    const Key = 'folder/\u0002begun';
    await client().send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const { Uploads = [] } = await client().send(new ListMultipartUploadsCommand(asked));
    expect(Uploads.map((upload) => decodeURIComponent(upload.Key!))).toEqual([Key]);
  });

  it.each(['prefix=folder%2F', 'delimiter=%01', 'list-type=2', 'versions=', 'uploads='])(
    'a list of keys with odd characters has no character that XML cannot have: %s',
    async (query) => {
      const { status, text } = await textOf(query);
      expect(status).toBe(200);
      // oxlint-disable-next-line no-control-regex -- those are meant
      expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&#x?(?!13;|xd;)/i);
    },
  );

  it('a batch deletes an object whose key has a control character', async () => {
    await client().send(new PutObjectCommand({ Bucket, Key: 'going\u0003', Body: 'x' }));
    const { Deleted, Errors } = await client().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'going\u0003' }] } }));
    expect([Deleted, Errors]).toEqual([[{ Key: 'going\ufffd' }], undefined]);
    await expect(client().send(new HeadObjectCommand({ Bucket, Key: 'going\u0003' }))).rejects.toThrow();
  });

  it.each(['prefix=%00', 'delimiter=a%00', 'list-type=2&start-after=%00', 'marker=b%00', 'key-marker=%00&versions='])(
    'the object store refuses a query with the character NUL, which no database has: %s',
    async (query) => {
      const { status, text } = await textOf(query.split('&').toSorted().join('&'));
      expect([status, /<Code>(.*)<\/Code>/.exec(text)?.[1]]).toEqual([400, 'InvalidArgument']);
    },
  );

  it('refuses a forged continuation token with the character NUL', async () => {
    const token = Buffer.from(JSON.stringify({ after: 'a\0' })).toString('base64url');
    expect((await textOf(`continuation-token=${token}&list-type=2`)).status).toBe(400);
  });

  it.each([
    ['keeps metadata of an address beyond Latin as a header would', 'x-amz-meta-of=%E6%97%A5%E6%9C%AC', 200],
    ['refuses metadata of an address with a line break', 'x-amz-meta-of=a%0D%0Ab', 400],
    ['refuses a name of metadata that is none of a header', 'x-amz-meta-a%20b=c', 400],
  ])('%s', async (_what, pair, status) => {
    const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
    const command = new PutObjectCommand({ Bucket, Key: 'meta' });
    command.middlewareStack.add(
      (next) => (args) => {
        Object.assign((args.request as { query: Record<string, string> }).query, { [name]: value });
        return next(args);
      },
      { step: 'build' },
    );
    const answer = await fetch(await getSignedUrl(client(), command), { method: 'PUT', body: 'meta' });
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    const { Metadata } = await client().send(new GetObjectCommand({ Bucket, Key: 'meta' }));
    expect(Buffer.from(Metadata!['of']!, 'latin1').toString()).toBe('日本');
  });
});
