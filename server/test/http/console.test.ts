import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from '../support/client.ts';

const script = `export const text = ${JSON.stringify('gantry '.repeat(500))};\n`;
const html = { headers: { accept: 'text/html' } };

const pages = {
  entry: ['assets/preload.js', 'assets/core.js'],
  texts: { de: ['assets/words-de.js'], en: ['assets/words-en.js'] },
  fonts: { de: 'assets/latin.woff2', en: 'assets/latin.woff2' },
  signedIn: { files: ['assets/shell.js', 'assets/style.css'], texts: { de: ['assets/texts-de.js'], en: ['assets/texts-en.js'] } },
  pages: [
    { path: '/login/$domainName', isFirst: true, files: ['assets/login.js'], texts: {} },
    {
      path: '/compute/instances',
      isFirst: false,
      files: ['assets/list.js'],
      texts: { de: ['assets/servers-de.js'], en: ['assets/servers-en.js'] },
      first: { call: { path: '/api/v2/compute/servers', subject: 'compute_servers' }, spec: { sortKeys: ['name'] } },
    },
    {
      path: '/compute/instances/$serverId',
      isFirst: false,
      files: ['assets/details.js'],
      texts: {},
      first: { call: { path: '/api/v2/compute/servers/{serverId}', subject: 'compute_servers' } },
    },
    {
      path: '/users',
      isFirst: false,
      files: ['assets/users.js'],
      texts: {},
      first: { call: { path: '/api/v2/{service}/users', subject: 'users' }, spec: { params: { service: 's3service' } } },
    },
    { path: '/compute/instances/add/{-$step}', isFirst: false, files: ['assets/add.js'], texts: {} },
  ],
};

