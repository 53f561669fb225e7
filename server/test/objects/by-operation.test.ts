/** What one operation carries out means nothing to another, which refuses it: an accepted word that does nothing loses data. */
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointForAll } from './support/endpoint.ts';
import { sha256, signed } from './support/signed.ts';

const Bucket = 'by-operation';
const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT';
const PAST = 'Sat, 01 Jan 2000 00:00:00 GMT';
const KEPT = '/kept';

interface Sent {
  query?: string;
  body?: string;
  headers?: Record<string, string>;
}

describe('the object store', () => {
  const endpoint = endpointForAll('sqlite');
  const client = () => endpoint().client();
  let etag = '';
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
    ({ ETag: etag = '' } = await client().send(new PutObjectCommand({ Bucket, Key: 'kept', Body: '0123456789' })));
  });

  /** Answer to a request that no SDK sends, as its status and code. */
  async function ask(method: string, key: string, { query = '', body = '', headers = {} }: Sent = {}): Promise<string> {
    const path = `/${Bucket}${key}`;
    const own = { ...headers, 'x-amz-content-sha256': sha256(body) };
    const request = signed(endpoint().url, { method, path, query }, own);
    const url = `${endpoint().url}${path}${query && `?${query}`}`;
    const answer = await fetch(url, { method, headers: request.headers, ...(method === 'PUT' && { body }) });
    const [, code] = /<Code>(.*)<\/Code>/.exec(await answer.text()) ?? [];
    return [answer.status, code].filter((part) => part !== undefined).join(' ');
  }
  const text = async (Key: string) => (await client().send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();
  const source = { 'x-amz-copy-source': `/${Bucket}/kept` };

  it.each<[string, string, Sent]>([
    ['put on condition of a size', 'PUT', { headers: { 'x-amz-if-match-size': '999' } }],
    ['put on condition of a time of change', 'PUT', { headers: { 'x-amz-if-match-last-modified-time': PAST } }],
    ['put unless it was changed since', 'PUT', { headers: { 'if-unmodified-since': PAST } }],
    ['put if it was changed since', 'PUT', { headers: { 'if-modified-since': FUTURE } }],
    ['put with the size of an upload in parts', 'PUT', { headers: { 'x-amz-mp-object-size': '999' } }],
    ['put with what a copy does', 'PUT', { headers: { 'x-amz-metadata-directive': 'REPLACE' } }],
    ['put as a part of no upload', 'PUT', { query: 'partNumber=1' }],
    ['renamed', 'PUT', { query: 'renameObject=', headers: { 'x-amz-rename-source': '/elsewhere' } }],
    ['put with an access list', 'PUT', { query: 'acl=', headers: { 'x-amz-acl': 'public-read' } }],
    ['put with the prefix of a list', 'PUT', { query: 'prefix=kept' }],
    ['copied on condition of a size', 'PUT', { headers: { ...source, 'x-amz-if-match-size': '999' } }],
    ['copied in part', 'PUT', { headers: { ...source, 'x-amz-copy-source-range': 'bytes=0-1' } }],
    ['copied unless it was changed since', 'PUT', { headers: { ...source, 'if-unmodified-since': PAST } }],
    ['copied with the checksum of a body', 'PUT', { headers: { ...source, 'x-amz-checksum-crc32': 'AAAAAA==' } }],
    ['deleted as a part of no upload', 'DELETE', { query: 'partNumber=1' }],
    ['deleted if it has none of these tags', 'DELETE', { headers: { 'if-none-match': '*' } }],
    ['deleted unless it was changed since', 'DELETE', { headers: { 'if-unmodified-since': PAST } }],
    ['deleted with the tags of a new one', 'DELETE', { headers: { 'x-amz-tagging': 'a=b' } }],
    ['read as a source to copy', 'GET', { headers: source }],
    ['read with the limit of a list', 'GET', { query: 'max-keys=1' }],
  ])('the object store refuses that an object is %s, and keeps it', async (_what, method, sent) => {
    expect(await ask(method, KEPT, { body: method === 'PUT' ? 'another' : '', ...sent })).toBe('501 NotImplemented');
    expect(await text('kept')).toBe('0123456789');
  });

  it('the object store refuses conditions where they are no headers of the request but in its address', async () => {
    const query = 'x-amz-if-match-size=999';
    expect(await ask('PUT', KEPT, { body: 'another', query })).toBe('501 NotImplemented');
    expect(await ask('DELETE', KEPT, { query })).toBe('412 PreconditionFailed');
    expect(await text('kept')).toBe('0123456789');
  });

  it.each([
    ['metadata', 'MOVE'],
    ['metadata', ''],
    ['tagging', 'KEEP'],
  ])('the object store refuses a copy whose directive for %s is neither COPY nor REPLACE: "%s"', async (what, directive) => {
    const headers = { ...source, [`x-amz-${what}-directive`]: directive };
    expect(await ask('PUT', '/copied', { headers })).toBe('400 InvalidArgument');
    await expect(client().send(new HeadObjectCommand({ Bucket, Key: 'copied' }))).rejects.toThrow();
  });

  it('the object store refuses to complete an upload in parts unless the object was changed since, and keeps its parts', async () => {
    const { UploadId = '' } = await client().send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
    const query = `uploadId=${encodeURIComponent(UploadId)}`;
    for (const headers of [{ 'x-amz-if-match-size': '1' }, { 'if-unmodified-since': PAST }])
      expect(await ask('POST', '/parts', { query, headers })).toBe('501 NotImplemented');
    expect(await ask('GET', '/parts', { query })).toBe('200');
  });

  it.each([
    ['the list by a marker that only the first version of lists has', 'list-type=2&marker=a'],
    ['the list after a key that only the second version of lists takes', 'start-after=a'],
    ['a version of the list that there is not', 'list-type=3'],
    ['two settings at once', 'cors=&lifecycle='],
    ['the parts of an upload', 'uploadId=a'],
  ])('the object store refuses to tell of a bucket %s', async (_what, query) => {
    expect(await ask('GET', '', { query })).toBe('501 NotImplemented');
  });

  it('the object store refuses to delete a bucket on a condition, or with the query of a list', async () => {
    expect(await ask('DELETE', '', { headers: { 'if-match': etag } })).toBe('501 NotImplemented');
    expect(await ask('DELETE', '', { query: 'prefix=other' })).toBe('501 NotImplemented');
    expect(await text('kept')).toBe('0123456789');
  });

  it('the object store judges the conditions of a copy and of a deletion by the tag of what is there', async () => {
    await client().send(new PutObjectCommand({ Bucket, Key: 'judged', Body: 'judged' }));
    const headers = { ...source, 'if-match': '"other"' };
    expect(await ask('PUT', '/judged', { headers })).toBe('412 PreconditionFailed');
    expect(await ask('DELETE', '/judged', { headers: { 'if-match': '"other"' } })).toBe('412 PreconditionFailed');
    expect(await text('judged')).toBe('judged');
    expect(await ask('PUT', '/judged', { headers: { ...source, 'if-match': '*', 'x-amz-metadata-directive': 'copy' } })).toBe('200');
    expect(await text('judged')).toBe('0123456789');
  });

  it.each([
    ['x-amz-bypass-governance-retention', 'True', 'DELETE', '204'],
    ['x-amz-bypass-governance-retention', 'FALSE', 'DELETE', '204'],
    ['x-amz-bucket-object-lock-enabled', 'False', 'PUT', '200'],
    ['x-amz-bypass-governance-retention', 'Yes', 'DELETE', '501 NotImplemented'],
    ['x-amz-bucket-object-lock-enabled', 'True', 'PUT', '501 NotImplemented'],
  ])('the object store takes yes and no as older clients write them: %s: %s', async (header, value, method, answer) => {
    expect(await ask(method, '/as-python', { headers: { [header]: value } })).toBe(answer);
  });

  it('the object store makes the checksum that a request for a new object names', async () => {
    const headers = { 'x-amz-checksum-algorithm': 'SHA256' };
    expect(await ask('PUT', '/summed', { body: 'summed', headers })).toBe('200');
    const { ChecksumSHA256 } = await client().send(new HeadObjectCommand({ Bucket, Key: 'summed', ChecksumMode: 'ENABLED' }));
    expect(ChecksumSHA256).toBe('QHKsIYbvviQZoyq4DDuZaDyMjrwSCbRvmyj4QnKR+YY=');
  });

  it.each([
    ['the tag of what is there', (tag: string) => tag, '206'],
    ['another tag', () => '"other"', '200'],
    ['a time before its last change', () => PAST, '200'],
  ])('a range is of the object as it was begun, or all of it is told: If-Range is %s', async (_what, of, status) => {
    expect(await ask('GET', KEPT, { headers: { range: 'bytes=2-3', 'if-range': of(etag) } })).toBe(status);
  });

  it('a copy by the SDK takes what copies carry out', async () => {
    const CopySource = `${Bucket}/kept`;
    const copy = { MetadataDirective: 'REPLACE', TaggingDirective: 'REPLACE', StorageClass: 'STANDARD', CopySourceIfMatch: etag } as const;
    await client().send(new CopyObjectCommand({ Bucket, Key: 'whole', CopySource, ChecksumAlgorithm: 'CRC32', ...copy }));
    expect(await text('whole')).toBe('0123456789');
  });
});
