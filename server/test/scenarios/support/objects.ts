/** What users do with object storage, whatever holds it: through the console's proxy, and with keys of their own where users have some. */
import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import { unzip } from '../../objects/support/unzip.ts';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const { calls } = nouns.objectStorage;
const MIB = 1024 * 1024;
const OF_SERVICE = { service: 's3service' } as const;

/** `accepted`, or code and status of a refusal. */
export const outcome = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

/** The SDK as the console uses it: made-up keys, and the headers of the session. */
export function throughProxy(url: string, { headers }: Pick<Client, 'headers'>): S3Client {
  const made = new S3Client({
    endpoint: `${url}/s3proxy`,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'gantry', secretAccessKey: 'gantry' },
  });
  made.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { headers: Record<string, string> }).headers, headers);
      return next(args);
    },
    { step: 'build', name: 'session' },
  );
  return made;
}

/** A client with keys of its own. */
export const withKeys = (endpoint: string, region: string, accessKeyId: string, secretAccessKey: string): S3Client =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** Two tenants who work with it, each through the proxy. */
export async function tenants(at: TestApp) {
  const [acme, globex] = await Promise.all([at.as('acme-member', 'acme-prod'), at.as('globex-member', 'globex-prod')]);
  for (const client of [acme, globex]) await client.call(calls.enable);
  return { acme, globex, mine: throughProxy(at.url, acme), theirs: throughProxy(at.url, globex) };
}
export type Tenants = Awaited<ReturnType<typeof tenants>>;

const unique = randomBytes(4).toString('hex');
export const bucketName = (name: string): string => `story-${unique}-${name}`;

/** Buckets belong to who made them, and their names to all. */
export async function expectOwnBuckets({ mine, theirs }: Tenants): Promise<void> {
  const Bucket = bucketName('own');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const names = async (client: S3Client) => ((await client.send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name);
  expect(await names(mine)).toContain(Bucket);
  expect(await names(theirs)).not.toContain(Bucket);
  expect(await outcome(theirs.send(new CreateBucketCommand({ Bucket })))).toBe('BucketAlreadyExists 409');
  for (const asked of [
    new ListObjectsV2Command({ Bucket }),
    new PutObjectCommand({ Bucket, Key: 'k', Body: 'theirs' }),
    new DeleteBucketCommand({ Bucket }),
  ] as const)
    expect(await outcome(theirs.send(asked as ListObjectsV2Command))).toBe('AccessDenied 403');
  await mine.send(new PutObjectCommand({ Bucket, Key: 'secret', Body: 'secret' }));
  const Own = bucketName('theirs');
  await theirs.send(new CreateBucketCommand({ Bucket: Own }));
  expect(await outcome(theirs.send(new CopyObjectCommand({ Bucket: Own, Key: 'taken', CopySource: `/${Bucket}/secret` })))).toBe(
    'AccessDenied 403',
  );
  expect(await outcome(mine.send(new DeleteBucketCommand({ Bucket })))).toBe('BucketNotEmpty 409');
  await mine.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'secret' }] } }));
  await mine.send(new DeleteBucketCommand({ Bucket }));
  await theirs.send(new DeleteBucketCommand({ Bucket: Own }));
  expect(await names(mine)).not.toContain(Bucket);
  expect(await outcome(mine.send(new ListObjectsV2Command({ Bucket })))).toBe('NoSuchBucket 404');
}