describe('the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-console-'));
  let app: TestApp;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head><body><div id="root"></div></body></html>',
    );
    writeFileSync(join(folder, 'assets', 'main-abc.js'), script);
    writeFileSync(join(folder, 'assets', 'main-abc.js.br'), brotliCompressSync(script));
    writeFileSync(join(folder, 'assets', 'main-abc.js.gz'), gzipSync(script));
    writeFileSync(join(folder, 'secret.txt'), 'not for the web');
    writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
    app = await startTestApp({ database: 'sqlite', consoleFolder: folder, env: { GANTRY_SAMPLE: 'off' } });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('the console is one page for all its addresses, which names its base and its side', async () => {
    const sides = [
      [app.app.selfServiceUrl, 'self-service'],
      [app.app.adminUrl, 'administration'],
    ] as const;
    for (const [url, side] of sides)
      for (const prefix of ['', '/api/agent_direct/a-1/lca'])
        for (const path of ['/', '/login/acme', '/compute/instances?page=2', '/s3/bucket/file.txt']) {
          const page = await new Client(url).raw('GET', prefix + path, html);
          expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')], path).toEqual([
            200,
            'text/html; charset=utf-8',
            'no-cache',
          ]);
          expect(page.text).toContain(`<head><base href="${prefix}/"><meta name="gantry:side" content="${side}">`);
        }
    expect((await app.nobody.raw('GET', '/api/agent_direct/a/lca', html)).text).toContain('<base href="/api/agent_direct/a/lca/">');
  });

  /** Files that the document names for an address, without what every page has. */
  const filesOf = async (path: string, headers: Record<string, string> = {}) => {
    const { text } = await app.nobody.raw('GET', path, { headers: { accept: 'text/html', ...headers } });
    return [...text.matchAll(/<link rel="(?:modulepreload|stylesheet)" crossorigin href="\.\/assets\/([^"]+)">/g)].map(([, file]) => file);
  };

  it('the document of the console names the files of its page, so that they need not wait for each other', async () => {
    expect(await filesOf('/login/acme')).toEqual(['words-en.js', 'login.js']);
    expect(await filesOf('/compute/instances?page=2')).toEqual([
      'words-en.js',
      'shell.js',
      'style.css',
      'texts-en.js',
      'list.js',
      'servers-en.js',
    ]);
    expect((await filesOf('/compute/instances/42')).at(-1)).toBe('details.js');
    for (const path of ['/compute/instances/add', '/compute/instances/add/flavor']) expect((await filesOf(path)).at(-1)).toBe('add.js');
    expect(await filesOf('/nowhere')).toEqual(['words-en.js', 'shell.js', 'style.css', 'texts-en.js']);
  });

  it('the document of the console names texts of the language asked for, chosen before, or of the browser', async () => {
    expect(await filesOf('/login/acme?locale=de')).toContain('words-de.js');
    expect(await filesOf('/login/acme', { cookie: 'a=b; gantry_language=de' })).toContain('words-de.js');
    expect(await filesOf('/login/acme', { 'accept-language': 'fi-FI,de-AT;q=0.9,en;q=0.8' })).toContain('words-de.js');
    expect(await filesOf('/login/acme', { cookie: 'gantry_language="><script>' })).toContain('words-en.js');
  });

  it('who has had the pages of this build before is given modules as plain scripts, which browsers keep compiled', async () => {
    const documentOf = async (path: string, cookie?: string) => {
      const { headers, text } = await app.nobody.raw('GET', path, { headers: { ...html.headers, ...(cookie && { cookie }) } });
      const tags = [
        ...text.matchAll(/<link rel="(modulepreload|preload" as="script|stylesheet)" crossorigin href="\.\/assets\/([^"]+)">/g),
      ];
      return { mark: headers.get('set-cookie'), tags: tags.map(([, how, file]) => `${how} ${file}`) };
    };
    const first = await documentOf('/login/acme');
    expect(first.tags).toEqual(['modulepreload words-en.js', 'modulepreload login.js']);
    expect(first.mark).toMatch(/^gantry-build-administration=[\w-]{12}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/);
    const mark = first.mark!.split(';', 1)[0]!;
    const plain = (file: string) => `preload" as="script ${file}`;
    expect(await documentOf('/login/acme', `a=b; ${mark}`)).toEqual({
      mark: null,
      tags: ['preload.js', 'core.js', 'words-en.js', 'login.js'].map(plain),
    });
    expect((await documentOf('/nowhere', mark)).tags).toEqual([
      ...['preload.js', 'core.js', 'words-en.js', 'shell.js'].map(plain),
      'stylesheet style.css',
      plain('texts-en.js'),
    ]);
    for (const other of ['gantry-build-administration=000000000000', mark.replace('administration', 'self-service')])
      expect(await documentOf('/login/acme', other), other).toEqual(first);
  });

  it('who has had the pages of this build before is given the font of the language beside the scripts, where it has one', async () => {
    const fontOf = async (path: string, cookie: string) =>
      [...(await app.nobody.raw('GET', path, { headers: { ...html.headers, cookie } })).text.matchAll(/<link [^>]*as="font"[^>]*>/g)].map(
        ([tag]) => tag,
      );
    const mark = (await app.nobody.raw('GET', '/login/acme', html)).headers.get('set-cookie')!.split(';', 1)[0]!;
    const tag = '<link rel="preload" as="font" type="font/woff2" crossorigin href="./assets/latin.woff2">';
    for (const language of ['de', 'en']) expect(await fontOf(`/compute/instances?locale=${language}`, mark)).toEqual([tag]);
    expect(await fontOf('/compute/instances?locale=ja', mark)).toEqual([]);
    expect(await fontOf('/compute/instances', 'a=b')).toEqual([]);
  });

  it('the document of the console says what its page reads first', async () => {
    const firstOf = async (path: string): Promise<unknown> => {
      const { text } = await app.nobody.raw('GET', path, html);
      const content = /<meta name="gantry:first-read" content="([^"]*)">/.exec(text)?.[1];
      return content === undefined
        ? undefined
        : JSON.parse(content.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))));
    };
    expect(await firstOf('/compute/instances?name=a')).toEqual({
      call: { path: '/api/v2/compute/servers', subject: 'compute_servers' },
      spec: { sortKeys: ['name'] },
    });
    expect(await firstOf('/compute/instances/42')).toEqual({ call: { path: '/api/v2/compute/servers/42', subject: 'compute_servers' } });
    // The address does not name it, so that the list has to.
    expect(await firstOf('/users')).toEqual(pages.pages.find(({ path }) => path === '/users')?.first);
    expect(await firstOf('/login/acme')).toBeUndefined();
  });

  it('the console cannot be told another base by its address', async () => {
    for (const path of [
      '/api/agent_direct/"><script>/lca/',
      '/api/agent_direct/%22%3E/lca/',
      '/api/agent_direct/../lca/x',
      '//evil.example/',
    ])
      expect((await app.nobody.raw('GET', path, html)).text, path).not.toMatch(/<base href="(?!\/")/);
  });

  it('the console is no answer for an address that is not one of its pages', async () => {
    for (const path of [
      '/api/',
      '/api/v2/none',
      '/assets/none.js',
      '/assets/',
      '/ws',
      '/s3proxy/x',
      '/api/agent_direct/a/lca/assets/none.js',
      '/api/agent_direct/a/lca/api/none',
    ])
      expect((await app.nobody.raw('GET', path, html)).status, path).toBeGreaterThanOrEqual(400);
    for (const path of ['/assets/../secret.txt', '/assets/..%2fsecret.txt', '/assets/%2e%2e/secret.txt', '/secret.txt'])
      expect((await app.nobody.raw('GET', path, html)).text, path).not.toContain('not for the web');
  });

  it('the console lists its features at an address of their own, also under the prefix', async () => {
    for (const path of ['/features.json', '/api/agent_direct/a/lca/features.json']) {
      const reply = await app.nobody.raw('GET', path, html);
      expect([reply.status, reply.json], path).toEqual([
        200,
        { data: [{ id: 'tasks-notifications', enabled: false, metadata: { target: 'common' } }] },
      ]);
    }
  });

  it('the console has its files compressed beforehand and kept for a year', async () => {
    for (const prefix of ['', '/api/agent_direct/a/lca'])
      for (const [accepted, sent] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
        ['identity', null],
      ] as const) {
        const file = await app.nobody.raw('GET', `${prefix}/assets/main-abc.js`, { headers: { 'accept-encoding': accepted } });
        expect([file.status, file.headers.get('content-encoding'), file.text], accepted).toEqual([200, sent, script]);
        expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(file.headers.get('content-type')).toMatch(/javascript/);
      }
  });
});

describe('a console that has not been built', () => {
  it('a console that has not been built is said plainly, and the API is at work', async () => {
    const app = await startTestApp({ database: 'sqlite', consoleFolder: join(tmpdir(), 'no-such-folder'), env: { GANTRY_SAMPLE: 'off' } });
    const page = await app.nobody.raw('GET', '/', html);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('has not been built')]);
    expect(await app.nobody.raw('GET', '/config.json')).toMatchObject({ status: 200, json: { sign_in_domain: null } });
    await app.close();
  });
});
