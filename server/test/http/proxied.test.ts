import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from '../support/client.ts';

describe('what a proxy in front says', () => {
  let app: TestApp;
  afterEach(() => app.close());
  const start = async (trust?: string) => {
    app = await startTestApp({
      database: 'sqlite',
      env: { GANTRY_SAMPLE: 'off', ...(trust !== undefined && { GANTRY_TRUST_PROXY: trust }) },
    });
    return [app.app.selfServiceUrl, app.app.adminUrl].map((url) => new Client(url));
  };
  const PAGES = ['/', '/config.json', '/api/v2/nothing', '/api/docs'];

  it('a trusted proxy makes browsers stay with HTTPS where it was asked so, and not where it was plain HTTP', async () => {
    for (const client of await start('127.0.0.1'))
      for (const path of PAGES) {
        const told = async (headers: Record<string, string>) =>
          (await client.raw('GET', path, { headers })).headers.get('strict-transport-security');
        expect(await told({ 'x-forwarded-proto': 'https' }), path).toBe('max-age=31536000');
        expect([await told({ 'x-forwarded-proto': 'http' }), await told({})], path).toEqual([null, null]);
      }
  });

  it('a proxy that is not trusted is not believed when it speaks of HTTPS', async () => {
    const forwarded = { headers: { 'x-forwarded-proto': 'https' } };
    for (const trust of [undefined, '192.0.2.1']) {
      for (const client of await start(trust))
        for (const path of PAGES)
          expect((await client.raw('GET', path, forwarded)).headers.get('strict-transport-security'), path).toBeNull();
      if (trust === undefined) await app.close();
    }
  });

  it('a trusted proxy puts the console below the path that it has taken off, and below no other', async () => {
    const base = async (client: Client, path: string, prefix: string): Promise<string | undefined> =>
      /<base href="([^"]*)">/.exec((await client.raw('GET', path, { headers: { 'x-forwarded-prefix': prefix } })).text)?.[1];
    for (const client of await start('127.0.0.1'))
      for (const path of ['/', '/compute/instances', '/api/docs']) {
        expect([await base(client, path, '/gantry'), await base(client, path, '/a/b.c/')], path).toEqual(['/gantry/', '/a/b.c/']);
        for (const odd of ['gantry', '//evil.example', '/a/../b', '/.', '/"><script>', '/a b', '/a?b', ''])
          expect(await base(client, path, odd), odd).toBe('/');
        expect(await base(client, `/api/agent_direct/7/lca${path}`, '/gantry')).toBe('/gantry/api/agent_direct/7/lca/');
      }
    await app.close();
    for (const client of await start()) expect(await base(client, '/', '/gantry')).toBe('/');
  });

  it('pages of the host open the socket, by Host, or by X-Forwarded-Host of a trusted proxy, and no other pages', async () => {
    const opened = async (client: Client, headers: Record<string, string>) =>
      (await client.raw('GET', '/ws?EIO=4&transport=polling', { headers })).status;
    const page = { origin: 'https://cloud.example' };
    for (const client of await start('127.0.0.1')) {
      expect(await opened(client, { ...page, 'x-forwarded-host': 'cloud.example' })).toBe(200);
      expect(await opened(client, { ...page, 'x-forwarded-host': 'Cloud.Example:443' })).toBe(200);
      expect(await opened(client, { ...page, 'x-forwarded-host': 'cloud.example, other.example' })).toBe(403);
      expect(await opened(client, { ...page, 'x-forwarded-host': 'cloud.example:8443' })).toBe(403);
      expect(await opened(client, page)).toBe(403);
      expect(await opened(client, { origin: client.url })).toBe(200);
    }
    await app.close();
    for (const client of await start()) {
      expect(await opened(client, { ...page, 'x-forwarded-host': 'cloud.example' })).toBe(403);
      expect(await opened(client, { origin: client.url, 'x-forwarded-host': 'cloud.example' })).toBe(200);
    }
  });
});
