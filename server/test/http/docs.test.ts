import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@gantry/contract';
import { PATTERNS } from '@gantry/contract/wire/patterns';
import { textFieldsOf } from '@gantry/contract/wire/text-fields';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from '../support/client.ts';

describe('the description of the API', () => {
  let app: TestApp;
  let somebody: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE: 'off' } });
    somebody = await app.as('admin', 'none');
  });
  afterAll(() => app.close());

  it('the description of the API is served as OpenAPI 3.1 with every call', async () => {
    const { status, json } = await somebody.raw('GET', '/api/openapi.json');
    const { openapi, info, paths } = json as { openapi: string; info: { version: string }; paths: Record<string, Record<string, object>> };
    expect([status, openapi]).toEqual([200, '3.1.0']);
    expect(info.version).toMatch(/^\d+\.\d+\.\d+/);
    for (const { path, method } of calls) expect(paths[path], path).toHaveProperty(method.toLowerCase());
  });

  it('nobody who is not signed in is told the calls of the API or the version of the server', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
    for (const url of [app.app.selfServiceUrl, app.app.adminUrl])
      for (const session of [{}, { 'x-session-id': 'made-up' }]) {
        const stranger = new Client(url, session);
        for (const path of ['/api/openapi.json', '/api/docs.html', '/api/v2/about'])
          expect((await stranger.raw('GET', path)).status, path).toBe(401);
        for (const path of ['/', '/login', '/config.json', '/api/docs', '/api/docs.css', '/api/docs.js', '/healthz', '/readyz']) {
          const { text, headers } = await stranger.raw('GET', path);
          expect(`${text} ${JSON.stringify([...headers])}`, path).not.toContain(version);
          expect(text, path).not.toContain('compute');
        }
      }
  });

  it('the description of the API is a page for the browser, which loads its content with the session of the console', async () => {
    const page = await app.nobody.raw('GET', '/api/agent_direct/a/lca/api/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<base href="/api/agent_direct/a/lca/">');
    expect(page.text).toContain('<script type="module" src="api/docs.js">');
    expect(page.text).not.toMatch(/<script>|\son\w+=|\sstyle=/);
    const script = await app.nobody.raw('GET', '/api/agent_direct/a/lca/api/docs.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(script.text).toContain("fetch(address, { headers: { 'x-session-id': localStorage.getItem('token') ?? '' } })");
  });

  it('the description of the API is readable, with method, path, rights and fields of every call', async () => {
    const page = await somebody.raw('GET', '/api/agent_direct/a/lca/api/docs.html');
    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(page.text).not.toMatch(/<script|\son\w+=|\sstyle=/);
    for (const call of calls) {
      const section = page.text.split(`<section id="${call.id}">`)[1]?.split('</section>')[0] ?? '';
      expect(section, call.id).toContain(call.method);
      expect(section, call.id).toContain(`<code>${call.path}</code>`);
      expect(section, call.id).toContain(`<code>${call.permission.subject}</code>`);
      const body = (call.body && 'shape' in call.body ? call.body.shape : {}) as object;
      for (const field of [...Object.keys(body), ...Object.keys(call.query?.shape ?? {})])
        expect(section, call.id).toContain(`<code>${field}</code>`);
    }
    const style = await app.nobody.raw('GET', '/api/agent_direct/a/lca/api/docs.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('the description of the API maps every text field of every call to its pattern, in a table [choice.pattern-to-field]', async () => {
    const { text } = await somebody.raw('GET', '/api/docs.html');
    const [, patterns = '', fields = ''] = /<h2 id="text-fields">([^]*?)<h3>([^]*)$/.exec(text) ?? [];
    for (const name of Object.keys(PATTERNS)) expect(patterns).toContain(`<tr id="pattern-${name}"><td><code>${name}</code></td>`);
    const rows = [...fields.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
      row
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    const expected = calls.flatMap((call) =>
      textFieldsOf(call).map(({ place, path, pattern }) => `${call.id} ${place} ${path.join('.')} ${pattern}`),
    );
    expect(rows.map((row) => row.replace(/ ≤ \d+$/, ''))).toEqual(expected);
    expect(rows).toContain('servers.create body name name ≤ 255');
    expect(rows).toContain('servers.changePassword body password new_password ≤ 128');
  });
});