/** Bytes and what goes with them come back as they were put. */
export async function expectObjects(at: TestApp, { acme, mine }: Tenants): Promise<void> {
  const Bucket = bucketName('objects');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const bytes = randomBytes(300_000);
  const Key = 'fo lder/ä+ö %?#"\'.bin';
  await mine.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: 'application/x-story', Metadata: { told: 'yes' } }));
  const read = await mine.send(new GetObjectCommand({ Bucket, Key }));
  expect(Buffer.from(await read.Body!.transformToByteArray()).equals(bytes)).toBe(true);
  const part = await mine.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=10-19' }));
  expect([part.ContentRange, Buffer.from(await part.Body!.transformToByteArray())]).toEqual(['bytes 10-19/300000', bytes.subarray(10, 20)]);
  const head = await mine.send(new HeadObjectCommand({ Bucket, Key }));
  expect([head.ContentLength, head.ContentType, head.Metadata]).toEqual([300_000, 'application/x-story', { told: 'yes' }]);
  const unchanged = mine.send(new GetObjectCommand({ Bucket, Key, IfNoneMatch: head.ETag! }));
  expect(await outcome(unchanged)).toMatch(/ 304$/);
  await mine.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `/${Bucket}/${encodeURIComponent(Key)}` }));
  expect((await mine.send(new HeadObjectCommand({ Bucket, Key: 'copy' }))).ETag).toBe(head.ETag);
  expect(await outcome(mine.send(new GetObjectCommand({ Bucket, Key: 'nothing' })))).toBe('NoSuchKey 404');

  for (const name of ['x/1', 'x/2', 'y/1', 'z']) await mine.send(new PutObjectCommand({ Bucket, Key: name, Body: name }));
  const seen: (string | undefined)[] = [];
  for (let token: string | undefined; ;) {
    const page = await mine.send(new ListObjectsV2Command({ Bucket, Delimiter: '/', MaxKeys: 2, ContinuationToken: token }));
    seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix), ...(page.Contents ?? []).map((one) => one.Key));
    if (!page.IsTruncated) break;
    token = page.NextContinuationToken;
  }
  expect(seen.toSorted()).toEqual(['copy', 'fo lder/', 'x/', 'y/', 'z']);
  expect((await mine.send(new ListObjectsV2Command({ Bucket, Prefix: 'x/' }))).Contents?.map((one) => one.Key)).toEqual(['x/1', 'x/2']);

  const signing = throughProxy(at.url, { headers: {} });
  const address = await getSignedUrl(signing, new GetObjectCommand({ Bucket, Key: 'copy' }), { expiresIn: 3600 });
  signing.destroy();
  const download = await fetch(address, { headers: acme.headers });
  expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
  expect(download.headers.get('content-disposition')).toBe('attachment');
  expect(download.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);

  const all = (await mine.send(new ListObjectsV2Command({ Bucket }))).Contents ?? [];
  await mine.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: all.map((one) => ({ Key: one.Key! })) } }));
  expect((await mine.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  await mine.send(new DeleteBucketCommand({ Bucket }));
}

/** A large object comes in parts, and is there as a whole or not at all. */
export async function expectParts({ mine }: Tenants): Promise<void> {
  const Bucket = bucketName('parts');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const [first, last] = [randomBytes(5 * MIB), randomBytes(1000)];
  const { UploadId } = await mine.send(new CreateMultipartUploadCommand({ Bucket, Key: 'large' }));
  const sent = await Promise.all(
    [first, last].map((Body, index) => mine.send(new UploadPartCommand({ Bucket, Key: 'large', UploadId, PartNumber: index + 1, Body }))),
  );
  expect(await outcome(mine.send(new HeadObjectCommand({ Bucket, Key: 'large' })))).toBe('NotFound 404');
  const Parts = sent.map(({ ETag }, index) => ({ ETag, PartNumber: index + 1 }));
  await mine.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'large', UploadId, MultipartUpload: { Parts } }));
  const read = await mine.send(new GetObjectCommand({ Bucket, Key: 'large' }));
  expect(Buffer.from(await read.Body!.transformToByteArray()).equals(Buffer.concat([first, last]))).toBe(true);
  const other = await mine.send(new CreateMultipartUploadCommand({ Bucket, Key: 'left' }));
  await mine.send(new AbortMultipartUploadCommand({ Bucket, Key: 'left', UploadId: other.UploadId }));
  await mine.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'large' }] } }));
  await mine.send(new DeleteBucketCommand({ Bucket }));
}

/** Keys made in the console sign at the storage itself, as long as they, their user and the domain are on. Where users have none, none is made. */
export async function expectKeys(at: TestApp, { acme }: Tenants): Promise<void> {
  const { max_keys: most, endpoint, port, region } = await acme.call(calls.service);
  if (most === 0) {
    expect((await acme.raw('POST', '/api/v2/s3service/keys')).status).toBe(501);
    expect((await acme.call(calls.user)).keys).toEqual([]);
    return;
  }
  const { acc_key: accessKey, sec_key: secret } = await acme.call(calls.createKey);
  const direct = withKeys(endpoint ?? `http://127.0.0.1:${port}`, region, accessKey, secret);
  const signs = async () => (await outcome(direct.send(new ListBucketsCommand({})))) === 'accepted';
  expect(await signs()).toBe(true);
  const params = { accessKey };
  await acme.call(calls.updateKey, { params, body: { enabled: false } });
  expect(await signs()).toBe(false);
  await acme.call(calls.updateKey, { params, body: { enabled: true } });
  expect(await signs()).toBe(true);
  const system = await at.as('admin', 'own');
  const { id: s3UserId } = await acme.call(calls.user);
  const user = { params: { ...OF_SERVICE, s3UserId } };
  const Bucket = bucketName('refused');
  await system.call(calls.updateUser, { ...user, body: { is_enabled: false } });
  expect(await outcome(direct.send(new CreateBucketCommand({ Bucket })))).toMatch(/ 403$/);
  await system.call(calls.updateUser, { ...user, body: { is_enabled: true } });
  expect(await signs()).toBe(true);
  const { domain_id: domainId } = await acme.call(nouns.session.calls.whoami);
  for (const enabled of [false, true]) {
    const { task_id: task } = await system.call(calls.switchDomain, { params: { domainId: domainId! }, body: { enabled } });
    expect((await at.ended(system, task)).state).toBe('success');
    expect(await outcome(direct.send(new CreateBucketCommand({ Bucket })))).toMatch(enabled ? /^accepted$/ : / 403$/);
  }
  await direct.send(new DeleteBucketCommand({ Bucket }));
  await acme.call(calls.deleteKey, { params });
  expect(await signs()).toBe(false);
  direct.destroy();
}

