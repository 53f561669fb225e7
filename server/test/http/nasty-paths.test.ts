import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

/** Sent as they are: clients would tidy them up. */
const FILES = [
  '/assets/../index.html',
  '/assets/../secret.txt',
  '/assets/..',
  '/assets/.',
  '/assets/./main-abc.js',
  '/assets/x/../main-abc.js',
  '/assets/../assets/main-abc.js',
  '/assets/%2e%2e/secret.txt',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/..%2fsecret.txt',
  '/assets/..%5csecret.txt',
  '/assets/..\\secret.txt',
  '/assets/%252e%252e%252fsecret.txt',
  '/assets/%00',
  '/assets/main-abc.js%00',
  '/assets/main-abc.js%00.css',
  '/assets/%0d%0aset-cookie:x=1',
  '/assets//',
  '/assets//main-abc.js',
  '/assets//etc/passwd',
  '/assets/%2fetc%2fpasswd',
  '/assets/C:%5cwindows',
  '/assets/.hidden',
  '/assets/folder',
  '/assets/folder/',
  '/assets/main-abc.js/',
  '/assets/main-abc.js/x',
  '/assets/MAIN-ABC.JS',
  `/assets/${'x'.repeat(300)}`,
  `/assets/${'x'.repeat(5000)}`,
  `/assets/${'../'.repeat(50)}etc/passwd`,
  '/assets/main-abc.js;x',
];

/** Not text: cut off, overlong, half of a pair, not UTF-8, not encoded. */
const NO_TEXT = ['%', '%z', '%zz', '%c0%af', '%e0%80%af', '%ed%a0%80', '%ff', '%fe%ff', '%f5%80%80%80', '\u00fc', '\u00ff'];
const MALFORMED = NO_TEXT.flatMap((bytes) => [
  `/assets/${bytes}`,
  `/compute/${bytes}`,
  `/api/v2/compute/servers/${bytes}`,
  `/api/v2/about?x=${bytes}`,
  `/config.json?${bytes}=x`,
  `/login?redirectUrl=${bytes}`,
]);

describe('an address that no browser would send', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-console-'));
  let app: TestApp;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets', 'folder'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html><head></head><p>the page</p>');
    writeFileSync(join(folder, 'assets', 'main-abc.js'), 'export {};');
    writeFileSync(join(folder, 'assets', '.hidden'), 'not for the web');
    writeFileSync(join(folder, 'secret.txt'), 'not for the web');
    app = await startTestApp({ database: 'sqlite', consoleFolder: folder, env: { GANTRY_SAMPLE: 'off' } });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  /** Status and content of the answer to a request for exactly this path. */
  async function get(url: string, path: string): Promise<{ status: number; content: string }> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: br, gzip\r\nconnection: close\r\n\r\n`, 'latin1');
    const content = await text(socket);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(content)?.[1]), content };
  }

  /** On both sides, at the origin and below the prefix of a host application. */
  async function everywhere(paths: readonly string[], look: (answer: { status: number; content: string }, where: string) => void) {
    for (const url of [app.url, app.app.adminUrl])
      for (const prefix of ['', '/api/agent_direct/a-1/lca'])
        for (const path of paths) look(await get(url, prefix + path), `${url}${prefix}${path}`);
  }

  it('an address that leads to no file of the console is answered with 400 or 404, and tells nothing of the machine', async () => {
    await everywhere(FILES, ({ status, content }, where) => {
      expect([400, 404], where).toContain(status);
      expect(content, where).not.toMatch(/not for the web|the page|root:|node_modules|ENOENT|\bat \w+ \(|set-cookie/i);
    });
  });

  it('an address whose path or query is no text is refused with 400, whatever it asks for', async () => {
    await everywhere(MALFORMED, ({ status, content }, where) => {
      expect(status, where).toBe(400);
      expect(content, where).not.toMatch(/\bat \w+ \(/);
    });
  });

  it('an address leads to the file of the console that it names where it is right', async () => {
    await everywhere(['/assets/main-abc.js', '/assets/main%2dabc.js'], ({ status, content }, where) => {
      expect(status, where).toBe(200);
      expect(content, where).toContain('export {};');
    });
    await everywhere(['/compute/%C3%BC%E5%90%8D?name=%F0%9F%98%80+%25'], ({ status }, where) => expect(status, where).toBe(200));
  });
});
