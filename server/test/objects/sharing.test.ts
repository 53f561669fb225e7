/** What the console does with objects beside the protocol: shared links, ZIP files, previews, use of buckets; and who is out of all of it. */
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { outcome, throughProxy, withKeys } from '../scenarios/support/objects.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { bookOf } from './support/account-service.ts';
import { unzip } from './support/unzip.ts';

const { calls } = nouns.objectStorage;
const Bucket = 'shared';

describe('objects beside the protocol', () => {
  let at: TestApp;
  let member: Client;
  let mine: S3Client;
  let cookie: string;
  beforeAll(async () => {
    at = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
    member = await at.as('acme-member', 'acme-prod');
    await member.call(calls.enable);
    mine = throughProxy(at.url, member);
    await mine.send(new CreateBucketCommand({ Bucket }));
    const answer = await fetch(`${at.url}/s3proxy/`, { headers: member.headers });
    cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
  });
  afterAll(async () => {
    mine.destroy();
    await at.close();
  });

  const done = async (client: Client, { status, json }: Reply): Promise<void> => {
    expect(status).toBe(202);
    expect((await at.ended(client, (json as { task_id: string }).task_id)).state).toBe('success');
  };

  const put = (Key: string, Body: string, ContentType?: string) =>
    mine.send(new PutObjectCommand({ Bucket, Key, Body, ...(ContentType !== undefined && { ContentType }) }));
  const share = (key: string, expires?: number) =>
    member.call(calls.createLink, { body: { bucket: Bucket, key, ...(expires && { expires }) } });

  describe('a shared link', () => {
    it('a shared link opens one object for whoever has it, for an hour unless something else is said', async () => {
      await put('a ä/+?.txt', 'for all', 'text/plain');
      const { url, expires_at: until } = await share('a ä/+?.txt');
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');
      expect(Math.abs(Date.parse(until) - Date.now() - 3_600_000)).toBeLessThan(60_000);
      const answer = await fetch(url);
      expect([answer.status, await answer.text()]).toEqual([200, 'for all']);
      expect((await fetch(url.replace('.txt', '.tx'))).status).toBe(403);
      expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
      const short = await share('a ä/+?.txt', 1);
      await expect.poll(async () => (await fetch(short.url)).status, { timeout: 8000 }).toBe(403);
    });

    it('a shared link lives a week at most, and leads to no object that is missing or of another user', async () => {
      const make = async (body: object, client = member) => (await client.raw('POST', '/api/v2/s3service/links', { body })).status;
      expect(await make({ bucket: Bucket, key: 'a ä/+?.txt', expires: 604_800 })).toBe(201);
      expect(await make({ bucket: Bucket, key: 'a ä/+?.txt', expires: 604_801 })).toBe(400);
      expect(await make({ bucket: Bucket, key: 'nothing' })).toBe(404);
      const other = await at.as('globex-member', 'globex-prod');
      await other.call(calls.enable);
      expect(await make({ bucket: Bucket, key: 'a ä/+?.txt' }, other)).toBe(404);
    });

    it('a shared link ends when it is revoked, and later ones work', async () => {
      const before = await share('a ä/+?.txt');
      await member.call(calls.revokeLinks);
      const refused = await fetch(before.url);
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('<Code>InvalidAccessKeyId</Code>')]);
      expect((await fetch((await share('a ä/+?.txt')).url)).status).toBe(200);
      expect((await mine.send(new HeadObjectCommand({ Bucket, Key: 'a ä/+?.txt' }))).ContentLength).toBe(7);
    });
  });

  describe('a ZIP file', () => {
    const archive = (body: object) => member.raw('POST', '/api/v2/s3service/archives', { body: { bucket: Bucket, ...body } });
    const download = async (body: object) => {
      const { url } = (await archive(body)).json as { url: string };
      return fetch(`${at.url}${url}`);
    };

    it('a ZIP file has files and folders, once for each ticket, named as they are below their folder', async () => {
      for (const [key, text] of [
        ['zip/one.txt', '1'],
        ['zip/in/two ü.txt', 'zwei'],
        ['zip/in/deep/3', ''],
        ['zip/empty/', ''],
        ['zip/other', 'not chosen'],
      ] as const)
        await put(key, text);
      const { url } = (await archive({ folder: 'zip/', keys: ['zip/one.txt', 'zip/in/', 'zip/empty/'] })).json as { url: string };
      const answer = await fetch(`${at.url}${url}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''zip.zip");
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      expect(Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
        'one.txt': '1',
        'in/two ü.txt': 'zwei',
        'in/deep/3': '',
        'empty/': '',
      });
      expect((await fetch(`${at.url}${url}`)).status).toBe(401);
    });

    it('a ZIP file leads nowhere outside of the folder that it is unpacked into', async () => {
      for (const key of ['esc/../../up', 'esc//abs', 'esc/./same', 'esc/same', 'esc/C:\\win', 'esc/..']) await put(key, key);
      const files = unzip(Buffer.from(await (await download({ folder: 'esc/', keys: ['esc/'] })).arrayBuffer()));
      expect([...files.keys()].toSorted()).toEqual(['C__win', '__', '__ (2)/__/up', 'abs', 'same', 'same (2)'].toSorted());
    });

    it('a ZIP file is refused where it would be empty, is of too many keys, or of what is not below its folder', async () => {
      const reasonOf = async (body: object) => {
        const { status, json: said } = await archive(body);
        return [status, (said as { error: { data?: { reason?: { code: string } } } }).error.data?.reason?.code];
      };
      expect(await reasonOf({ keys: ['nowhere/'] })).toEqual([409, 's3_archive_empty']);
      expect(await reasonOf({ folder: 'zip/', keys: ['esc/'] })).toEqual([400, undefined]);
      expect(await reasonOf({ keys: Array.from({ length: 501 }, (_, index) => `k${index}`) })).toEqual([400, undefined]);
      expect((await archive({ bucket: 'someone-elses', keys: ['a/'] })).status).toBe(404);
    });
  });

  it('a preview of an object shows what cannot run, in a sandbox, and leaves all else to be saved', async () => {
    const shown = async (key: string, type: string, query = 'preview') => {
      await put(key, '<script>1</script>', type);
      const { headers } = await fetch(`${at.url}/s3proxy/${Bucket}/${key}?${query}`, { headers: member.headers });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src/);
      return [headers.get('content-type'), headers.get('content-disposition')];
    };
    const plain = ['text/plain; charset=utf-8', 'inline'];
    expect(await shown('p.html', 'text/html')).toEqual(plain);
    expect(await shown('p.js', 'text/javascript')).toEqual(plain);
    expect(await shown('p.xml', 'application/xml')).toEqual(plain);
    expect(await shown('p.xhtml', 'application/xhtml+xml')).toEqual(plain);
    expect(await shown('p.png', 'image/png')).toEqual(['image/png', 'inline']);
    expect(await shown('p.PNG', 'binary/octet-stream')).toEqual(['image/png', 'inline']);
    expect(await shown('p.webm', 'video/webm')).toEqual(['video/webm', 'inline']);
    expect(await shown('p.svg', 'image/svg+xml')).toEqual(['image/svg+xml', 'attachment']);
    expect(await shown('p2.svg', 'binary/octet-stream')).toEqual(['binary/octet-stream', 'attachment']);
    expect(await shown('p.pdf', 'application/pdf')).toEqual(['application/pdf', 'attachment']);
    expect(await shown('p.png', 'text/html;x=image/png')).toEqual(plain);
    expect(await shown('p.html', 'text/html', 'preview&response-content-disposition=inline')).toEqual(plain);
    expect(await shown('p.html', 'text/html', 'response-content-disposition=inline')).toEqual(['text/html', 'attachment']);
    const byCookie = await fetch(`${at.url}/s3proxy/${Bucket}/p.png?preview`, { headers: { cookie } });
    expect([byCookie.status, (await byCookie.text()).includes('AuthorizationQueryParametersError')]).toEqual([400, true]);
  });

  it('the head of an object tells through the proxy what is stored with it, as it is', async () => {
    const stored = { CacheControl: 'max-age=60', ContentDisposition: 'inline; filename="x.txt"', ContentType: 'text/html' };
    await mine.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'x', ...stored }));
    const head = await mine.send(new HeadObjectCommand({ Bucket, Key: 'kept' }));
    expect([head.CacheControl, head.ContentDisposition, head.ContentType]).toEqual(['max-age=60', 'inline; filename="x.txt"', 'text/html']);
  });

  it('the console tells how many objects and bytes are in each bucket', async () => {
    await mine.send(new CreateBucketCommand({ Bucket: 'counted' }));
    await mine.send(new PutObjectCommand({ Bucket: 'counted', Key: 'k', Body: 'seven b' }));
    const { data } = await member.call(calls.buckets);
    expect(data.find(({ name }) => name === 'counted')).toEqual({ name: 'counted', objects: 1, bytes: 7 });
    expect(await member.call(calls.bucket, { params: { bucketName: 'counted' } })).toEqual({ name: 'counted', objects: 1, bytes: 7 });
    expect((await member.raw('GET', '/api/v2/s3service/buckets/nowhere')).status).toBe(404);
    const lead = await at.as('acme-lead', 'acme-prod');
    expect((await lead.call(calls.buckets)).data).toEqual([]);
  });

  it('access keys and links are denied while their user, project or domain is disabled', async () => {
    const admin = await at.as('admin', 'own');
    const { acc_key: accessKey, sec_key: secret } = await member.call(calls.createKey);
    const direct = withKeys(at.app.s3Url!, 'us-east-1', accessKey, secret);
    const { url } = await share('kept');
    const asks = async () => [await outcome(direct.send(new ListBucketsCommand({}))), (await fetch(url)).status];
    const { id: userId, domain_id: domainId, project_id: projectId } = await member.call(nouns.session.calls.whoami);
    expect(await asks()).toEqual(['accepted', 200]);
    const project = `/api/v2/domains/${domainId}/projects/${projectId}`;
    const user = `/api/v2/domains/${domainId}/users/${userId}`;
    for (const [what, change] of [
      ['project', (enabled: boolean) => admin.raw('PATCH', project, { body: { enabled } })],
      ['domain', (enabled: boolean) => admin.raw('PATCH', `/api/v2/domains/${domainId}`, { body: { enabled } })],
      ['user', (enabled: boolean) => admin.raw('POST', `${user}/${enabled ? 'enable' : 'disable'}`)],
    ] as const)
      for (const enabled of [false, true]) {
        await done(admin, await change(enabled));
        expect([what, ...(await asks())]).toEqual(enabled ? [what, 'accepted', 200] : [what, 'InvalidAccessKeyId 403', 403]);
      }
    direct.destroy();
  });

  it('users and domains stay as long as they have buckets, and the keys of a user are gone with the user', async () => {
    const admin = await at.as('admin', 'own');
    const { task_id: making, id: domainId } = await admin.call(nouns.domains.calls.create, { body: { name: 'leaving' } });
    await at.ended(admin, making);
    const inDomain = { params: { domainId: domainId! } };
    const password = 'correct horse battery 9';
    const made = await admin.call(nouns.users.calls.create, { ...inDomain, body: { name: 'goer', password, role: 'domain_admin' } });
    await at.ended(admin, made.task_id);
    const userId = made.id!;
    expect((await admin.call(nouns.users.calls.read, { params: { domainId: domainId!, userId } })).s3_user_id).toMatch(/^[\da-f]{16}$/);
    const accounts = bookOf(at);
    const { task_id: founding, id: projectId } = await admin.call(nouns.projects.calls.create, { ...inDomain, body: { name: 'left' } });
    await at.ended(admin, founding);
    const { account, key } = await accounts.open({ userId, userName: 'goer', domainId: domainId!, projectId: projectId! });
    const direct = withKeys(at.app.s3Url!, 'us-east-1', key!.acc_key, key!.sec_key);
    await direct.send(new CreateBucketCommand({ Bucket: 'of-a-goer' }));
    const user = `/api/v2/domains/${domainId}/users/${userId}`;
    const refusal = async (path: string) => {
      const { status, json } = await admin.raw('DELETE', path);
      return [status, (json as { error: { data: { reason: unknown } } }).error.data.reason];
    };
    expect(await refusal(user)).toEqual([409, { code: 'user_has_buckets', params: { count: 1 } }]);
    const project = `/api/v2/domains/${domainId}/projects/${projectId}`;
    expect(await refusal(project)).toEqual([409, { code: 'project_has_buckets', params: { count: 1 } }]);
    expect(await refusal(`/api/v2/domains/${domainId}`)).toEqual([409, { code: 'domain_has_projects', params: { count: 1 } }]);
    await direct.send(new DeleteBucketCommand({ Bucket: 'of-a-goer' }));
    await done(admin, await admin.raw('DELETE', project));
    const owner = { ownerId: account.id, domainId: domainId!, projectId: null };
    const left = await at.app.store.objects.createBucket({ ...owner, name: 'of-no-project', at: Date.now() }, () => undefined);
    expect(await refusal(`/api/v2/domains/${domainId}`)).toEqual([409, { code: 'domain_has_buckets', params: { count: 1 } }]);
    await at.app.store.objects.removeBucket(left!.id);
    await done(admin, await admin.raw('DELETE', user));
    expect(await outcome(direct.send(new ListBucketsCommand({})))).toBe('InvalidAccessKeyId 403');
    await expect.poll(() => accounts.byId(account.id)).toBeUndefined();
    await done(admin, await admin.raw('DELETE', `/api/v2/domains/${domainId}`));
    direct.destroy();
  });
});
