import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { PASSWORD, startTestApp, USERS, type TestApp } from '../support/app.ts';
import { connect } from '../../../fakes/socket.ts';

const { login, whoami } = nouns.session.calls;
const FOREIGN = 'https://evil.example';

describe('an attack by the browser of somebody', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1' } });
  });
  afterAll(() => app.close());

  it('a session id that was chosen beforehand is of no use: each sign-in makes a new one, and only that is valid', async () => {
    const chosen = 'A'.repeat(43);
    const body = { ...USERS['acme-member'], password: PASSWORD };
    const planted = app.nobody.with({ 'x-session-id': chosen });
    const first = await planted.call(login, { body });
    expect(first.token).not.toBe(chosen);
    expect((await planted.reply(whoami)).status).toBe(401);
    // Nor does the id of a session that lives, such as the attacker's own, become that of who signs in with it.
    const other = await app.nobody.call(login, { body: { ...USERS['globex-member'], password: PASSWORD } });
    const attacker = app.nobody.with({ 'x-session-id': other.token! });
    const second = await attacker.call(login, { body });
    expect(new Set([first.token, second.token, other.token]).size).toBe(3);
    expect((await attacker.call(whoami)).name).toBe('globex-member');
  });

  it('credentials that were copied before the sign-out are of no use: session, scope token and socket are refused', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const path = '/api/v2/compute/servers';
    expect((await member.raw('GET', path)).status).toBe(200);
    expect((await member.raw('POST', '/api/v2/logout')).status).toBe(204);
    for (const [method, address] of [
      ['GET', path],
      ['GET', '/api/v2/accounts/whoami'],
      ['GET', '/api/v2/meta'],
      ['GET', '/api/v2/accounts/sessions'],
    ] as const)
      expect((await member.raw(method, address)).status, address).toBe(401);
    const listening = await connect(app.url, member);
    expect(await listening.login()).toEqual({ code: 401 });
    listening.close();
  });

  it('a page of another origin reads nothing: no answer allows it, nor one that asks beforehand', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const asked = { origin: FOREIGN, 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'x-session-id' };
    for (const path of ['/api/v2/compute/servers', '/api/v2/login', '/config.json', '/']) {
      const before = await member.raw('OPTIONS', path, { headers: asked });
      const answer = await member.raw('GET', path, { headers: { origin: FOREIGN } });
      expect(before.status, path).toBeGreaterThanOrEqual(404);
      for (const { headers } of [before, answer]) {
        expect(
          [...headers.keys()].filter((name) => name.startsWith('access-control')),
          path,
        ).toEqual([]);
        expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
        // Which build of the console a browser has is no secret, and signs nobody in.
        expect(
          headers.getSetCookie().filter((cookie) => !/^gantry-build-[a-z-]+=[\w-]{12}; /.test(cookie)),
          path,
        ).toEqual([]);
      }
    }
  });

  it('a form of another site does nothing: what a form can send is refused, and it has no session to go with it', async () => {
    const text = JSON.stringify({ ...USERS['acme-member'], password: PASSWORD });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await app.nobody.raw('POST', '/api/v2/login', { text, headers: { origin: FOREIGN, 'content-type': type } });
      expect(reply.status, type).toBe(415);
    }
    const reply = await app.nobody.raw('POST', '/api/v2/compute/servers', { text: '{}', headers: { 'content-type': 'application/json' } });
    expect(reply.status).toBe(401);
  });

  it('every answer carries headers that keep it from being framed, guessed at, told on, or run as a script', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    for (const path of ['/', '/api/v2/compute/servers', '/api/v2/nothing', '/api/docs', '/config.json', '/assets/none.js']) {
      const { headers } = await member.raw('GET', path);
      const policy = headers.get('content-security-policy')?.split(';') ?? [];
      const isPage = path === '/' || path === '/api/docs';
      const rules = ["script-src 'self'", "object-src 'none'", "form-action 'self'"];
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", ...(isPage ? rules : [])]) expect(policy, path).toContain(rule);
      // Where nothing is allowed that is not named, less is not more.
      if (!isPage) expect(policy, path).toHaveLength(2);
      expect(headers.get('content-security-policy'), path).not.toMatch(/unsafe-|strict-dynamic|data:[^;]*script/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy'), path).toBe(isPage ? 'same-origin' : null);
      expect(headers.get('content-type'), path).toMatch(/charset=utf-8$/i);
    }
  });
});
