/** What passes between the proxy and an object store elsewhere, which here is whatever a test wants it to be. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

describe('an object store elsewhere', () => {
  let at: TestApp;
  let member: Client;
  let server: Server;
  let heard: Heard[] = [];
  let answer: (response: ServerResponse) => void = (response) => response.end();
  beforeAll(async () => {
    server = createServer(async ({ method, url, headers }, response) => {
      const entry: Heard = { method, url, headers, body: '' };
      // The sign of life that is asked for all the time is not about anything.
      if (url !== '/below/') heard.push(entry);
      if (method === 'HEAD') return void response.writeHead(404).end();
      response.req.setEncoding('utf8');
      response.req.on('data', (piece: string) => (entry.body += piece));
      response.req.on('end', () => answer(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;
    const env = { GANTRY_S3_ENDPOINT: url, GANTRY_S3_ACCESS_KEY: 'FIXED', GANTRY_S3_SECRET_KEY: 'fixed-secret', GANTRY_S3_REGION: 'eu-1' };
    at = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0', ...env } });
    member = await at.as('acme-member', 'acme-prod');
    await member.call(nouns.objectStorage.calls.enable);
    expect((await ask('PUT', '/mine')).status).toBe(200);
  });
  beforeEach(() => {
    heard = [];
    answer = (response) => response.end();
  });
  afterAll(async () => {
    await at.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const ask = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(`${at.url}/s3proxy${path}`, { method, headers: { ...member.headers, ...headers }, ...(body !== undefined && { body }) });

  it('the proxy refuses a policy of a bucket for an object store elsewhere, which hears nothing of that', async () => {
    const policy = { Statement: [] };
    const answer = await ask('PUT', '/mine?policy', JSON.stringify(policy));
    expect([answer.status, await answer.text(), heard]).toEqual([501, expect.stringContaining('NotImplemented'), []]);
  });

  it.each([
    ['an object on condition of a size', 'PUT', '/mine/a', { 'x-amz-if-match-size': '1' }],
    ['a part of no upload', 'PUT', '/mine/a?partNumber=1', {}],
    ['an object with a condition in its address', 'PUT', '/mine/a?x-amz-if-match-size=1', {}],
    ['a bucket for everybody', 'PUT', '/everybodys', { 'x-amz-acl': 'public-read' }],
  ])('an object store elsewhere hears nothing of what no operation carries out: %s', async (_what, method, path, headers) => {
    expect([(await ask(method, path, '', headers)).status, heard]).toEqual([501, []]);
    expect(await (await ask('GET', '/')).text()).not.toContain('everybodys');
  });

  it('the console makes no key with less rights than its user for an object store elsewhere', async () => {
    expect(await member.call(nouns.objectStorage.calls.service)).toMatchObject({ key_rights: false });
    const { status, json } = await member.reply(nouns.objectStorage.calls.createKey, { body: { access: 'read' } });
    expect([status, json]).toMatchObject([501, { error: { err_code: 'not_supported' } }]);
  });

  it('an object store elsewhere is asked with its own keys, in its region, and hears nothing of the session', async () => {
    await ask('PUT', '/mine/a%20b?X-Amz-Date=20990101T000000Z', 'bytes', {
      authorization: 'AWS4-HMAC-SHA256 Credential=gantry/x',
      cookie: 'gantry-s3-administration=secret',
      'x-amz-meta-told': 'yes',
      'content-type': 'text/plain',
    });
    const { method, url, headers, body } = heard[0]!;
    expect([method, url, body]).toEqual(['PUT', '/below/mine/a%20b', 'bytes']);
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=FIXED\/\d{8}\/eu-1\/s3\/aws4_request, SignedHeaders=host;/);
    expect(Object.keys(headers).toSorted()).toEqual(
      'authorization connection content-length content-type host x-amz-content-sha256 x-amz-date x-amz-meta-told'.split(' '),
    );
  });

  it('the proxy tells an object store elsewhere in which region a new bucket is to be', async () => {
    expect((await ask('PUT', '/located')).status).toBe(200);
    expect(heard.map(({ method }) => method)).toEqual(['HEAD', 'PUT']);
    expect(heard[1]!.body).toContain('<LocationConstraint>eu-1</LocationConstraint>');
  });

  it('an object store elsewhere never gets the end of a body that does not fit its digest', async () => {
    const [bytes, digest] = ['x'.repeat(200_000), Buffer.alloc(16).toString('base64')];
    const refused = await ask('PUT', '/mine/broken', bytes, { 'content-md5': digest });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('<Code>BadDigest</Code>')]);
    expect(heard.every(({ body }) => body.length < bytes.length)).toBe(true);
  });

  it('an object store elsewhere cannot speak to the browser as the console', async () => {
    answer = (response) =>
      response.writeHead(502, { 'content-type': 'text/html', 'set-cookie': 'a=b', refresh: '0' }).end('<script>1</script>');
    for (const path of ['/mine?list-type=2', '/mine/page.html']) {
      const { headers, status } = await ask('GET', path);
      expect([status, headers.get('content-type'), headers.get('refresh')]).toEqual([502, 'application/xml', null]);
      expect(headers.getSetCookie()).not.toContain('a=b');
    }
    answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>1</script>');
    const page = await ask('GET', '/mine/page.html');
    expect(page.headers.get('content-disposition')).toBe('attachment');
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it('an object store elsewhere counts as unavailable where it breaks off, or sends its clients on', async () => {
    answer = (response) => response.destroy();
    const broken = await ask('GET', '/mine?list-type=2');
    expect([broken.status, await broken.text()]).toEqual([503, expect.stringContaining('<Code>ServiceUnavailable</Code>')]);
    answer = (response) => response.writeHead(307, { location: 'http://elsewhere.example.org/' }).end();
    const moved = await ask('GET', '/mine/k');
    expect([moved.status, moved.headers.get('location')]).toEqual([503, null]);
  });

  it('an object store elsewhere is not asked whose a bucket is, which is known here', async () => {
    const id = /<ID>([^<]+)</.exec(await (await ask('GET', '/')).text())?.[1] ?? '';
    expect((await ask('PUT', '/mine/k', 'bytes', { 'x-amz-expected-bucket-owner': id })).status).toBe(200);
    expect(heard.map(({ headers }) => headers['x-amz-expected-bucket-owner'])).toEqual([undefined]);
    heard = [];
    expect((await ask('PUT', '/mine/k', 'bytes', { 'x-amz-expected-bucket-owner': 'another' })).status).toBe(403);
    expect(heard).toEqual([]);
  });

  it('an object store elsewhere is asked for no part of S3 that the own store does not have', async () => {
    for (const path of ['/mine?policy', '/mine?acl', '/mine/k?acl']) expect((await ask('GET', path)).status).toBe(501);
    expect(heard).toEqual([]);
  });
});