/** What is kept is told where the storage tells, and held within limits where it can. */
export async function expectLimits(at: TestApp, { acme, mine }: Tenants): Promise<void> {
  const Bucket = bucketName('limits');
  await mine.send(new CreateBucketCommand({ Bucket }));
  await mine.send(new PutObjectCommand({ Bucket, Key: 'k', Body: Buffer.alloc(10_000) }));
  const system = await at.as('admin', 'own');
  const { limits } = await system.call(calls.overview);
  const told = async () => acme.call(calls.bucket, { params: { bucketName: Bucket } });
  const use = limits.user ? { objects: 1, bytes: 10_000 } : { objects: null, bytes: null };
  await expect.poll(told, { timeout: 30_000, interval: 500 }).toEqual({ name: Bucket, ...use });
  expect((await acme.call(calls.buckets)).data).toContainEqual({ name: Bucket, ...use });
  const { id: s3UserId } = await acme.call(calls.user);
  const user = { params: { ...OF_SERVICE, s3UserId } };
  const limit = (bytes: number | null) => system.reply(calls.updateUser, { ...user, body: { limits: { bytes, objects: null } } });
  if (limits.user) {
    expect((await limit(20_000)).status).toBe(200);
    const large = mine.send(new PutObjectCommand({ Bucket, Key: 'large', Body: Buffer.alloc(50_000) }));
    expect(await outcome(large)).toMatch(/^QuotaExceeded 4\d\d$/);
    expect((await limit(null)).status).toBe(200);
  } else expect((await limit(20_000)).status).toBe(501);
  await mine.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'k' }] } }));
  await mine.send(new DeleteBucketCommand({ Bucket }));
}

/** A link works for whoever has it, and no longer once it is revoked, where users have pairs of their own. */
export async function expectLinks({ acme, globex, mine }: Tenants): Promise<void> {
  const Bucket = bucketName('links');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const key = 'fo lder/ä+ö.txt';
  await mine.send(new PutObjectCommand({ Bucket, Key: key, Body: 'for all' }));
  const { url } = await acme.call(calls.createLink, { body: { bucket: Bucket, key } });
  expect(await (await fetch(url)).text()).toBe('for all');
  expect((await globex.reply(calls.createLink, { body: { bucket: Bucket, key } })).status).toBe(404);
  const { revocable_links: isRevocable } = await acme.call(calls.service);
  expect((await acme.reply(calls.revokeLinks)).status).toBe(isRevocable ? 204 : 501);
  expect((await fetch(url)).status).toBe(isRevocable ? 403 : 200);
  const later = await acme.call(calls.createLink, { body: { bucket: Bucket, key, expires: 600 } });
  expect((await fetch(later.url)).status).toBe(200);
  await mine.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: key }] } }));
  await mine.send(new DeleteBucketCommand({ Bucket }));
}

/** A folder comes as one file, with what is in it. */
export async function expectArchive(at: TestApp, { acme, mine }: Tenants): Promise<void> {
  const Bucket = bucketName('archive');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const names = ['in/a +&%.txt', 'in/deep/ü', 'out'];
  for (const Key of names) await mine.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  const { url } = await acme.call(calls.archive, { body: { bucket: Bucket, keys: ['in/'] } });
  const files = unzip(Buffer.from(await (await fetch(`${at.url}${url}`)).arrayBuffer()));
  expect([...files].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ['in/a +&%.txt', 'in/a +&%.txt'],
    ['in/deep/ü', 'in/deep/ü'],
  ]);
  await mine.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: names.map((Key) => ({ Key })) } }));
  await mine.send(new DeleteBucketCommand({ Bucket }));
}

/** Keys end at the storage itself with the user who has them, and work again with him. Ends his session. */
export async function expectCutOff(at: TestApp, { acme }: Tenants): Promise<void> {
  const { max_keys: most, endpoint, port, region } = await acme.call(calls.service);
  if (most === 0) return;
  const { acc_key: accessKey, sec_key: secret } = await acme.call(calls.createKey);
  const direct = withKeys(endpoint ?? `http://127.0.0.1:${port}`, region, accessKey, secret);
  const signs = () => outcome(direct.send(new ListBucketsCommand({})));
  expect(await signs()).toBe('accepted');
  const { id: userId, domain_id: domainId } = await acme.call(nouns.session.calls.whoami);
  const system = await at.as('admin', 'own');
  const user = { params: { domainId: domainId!, userId } };
  const { task_id: disabling } = await system.call(nouns.users.calls.disable, user);
  expect((await at.ended(system, disabling)).state).toBe('success');
  await expect.poll(signs, { timeout: 20_000 }).toMatch(/ 403$/);
  const { task_id: enabling } = await system.call(nouns.users.calls.enable, user);
  expect((await at.ended(system, enabling)).state).toBe('success');
  await expect.poll(signs, { timeout: 20_000 }).toBe('accepted');
  direct.destroy();
}
