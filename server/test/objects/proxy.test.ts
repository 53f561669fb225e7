import { randomBytes } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp, type UserName } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const Bucket = 'proxied';
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe('the proxy to the object store', () => {
  let at: TestApp;
  let member: Client;
  const clients: S3Client[] = [];
  beforeAll(async () => {
    at = await startTestApp({ database: 'sqlite' });
    member = await at.as('acme-member', 'acme-prod');
    await member.call(nouns.objectStorage.calls.enable);
    await through(member).send(new CreateBucketCommand({ Bucket }));
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await at.close();
  });

  /** The SDK as the console uses it: made-up keys, and the headers of the session. */
  function through(client: Client, headers: Readonly<Record<string, string>> = client.headers): S3Client {
    const made = new S3Client({
      endpoint: `${at.url}/s3proxy`,
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
    clients.push(made);
    return made;
  }

  async function scopedTo(user: UserName): Promise<Client> {
    const client = await at.as(user, user.startsWith('globex') ? 'globex-prod' : 'acme-prod');
    await client.call(nouns.objectStorage.calls.enable);
    return client;
  }

  /** A presigned address as the browser opens it: without the headers of the session. */
  const presigned = (key: string, signingDate = new Date()): Promise<string> =>
    getSignedUrl(through(member, {}), new GetObjectCommand({ Bucket, Key: key }), { expiresIn: 3600, signingDate });

  /** The cookie that a request with the session's headers gives. */
  async function cookieOf(headers: Readonly<Record<string, string>>): Promise<string> {
    const answer = await fetch(`${at.url}/s3proxy/`, { headers });
    return answer.headers.get('set-cookie') ?? '';
  }

  it('the proxy to the object store acts as the user of the session, whatever signs', async () => {
    const bytes = randomBytes(200_000);
    const client = through(member);
    await client.send(new PutObjectCommand({ Bucket, Key: 'a/b c.bin', Body: bytes }));
    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'a/b c.bin' }));
    expect(Buffer.from(await read.Body!.transformToByteArray()).equals(bytes)).toBe(true);
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/', MaxKeys: 36 }));
    expect([listed.CommonPrefixes, listed.MaxKeys]).toEqual([[{ Prefix: 'a/' }], 36]);
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a/b c.bin' }] } }));
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  });

  it('the proxy leads no other user to the buckets of a user, and nobody without a session', async () => {
    const foreign = await scopedTo('globex-member');
    expect((await through(foreign).send(new ListBucketsCommand({}))).Buckets ?? []).toEqual([]);
    expect(await refusal(through(foreign).send(new ListObjectsV2Command({ Bucket })))).toBe('AccessDenied 403');
    expect(await refusal(through(member, {}).send(new ListBucketsCommand({})))).toBe('unauthorized 401');
    const lead = await at.as('acme-lead', 'acme-prod');
    expect(await refusal(through(lead).send(new ListBucketsCommand({})))).toBe('s3_not_found 404');
  });

  it('the proxy to the object store refuses a viewer who makes a bucket', async () => {
    const viewer = await at.as('acme-viewer', 'acme-prod');
    expect(await refusal(through(viewer).send(new CreateBucketCommand({ Bucket: 'viewed' })))).toBe('forbidden 403');
  });

  it('the proxy to the object store takes a presigned upload with the headers of the session', async () => {
    const url = await getSignedUrl(through(member, {}), new PutObjectCommand({ Bucket, Key: 'up.txt' }), { expiresIn: 3600 });
    const put = (headers: Readonly<Record<string, string>>) => fetch(url, { method: 'PUT', body: 'uploaded', headers });
    expect((await put({ cookie: await cookieOf(member.headers) })).status).toBe(401);
    expect((await put(member.headers)).status).toBe(200);
    expect(await (await fetch(await presigned('up.txt'), { headers: member.headers })).text()).toBe('uploaded');
  });

  it('the proxy lets the browser download by a presigned address and a cookie for 3600 s [const.s3-presign-life]', async () => {
    await through(member).send(new PutObjectCommand({ Bucket, Key: 'page.html', Body: '<script>1</script>', ContentType: 'text/html' }));
    const given = await cookieOf(member.headers);
    expect(given).toMatch(/^gantry-s3-administration=[^;]+; Path=\/s3proxy; HttpOnly; SameSite=Strict$/);
    const cookie = given.split(';')[0]!;
    expect((await fetch(`${at.url}/s3proxy/`, { headers: { ...member.headers, cookie } })).headers.get('set-cookie')).toBeNull();
    const url = await presigned('page.html');
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');
    const answer = await fetch(url, { headers: { cookie } });
    expect([answer.status, await answer.text()]).toEqual([200, '<script>1</script>']);
    const aged = (seconds: number) => presigned('page.html', new Date(Date.now() - seconds * 1000));
    expect((await fetch(await aged(3590), { headers: { cookie } })).status).toBe(200);
    const late = await fetch(await aged(3601), { headers: { cookie } });
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
    expect((await fetch(await aged(3601), { headers: member.headers })).status).toBe(403);
    const unsigned = await fetch(`${at.url}/s3proxy/${Bucket}/page.html`, { headers: { cookie } });
    expect(unsigned.status).toBe(400);
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { cookie: `${cookie}x` } })).status).toBe(401);
    expect((await fetch(`${at.url}/api/v2/s3service`, { headers: { cookie } })).status).toBe(401);
  });

  it('the proxy to the object store ends with the session, also for the cookie', async () => {
    const other = await at.as('acme-member', 'acme-prod');
    const cookie = (await cookieOf(other.headers)).split(';')[0]!;
    const url = await presigned('page.html');
    expect((await fetch(url, { headers: { cookie } })).status).toBe(200);
    await other.call(nouns.session.calls.logout);
    expect((await fetch(url, { headers: { cookie } })).status).toBe(401);
  });

  it('the proxy gives a stored object as a download that can do nothing in the name of the console', async () => {
    const inline = { ContentDisposition: 'inline', CacheControl: 'public, max-age=9999' };
    await through(member).send(new PutObjectCommand({ Bucket, Key: 'evil.svg', Body: '<svg/>', ContentType: 'image/svg+xml', ...inline }));
    const headersOf = async (asked: string) =>
      (await fetch(`${at.url}/s3proxy/${Bucket}/evil.svg${asked}`, { headers: member.headers })).headers;
    const headers = await headersOf('');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const named = encodeURIComponent('attachment; filename="e.svg"');
    expect((await headersOf(`?response-content-disposition=${named}`)).get('content-disposition')).toBe('attachment; filename="e.svg"');
    expect((await headersOf('?response-content-disposition=inline')).get('content-disposition')).toBe('attachment');
  });

  it('the proxy opens nothing of the console to pages that the rules of a bucket allow', async () => {
    const CORSRules = [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'], AllowedHeaders: ['*'] }];
    await through(member).send(new PutObjectCommand({ Bucket, Key: 'opened.txt', Body: 'opened' }));
    await through(member).send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
    const origin = 'https://elsewhere.example';
    const answers = await Promise.all([
      fetch(await presigned('opened.txt'), { headers: { ...member.headers, origin } }),
      fetch(await presigned('opened.txt'), { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } }),
    ]);
    expect(await answers[0].text()).toBe('opened');
    const allowing = answers.flatMap(({ headers }) => [...headers.keys()].filter((name) => name.startsWith('access-control-')));
    expect([allowing, answers[1].ok]).toEqual([[], false]);
    const elsewhere = await fetch(`${at.app.s3Url}/${Bucket}/opened.txt`, { headers: { origin } });
    expect([elsewhere.status, elsewhere.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
  });

  it('an endpoint stands beside the proxy where keys made in the console sign, until they are gone [api.s3key-create, api.s3key-delete]', async () => {
    const { acc_key: accessKeyId, sec_key: secretAccessKey } = await member.call(nouns.objectStorage.calls.createKey);
    const direct = new S3Client({
      endpoint: at.app.s3Url!,
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey },
    });
    clients.push(direct);
    await direct.send(new PutObjectCommand({ Bucket, Key: 'direct', Body: 'direct' }));
    const read = await through(member).send(new GetObjectCommand({ Bucket, Key: 'direct' }));
    expect(await read.Body!.transformToString()).toBe('direct');
    await member.call(nouns.objectStorage.calls.deleteKey, { params: { accessKey: accessKeyId } });
    expect(await refusal(direct.send(new ListBucketsCommand({})))).toBe('InvalidAccessKeyId 403');
    const { port } = await member.call(nouns.objectStorage.calls.service);
    expect(at.app.s3Url).toBe(`http://127.0.0.1:${port}`);
  });

  it('the audit has an entry for each bucket that is made or deleted, by keys or console, and none for objects and reads', async () => {
    const { acc_key: accessKeyId, sec_key: secretAccessKey } = await member.call(nouns.objectStorage.calls.createKey);
    const direct = new S3Client({
      endpoint: at.app.s3Url!,
      region: 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey },
    });
    clients.push(direct);
    const before = (await at.store.audit.list({ limit: 1000 })).length;
    await direct.send(new CreateBucketCommand({ Bucket: 'audited' }));
    await direct.send(new PutObjectCommand({ Bucket: 'audited', Key: 'a', Body: 'a' }));
    await direct.send(new ListObjectsV2Command({ Bucket: 'audited' }));
    await through(member).send(new GetObjectCommand({ Bucket: 'audited', Key: 'a' }));
    expect(await refusal(through(member).send(new DeleteBucketCommand({ Bucket: 'audited' })))).toBe('BucketNotEmpty 409');
    await through(member).send(new DeleteObjectsCommand({ Bucket: 'audited', Delete: { Objects: [{ Key: 'a' }] } }));
    expect((await fetch(`${at.url}/s3proxy/audited?x-id=DeleteBucket`, { method: 'DELETE', headers: member.headers })).status).toBe(204);
    const all = await at.store.audit.list({ limit: 1000 });
    const made = all.filter(({ target }) => target === 'audited');
    expect(all).toHaveLength(before + 3);
    const who = { userName: 'acme-member', domainId: expect.any(String), userId: expect.any(String), projectId: expect.any(String) };
    expect(made.toSorted((a, b) => a.at.localeCompare(b.at))).toMatchObject([
      { ...who, call: 'objectStorage.createBucket', status: 200, errorCode: null, body: { access_key: accessKeyId } },
      { ...who, call: 'objectStorage.deleteBucket', status: 409, errorCode: 'BucketNotEmpty', body: null },
      { ...who, call: 'objectStorage.deleteBucket', status: 204, errorCode: null, body: null },
    ]);
    expect(new Set(made.map(({ userId, domainId, projectId }) => [userId, domainId, projectId].join())).size).toBe(1);
    expect(made[0]!.address).toMatch(/127\.0\.0\.1|::1/);
    await direct.send(new CreateBucketCommand({ Bucket: 'set' }));
    await direct.send(new PutBucketVersioningCommand({ Bucket: 'set', VersioningConfiguration: { Status: 'Enabled' } }));
    expect(await refusal(through(member).send(new PutBucketPolicyCommand({ Bucket: 'set', Policy: '{' })))).toBe('MalformedPolicy 400');
    const settings = (await at.store.audit.list({ limit: 1000 })).filter(
      ({ call, target }) => call === 'objectStorage.setBucket' && target === 'set',
    );
    expect(settings.toSorted((a, b) => a.at.localeCompare(b.at))).toMatchObject([
      { ...who, status: 200, errorCode: null, body: { access_key: accessKeyId, setting: 'versioning', method: 'PUT' } },
      { ...who, status: 400, errorCode: 'MalformedPolicy', body: { setting: 'policy', method: 'PUT' } },
    ]);
    const told = await (await at.as('admin', 'own')).raw('GET', '/api/v2/audit_log?target=audited&activity=objectStorage.deleteBucket');
    expect((told.json as { data: unknown[] }).data).toHaveLength(2);
  });
});
