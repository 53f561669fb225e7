import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';

const servers = nouns.servers.calls;
const base = servers.list.path;

const TEXT = 'The text contains characters that are not supported.';

const codeOf = ({ json }: Reply): unknown => (json as { error: { err_code: string } }).error.err_code;

describe('every request', () => {
  let app: TestApp;
  let member: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite' });
    member = await app.as('acme-member', 'acme-prod');
  });
  afterAll(() => app.close());

  it('every request has an id, which is the one of the client where that is harmless', async () => {
    const own = 'my.22b3a3a8-6ac1-4b28-8a2c-27b0b1a6f9a1';
    for (const path of [base, '/api/nowhere', '/', '/assets/none.js']) {
      expect((await member.raw('GET', path, { headers: { 'x-request-id': own } })).headers.get('x-request-id'), path).toBe(own);
      expect((await member.raw('GET', path, { headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id'), path).toMatch(
        /^[\w-]{36}$/,
      );
    }
  });

  it('every request is taken with and without a slash at the end', async () => {
    for (const path of [base, `${base}/`, `${base}?limit=1`, `${base}/?limit=1`])
      expect((await member.raw('GET', path)).status, path).toBe(200);
  });

  it('every request is served under the prefix of a host application as well', async () => {
    const first = async (prefix: string) => ((await member.raw('GET', `${prefix}${base}?limit=1`)).json as { data: unknown[] }).data;
    expect(await first('/api/agent_direct/7f/lca')).toEqual(await first(''));
    expect((await member.raw('GET', `/api/agent_direct/7f/other${base}`)).status).toBe(404);
    expect((await member.raw('GET', `/api/agent_direct//lca${base}`)).status).toBe(404);
  });

  it('an unknown address answers 404, with a wrong method 405 and the right ones', async () => {
    const unknown = await member.raw('GET', '/api/v2/nothing');
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'not_found']);
    const wrong = await member.raw('PUT', base);
    expect([wrong.status, codeOf(wrong), wrong.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'DELETE, GET, POST']);
    expect((await member.raw('POST', '/api/v2/compute/servers/some-id')).status).toBe(405);
    expect((await member.raw('POST', '/no/page')).status).toBe(404);
    expect((await member.raw('GET', '/api/v2/compute/servers/%zz')).status).toBe(400);
  });

  it('a request with a body that cannot be read is refused, each in its own way', async () => {
    const json = { 'content-type': 'application/json' };
    const post = (text: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
      member.raw('POST', base, { text, headers });
    for (const text of ['{', '{"name":}', '\u0000', '[1', Uint8Array.of(0x22, 0xff, 0x22)]) {
      const reply = await post(text);
      expect([reply.status, codeOf(reply)]).toEqual([400, 'malformed_request']);
    }
    expect(codeOf(await post('name=x', { 'content-type': 'application/x-www-form-urlencoded' }))).toBe('unsupported_media_type');
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { 'content-type': 'not a type' })).status).toBe(415);
    for (const charset of ['utf-16', 'UTF-16LE', '"utf-16"', ' utf-32', 'iso-8859-1', 'utf-8x', '']) {
      const reply = await post('{}', { 'content-type': `application/json; charset=${charset}` });
      expect([reply.status, codeOf(reply)], charset).toEqual([415, 'unsupported_media_type']);
    }
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'utf-8; x=y'])
      expect(codeOf(await post('{}', { 'content-type': `application/json; charset=${charset}` })), charset).toBe('validation_failed');
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    for (const levels of [65, 200_000]) expect(codeOf(await post(nested(levels))), `${levels}`).toBe('malformed_request');
    expect(codeOf(await post(nested(64)))).toBe('validation_failed');
  });

  it.each([
    ['{"name":"a","__proto__":{"x":1}}', { __proto__field: ['This field is not supported.'] }],
    ['{"name":"a","metadata":{"a":"b","__proto__":"c"}}', { 'metadata.__proto__field': ['This field is not supported.'] }],
    [
      '{"interfaces":[{},{"__proto__":1}],"name":"\\ud800"}',
      { 'interfaces.1.__proto__field': ['This field is not supported.'], name: [TEXT] },
    ],
    ['{"metadata":{"a\\u0000":"b","c":["\\u0000"]}}', { 'metadata.a\ufffd': [TEXT], 'metadata.c.0': [TEXT] }],
    ['"\\ud800"', { body: [TEXT] }],
  ])('a body that cannot be stored is refused with the path of what is wrong: %s', async (text, fields) => {
    const reply = await member.raw('POST', base, { text, headers: { 'content-type': 'application/json' } });
    expect([reply.status, codeOf(reply)]).toEqual([400, 'validation_failed']);
    // Here the name would be the prototype.
    const told = JSON.parse(reply.text.replaceAll('__proto__', '__proto__field')) as { error: { fields: object } };
    expect(told.error.fields).toEqual(fields);
  });

  it('a query that cannot be stored is refused with the key', async () => {
    const reply = await member.raw('GET', `${base}?name=%00`);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(`"name":["${TEXT}"]`);
  });

  it('a request that needs no body may have an empty object, and nothing else', async () => {
    const own = await app.as('acme-member', 'none');
    const { data } = await own.call(nouns.session.calls.projects);
    const enter = (body: unknown) => own.raw('POST', `/api/v2/accounts/projects/${data[0]!.id}/auth`, { body });
    expect((await enter({})).status).toBe(200);
    for (const body of [[], null, '', 0, { x: 1 }]) expect((await enter(body)).status, JSON.stringify(body)).toBe(400);
    expect((await own.raw('POST', '/api/v2/logout', { body: {} })).status).toBe(204);
    expect((await own.raw('GET', '/api/v2/accounts/whoami')).status).toBe(401);
  });

  it('a request that should have no body is refused with one, and when its body got lost [choice.server-delete-guard]', async () => {
    const admin = await app.as('acme-lead', 'acme-prod');
    const { data } = await admin.call(servers.list, { query: { limit: 1 } });
    const path = `${base}/${data[0]!.id}`;
    const detach = { action: 'detach_volume', volume_id: 'x' };
    const lost = await admin.raw('DELETE', path, { headers: { 'content-type': 'application/json' } });
    expect([lost.status, codeOf(lost)]).toEqual([400, 'malformed_request']);
    expect((await admin.raw('DELETE', `${path}?action=detach_volume`)).status).toBe(400);
    expect((await admin.raw('DELETE', path, { body: detach })).status).toBe(400);
    expect((await admin.raw('DELETE', base)).status).toBe(400);
    expect((await admin.raw('DELETE', base, { headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect(await admin.call(servers.read, { params: { serverId: data[0]!.id } })).toMatchObject({
      status: data[0]!.status,
      task_state: null,
    });
  });

  it('a request that is refused for its values names every field, as text and as code [err.body-shape]', async () => {
    const reply = await member.raw('POST', base, {
      body: { name: '', flavor_id: 3, interfaces: 1, surprise: 1, image_id: 'i', volume_size: 0 },
    });
    expect(reply.status).toBe(400);
    const { error } = reply.json as {
      error: { err_code: string; message: string; fields: Record<string, string[]>; data: { field_codes: object; request_id: string } };
    };
    expect(error).toMatchObject({ err_code: 'validation_failed', message: expect.any(String) });
    expect(Object.keys(error.fields).sort()).toEqual(['flavor_id', 'interfaces', 'name', 'surprise', 'volume_size']);
    expect(error.data.field_codes).toMatchObject({
      name: [{ code: 'required' }],
      flavor_id: [{ code: 'type', params: { expected: 'string' } }],
      surprise: [{ code: 'unknown' }],
      volume_size: [{ code: 'too_small', params: { min: 1 } }],
    });
    for (const texts of Object.values(error.fields)) for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
    expect(error.data.request_id).toBe(reply.headers.get('x-request-id'));
  });

  it('a request with an unknown query key is refused, so that a typo is never a full list', async () => {
    for (const query of [
      'limt=5',
      'limit=5&limit=6',
      'limit=x',
      'limit=0',
      'limit=1001',
      'sort=nothing:asc',
      'sort=name',
      'with_count=maybe',
    ])
      expect((await member.raw('GET', `${base}?${query}`)).status, query).toBe(400);
    expect((await member.raw('GET', '/api/v2/about?x=1')).status).toBe(400);
  });

  it('a request may use any name for an unknown key, also those every object has, and is refused', async () => {
    for (const name of ['toString', 'constructor', '__proto__']) {
      const reply = await member.raw('GET', `${base}?${name}=`);
      expect([reply.status, codeOf(reply)], name).toEqual([400, 'validation_failed']);
      expect(reply.text, name).toContain(`"${name}":["This field is not supported."]`);
    }
  });

  it('an answer is compressed where that pays', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const big = await member.raw('GET', `${base}?limit=50`, { headers });
    expect([big.headers.get('content-encoding'), big.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding']);
    expect((big.json as { data: unknown[] }).data.length).toBeGreaterThan(1);
    expect((await member.raw('GET', '/api/v2/about', { headers })).headers.get('content-encoding')).toBeNull();
    expect((await member.raw('GET', base, { headers: { 'accept-encoding': 'gzip;q=0' } })).headers.get('content-encoding')).toBeNull();
  });

  it('a request may ask for the head of the answer only', async () => {
    const head = await member.raw('HEAD', base);
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await app.nobody.raw('HEAD', base)).status).toBe(401);
  });

  it('a request that is no HTTP is cut without harm', async () => {
    const { port, hostname } = new URL(app.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.end('HELLO\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect((await member.raw('GET', base)).status).toBe(200);
  });

  it('every answer carries the strict security headers', async () => {
    for (const path of [base, '/', '/api/docs', '/api/nothing']) {
      const { headers } = await member.raw('GET', path);
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(headers.get('content-security-policy'), path).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('strict-transport-security'), path).toBeNull();
      expect(headers.get('x-powered-by'), path).toBeNull();
      const isPage = headers.get('content-type')?.startsWith('text/html') === true;
      expect(isPage, path).toBe(path === '/' || path === '/api/docs');
      // What pages may do is said with them: their data and scripts are spared it.
      if (!isPage) expect(headers.get('permissions-policy'), path).toBeNull();
      else
        expect(headers.get('permissions-policy'), path).toBe(
          'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=(), ' +
            'clipboard-read=(self), clipboard-write=(self), fullscreen=(self)',
        );
    }
    expect((await member.raw('GET', base)).headers.get('cache-control')).toBe('no-store');
  });

  it('the list of languages needs no session [api.locales, lang.fields]', async () => {
    const { data } = await app.nobody.call(nouns.platform.calls.locales);
    expect(data.map(({ language }) => language).sort()).toEqual(['ar', 'de', 'en', 'es', 'ja', 'pt', 'ru', 'tr', 'zh']);
    for (const item of data)
      expect(Object.keys(item).sort()).toEqual(['display_name', 'enabled', 'english_name', 'is_default', 'language']);
    expect(data.filter(({ is_default }) => is_default).map(({ language }) => language)).toEqual(['en']);
    expect(data.find(({ language }) => language === 'de')).toMatchObject({ display_name: 'Deutsch', english_name: 'German' });
  });

  it('the version call answers version and release [api.about]', async () => {
    const about = await member.unscoped().call(nouns.platform.calls.about);
    expect(about['storage-release']).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), release: expect.stringMatching(/./) });
    expect((await app.nobody.refused(nouns.platform.calls.about)).status).toBe(401);
  });

  it('the settings of the console need no session, and are those of the documentation where nothing is set [choice.idle-minutes, choice.leave-time-minutes]', async () => {
    expect(await app.nobody.call(nouns.platform.calls.config)).toMatchObject({
      disable_idle_timeout: false,
      idle_minutes: 30,
      leave_time_minutes: 10,
    });
    const documentation = readFileSync('docs/deployment.md', 'utf8');
    expect(documentation).toContain('`GANTRY_SESSION_IDLE_MINUTES` (30;');
    expect(documentation).toContain('a server that stops it waits for 10 minutes');
  });
});
