import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { io } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { PASSWORD, startTestApp, USERS, type TestApp } from '../support/app.ts';
import { makeCertificate, type MadeCertificate } from '../support/certificate.ts';
import { startServer } from '../support/process.ts';

const root = mkdtempSync(join(tmpdir(), 'gantry-tls-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Both files in a folder of their own; `write` replaces them as who renews a certificate does. */
function filesOf(first: MadeCertificate) {
  const folder = mkdtempSync(join(root, 'files-'));
  const env = { GANTRY_TLS_CERT: join(folder, 'cert.pem'), GANTRY_TLS_KEY: join(folder, 'key.pem') };
  const put = (path: string, text: string): void => {
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  const write = ({ cert, key }: Pick<MadeCertificate, 'cert' | 'key'>): void => {
    put(env.GANTRY_TLS_CERT, cert);
    put(env.GANTRY_TLS_KEY, key);
  };
  write(first);
  return { env, write };
}

/** One request on a connection of its own, by whom the certificate of `ca` is believed and no other. */
async function get(
  url: string,
  ca: MadeCertificate,
  { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const json = { 'content-type': 'application/json' };
  const request = ask(url, {
    ca: ca.cert,
    agent: false,
    method,
    headers: { ...headers, ...(body !== undefined && json) },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const content = await buffer(response);
  return { status: response.statusCode, headers: response.headers, text: content.toString('utf8') };
}

/** Fingerprint of the certificate that a port shows to a new connection. */
async function shownAt(url: string): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

describe('a server with a certificate of its own', () => {
  let app: TestApp | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  const start = async (first: MadeCertificate) => {
    const files = filesOf(first);
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1', ...files.env } });
    return { ...files, at: app.app, urls: [app.app.selfServiceUrl, app.app.adminUrl] };
  };

  it('a server with its own certificate speaks HTTPS on both ports, with page, calls and socket, and asks to stay with it', async () => {
    const own = makeCertificate();
    const { at, urls } = await start(own);
    for (const url of urls) {
      expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
      for (const path of ['/config.json', '/', '/api/v2/nothing'])
        expect((await get(url + path, own)).headers['strict-transport-security'], path).toBe('max-age=31536000');
      await expect(fetch(url.replace('https', 'http'))).rejects.toThrow();
    }
    const { login, projects, enterProject } = nouns.session.calls;
    const user = JSON.parse(
      (await get(at.selfServiceUrl + login.path, own, { method: 'POST', body: { ...USERS['acme-member'], password: PASSWORD } })).text,
    );
    const session = { [SESSION_HEADER]: String(user.token) };
    const { data } = JSON.parse((await get(at.selfServiceUrl + projects.path, own, { headers: session })).text);
    const entered = await get(
      at.selfServiceUrl + enterProject.path.replace('{projectId}', data.find(({ name }: { name: string }) => name === 'acme-prod').id),
      own,
      {
        method: 'POST',
        headers: session,
      },
    );
    const headers = { ...session, [AUTH_TOKEN_HEADER]: String(JSON.parse(entered.text).token) };
    expect(entered.status).toBe(200);
    const socket = io(at.selfServiceUrl, {
      path: '/ws',
      ca: own.cert,
      forceNew: true,
      transportOptions: { polling: { extraHeaders: { ...headers, origin: at.selfServiceUrl } } },
    });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    await expect.poll(() => socket.io.engine.transport.name, { timeout: 60_000 }).toBe('websocket');
    expect(await socket.timeout(60_000).emitWithAck('login', { all_tenants: false })).toMatchObject({ code: 200 });
    socket.disconnect();
  });

  it('a server with its own certificate refuses versions of TLS before 1.2', async () => {
    const { at } = await start(makeCertificate());
    const port = Number(new URL(at.selfServiceUrl).port);
    const shaken = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') => {
      const socket = connectTls({
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        minVersion: version,
        maxVersion: version,
        ciphers: 'ALL:@SECLEVEL=0',
      });
      try {
        await once(socket, 'secureConnect');
        return socket.getProtocol();
      } catch (error) {
        return (error as { code: string }).code;
      } finally {
        socket.destroy();
      }
    };
    expect([await shaken('TLSv1.1'), await shaken('TLSv1.2'), await shaken('TLSv1.3')]).toEqual([
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'TLSv1.2',
      'TLSv1.3',
    ]);
  });

  it('a server takes a new certificate on the same ports, and stays with the old one where the new one is no use', async () => {
    const [first, second, third] = [makeCertificate(), makeCertificate(), makeCertificate()];
    const { at, urls, write } = await start(first);
    const shown = () => Promise.all(urls.map(shownAt));
    expect(await shown()).toEqual([first.fingerprint, first.fingerprint]);
    write(second);
    at.reloadCertificate?.();
    expect(await shown()).toEqual([second.fingerprint, second.fingerprint]);
    for (const bad of [
      { cert: third.cert, key: first.key },
      { cert: 'no certificate', key: third.key },
      { cert: third.cert, key: '' },
    ]) {
      write(bad);
      at.reloadCertificate?.();
      expect(await shown()).toEqual([second.fingerprint, second.fingerprint]);
    }
    expect((await get(`${urls[0]}/config.json`, second)).status).toBe(200);
    write(third);
    at.reloadCertificate?.();
    expect(await shown()).toEqual([third.fingerprint, third.fingerprint]);
    await expect(get(`${urls[0]}/config.json`, second)).rejects.toThrow(/certificate/);
  });
});

describe('a process with a certificate of its own', () => {
  it('a process takes a new certificate within its rounds and on SIGHUP, logs a bad one once, warns of an expired one', async () => {
    const [expired, second, third] = [makeCertificate({ days: -2 }), makeCertificate(), makeCertificate()];
    const { env, write } = filesOf(expired);
    const server = await startServer({ data: join(root, 'data'), env });
    const said = (text: string) => server.log().filter(({ msg }) => String(msg).includes(text));
    expect(said('the TLS certificate has expired')).toMatchObject([{ level: 'warn', validTo: expect.stringMatching(/^\d{4}-/) }]);
    write(second);
    await expect.poll(() => shownAt(server.administration), { timeout: 60_000 }).toBe(second.fingerprint);
    write({ cert: third.cert, key: second.key });
    const complaints = () => said('the new TLS certificate is not taken');
    for (const time of [1, 2]) {
      server.signal('SIGHUP');
      await expect
        .poll(complaints, { timeout: 60_000 })
        .toMatchObject([{ level: 'error', mistakes: ['GANTRY_TLS_KEY does not fit the certificate in GANTRY_TLS_CERT'] }]);
      expect(await shownAt(server.selfService), `look ${time}`).toBe(second.fingerprint);
    }
    write(third);
    server.signal('SIGHUP');
    await expect.poll(() => shownAt(server.selfService), { timeout: 60_000 }).toBe(third.fingerprint);
    expect(await server.stop()).toBe(0);
  });
});
