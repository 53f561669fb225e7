/** What a Ceph gateway hears of settings and conditions: this one keeps settings as text, and all else is whatever a test wants. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const { calls } = nouns.objectStorage;
const UNSET: Readonly<Record<string, string>> = { policy: 'NoSuchBucketPolicy', lifecycle: 'NoSuchLifecycleConfiguration' };
const UPLOAD = '<InitiateMultipartUploadResult><UploadId>trial</UploadId></InitiateMultipartUploadResult>';

interface Statement {
  Sid: string;
  Effect: string;
  Principal?: { AWS: string[] };
  NotPrincipal?: { AWS: string[] };
}

describe('buckets at a Ceph gateway', () => {
  let at: TestApp;
  let owner: Client;
  let lead: Client;
  let server: Server;
  const settings = new Map<string, string>();
  /** `METHOD /path?query`, and the bodies in their order. */
  let heard: string[] = [];
  let bodies: string[] = [];
  /** What the gateway keeps of a text. */
  let keep = (text: string): string => text;
  let encrypts = false;
  let isReached = true;

  function answer({ method = '', url = '' }: IncomingMessage, body: string, response: ServerResponse): void {
    if (url === '/' || url.startsWith('/admin/')) return void response.end(url.startsWith('/admin/bucket') ? '[]' : '{}');
    heard.push(`${method} ${url}`);
    if (body !== '') bodies.push(body);
    const setting = Object.keys(UNSET).find((name) => url.includes(`?${name}`));
    if (method === 'HEAD') return void response.writeHead(isReached ? 200 : 403).end();
    if (method === 'POST' && url.includes('?uploads'))
      return void response.writeHead(200, encrypts ? { 'x-amz-server-side-encryption': 'AES256' } : {}).end(UPLOAD);
    if (setting === undefined) return void response.end();
    if (method === 'PUT') settings.set(url, keep(body));
    if (method === 'DELETE') settings.delete(url);
    const kept = settings.get(url);
    if (method !== 'GET') response.writeHead(204).end();
    else if (kept === undefined) response.writeHead(404).end(`<Error><Code>${UNSET[setting]}</Code></Error>`);
    else response.end(kept);
  }

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += String(piece);
      answer(request, body, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const GANTRY_S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { GANTRY_S3_TYPE: 'rgw', GANTRY_S3_ENDPOINT, GANTRY_S3_ACCESS_KEY: 'ADMIN', GANTRY_S3_SECRET_KEY: 'admin-secret' };
    at = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0', ...env } });
    [owner, lead] = await Promise.all([at.as('acme-member', 'acme-prod'), at.as('acme-lead', 'acme-prod')]);
    for (const client of [owner, lead]) await client.call(calls.enable);
  });
  beforeEach(() => {
    settings.clear();
    [heard, bodies, keep, encrypts, isReached] = [[], [], (text) => text, false, true];
  });
  afterAll(async () => {
    await at.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function ask(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const answered = await fetch(`${at.url}/s3proxy${path}`, {
      method,
      headers: { ...owner.headers, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: answered.status, text: await answered.text() };
  }
  const policyFor = (...names: string[]) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Sid: 'x', Effect: 'Allow', Principal: { AWS: names }, Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::photos'] }],
    });
  const idOf = async (client: Client) => (await client.call(calls.user)).id;
  const statements = () => (JSON.parse(bodies.at(-1)!) as { Statement: Statement[] }).Statement;
  const sharedWithLead = async () => (await lead.call(calls.shared)).data;

  it('a policy reaches a Ceph gateway with the names of its users, and comes back with those of the console', async () => {
    const [mine, theirs] = [await idOf(owner), await idOf(lead)];
    const { id: userId } = await lead.call(nouns.session.calls.whoami);
    expect((await ask('PUT', '/photos?policy', policyFor(`arn:aws:iam:::user/${userId}`))).status).toBe(204);
    const [ours, gateways] = [policyFor(`arn:aws:iam:::user/${theirs}`), `arn:aws:iam:::user/gantry-${theirs}`];
    const [sent, own, others] = statements();
    expect([sent?.Principal?.AWS, own?.Principal?.AWS, own?.Effect]).toEqual([[gateways], [`arn:aws:iam:::user/gantry-${mine}`], 'Allow']);
    expect([others?.Effect, others?.NotPrincipal?.AWS]).toEqual(['Deny', [`arn:aws:iam:::user/gantry-${mine}`, gateways]]);
    expect(await ask('GET', '/photos?policy')).toEqual({ status: 200, text: ours });
  });

  it('a bucket of a Ceph gateway that is shared no longer stays open to its owner alone', async () => {
    expect((await ask('DELETE', '/photos?policy')).status).toBe(204);
    expect(heard).toEqual(['GET /photos?policy=']);
    await ask('PUT', '/photos?policy', policyFor(`arn:aws:iam:::user/${await idOf(lead)}`));
    expect((await ask('DELETE', '/photos?policy')).status).toBe(204);
    const mine = [`arn:aws:iam:::user/gantry-${await idOf(owner)}`];
    expect(statements().map(({ Principal, NotPrincipal }) => (Principal ?? NotPrincipal)?.AWS)).toEqual([mine, mine]);
    expect(await ask('GET', '/photos?policy')).toMatchObject({ status: 404, text: expect.stringContaining('NoSuchBucketPolicy') });
  });

  it('a bucket of a Ceph gateway is shared with no project and with nobody of another domain', async () => {
    const { project_id: projectId } = await owner.call(nouns.session.calls.whoami);
    const foreign = await at.as('globex-member', 'globex-prod');
    expect((await owner.call(calls.service)).sharing).toEqual(['user']);
    const tries = [
      await ask('PUT', '/photos?policy', policyFor(`arn:aws:iam:::project/${projectId}`)),
      await ask('PUT', '/photos?policy', policyFor(`arn:aws:iam:::user/${await idOf(foreign)}`)),
      await ask('PUT', '/photos?policy', policyFor('*')),
    ];
    expect([tries.map(({ status }) => status), heard]).toEqual([[501, 400, 403], []]);
  });

  it('buckets of a Ceph gateway that others share are listed as long as the gateway lets the user in', async () => {
    await ask('PUT', '/photos?policy', policyFor(`arn:aws:iam:::user/${await idOf(lead)}`));
    expect(await sharedWithLead()).toEqual([{ name: 'photos', owner_name: 'acme-member' }]);
    expect((await owner.call(calls.shared)).data).toEqual([]);
    isReached = false;
    expect(await sharedWithLead()).toEqual([]);
    isReached = true;
    expect((await ask('DELETE', '/photos')).status).toBe(200);
    expect(await sharedWithLead()).toEqual([]);
  });

  const ruled = (days: number, more = '', status = 'Enabled') =>
    `<LifecycleConfiguration><Rule><ID>a</ID><Filter><Prefix></Prefix></Filter><Status>${status}</Status>` +
    `<NoncurrentVersionExpiration><NoncurrentDays>${days}</NoncurrentDays>${more}</NoncurrentVersionExpiration></Rule></LifecycleConfiguration>`;
  const NEWER = '<NewerNoncurrentVersions>3</NewerNoncurrentVersions>';

  it('a lifecycle rule that a Ceph gateway keeps only in part is refused, and never enabled', async () => {
    await ask('PUT', '/photos?lifecycle', ruled(9));
    expect(bodies).toEqual([ruled(9)]);
    keep = (text) => text.replace(NEWER, '');
    expect(await ask('PUT', '/photos?lifecycle', ruled(1, NEWER))).toMatchObject({ status: 501, text: expect.stringContaining('in part') });
    expect(bodies.slice(1)).toEqual([ruled(1, NEWER, 'Disabled'), ruled(9)]);
    expect(settings.get('/photos?lifecycle=')).toBe(ruled(9));
  });

  it('a lifecycle rule that a Ceph gateway keeps whole is enabled once it has been read as it is', async () => {
    expect((await ask('PUT', '/photos?lifecycle', ruled(1, NEWER))).status).toBe(204);
    expect(bodies).toEqual([ruled(1, NEWER, 'Disabled'), ruled(1, NEWER)]);
  });

  it('an object is stored at a Ceph gateway as encrypted only after an upload was', async () => {
    const put = () => ask('PUT', '/photos/a', 'secret', { 'x-amz-server-side-encryption': 'AES256' });
    const trial = ['POST /photos/a?uploads=', 'DELETE /photos/a?uploadId=trial'];
    expect([(await put()).status, heard]).toEqual([501, trial]);
    [heard, encrypts] = [[], true];
    expect([(await put()).status, heard]).toEqual([200, [...trial, 'PUT /photos/a']]);
    const begin = () => ask('POST', '/photos/a?uploads', '', { 'x-amz-server-side-encryption': 'AES256' });
    [heard, encrypts] = [[], false];
    expect([(await begin()).status, heard]).toEqual([501, trial]);
  });

  it.each([
    ['the end of a policy', 'DELETE', '/photos?policy', undefined],
    ['rules that are tried first', 'PUT', '/photos?lifecycle', ruled(1, NEWER)],
    ['an encrypted object', 'PUT', '/photos/a', 'secret'],
  ])('a Ceph gateway hears nothing of what expects another owner of the bucket: %s', async (_what, method, path, body) => {
    const headers = { 'x-amz-expected-bucket-owner': 'other', ...(path === '/photos/a' && { 'x-amz-server-side-encryption': 'AES256' }) };
    expect([(await ask(method, path, body, headers)).status, heard]).toEqual([403, []]);
  });

  const COPY = { 'x-amz-copy-source': '/photos/a' };
  it.each([
    ['a deletion on condition', 'DELETE', '/photos/a', { 'if-match': '"a"' }],
    ['a deletion on condition of a size', 'DELETE', '/photos/a', { 'x-amz-if-match-size': '1' }],
    ['a copy on condition of its source', 'PUT', '/photos/b', { ...COPY, 'x-amz-copy-source-if-match': '"a"' }],
    ['a copy where nothing is yet', 'PUT', '/photos/b', { ...COPY, 'if-none-match': '*' }],
    ['a copy with other tags', 'PUT', '/photos/b', { ...COPY, 'x-amz-tagging-directive': 'REPLACE', 'x-amz-tagging': 'a=b' }],
    ['an encrypted copy', 'PUT', '/photos/b', { ...COPY, 'x-amz-server-side-encryption': 'AES256' }],
    ['the end of an upload on condition', 'POST', '/photos/b?uploadId=u', { 'if-none-match': '*' }],
    ['an upload with tags', 'POST', '/photos/b?uploads', { 'x-amz-tagging': 'a=b' }],
    ['some of the buckets', 'GET', '/?prefix=p', {}],
    ['attributes of an object', 'GET', '/photos/a?attributes', { 'x-amz-object-attributes': 'ETag' }],
  ])('a Ceph gateway hears nothing of what it would pass over: %s', async (_what, method, path, headers) => {
    expect([(await ask(method, path, undefined, headers as Record<string, string>)).status, heard]).toEqual([501, []]);
  });

  it('a batch of deletions reaches a Ceph gateway as it is, unless one of them is on condition', async () => {
    const batch = (more: string) => `<Delete><Object><Key>a</Key></Object><Object><Key>b</Key>${more}</Object></Delete>`;
    expect((await ask('POST', '/photos?delete', batch('<ETag>"0"</ETag>'))).status).toBe(501);
    expect(heard).toEqual([]);
    expect((await ask('POST', '/photos?delete', batch(''))).status).toBe(200);
    expect(bodies).toEqual([batch('')]);
  });
});
