/** Certificates of a cloud, as its clouds.yaml names them: honoured at each request, and what is wrong with one is told in words. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { getBytes, putBytes } from '../../../src/engines/openstack/client/bytes.ts';
import { readCloud } from '../../../src/engines/openstack/client/clouds.ts';
import { Connections } from '../../../src/engines/openstack/client/connections.ts';
import { send } from '../../../src/engines/openstack/client/http.ts';
import { certificateProblem } from '../../../src/engines/openstack/client/trust.ts';
import { makeCertificate } from '../../support/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-trust-'));
const keep = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const [ours, client, expired] = [makeCertificate(), makeCertificate({ hosts: ['client'] }), makeCertificate({ days: -1 })];
const cacert = keep('ca.pem', ours.cert);
const [cert, key] = [keep('client.pem', client.cert), keep('client.key', client.key)];

let server: Server;
let url: string;
async function listen(options: Parameters<typeof createServer>[0]): Promise<void> {
  server = createServer(options, (request, response) => {
    request.resume();
    const { CN } = (request.socket as TLSSocket).getPeerCertificate().subject ?? {};
    response.end(JSON.stringify({ client: CN ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const close = (): void => {
  server.closeAllConnections();
  server.close();
};

/** The cloud of a clouds.yaml with these members beside the account. */
function cloudWith(members: Readonly<Record<string, unknown>>) {
  const auth = { auth_url: url ?? 'https://cloud.invalid', username: 'u', password: 'p', project_name: 'p' };
  return readCloud(keep('clouds.yaml', stringify({ clouds: { lab: { auth, ...members } } })), 'lab');
}

/** What a service is told to answer, or why it could not be asked, by each way in which services are asked. */
async function ask(members: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const connections = new Connections((await cloudWith(members)).trust);
  const request = { service: 'image', url: `${url}/v2/images`, headers: {}, connections } as const;
  const [timeLimit, { signal }] = [5000, new AbortController()];
  const bytes = () => ({ stream: Readable.from([Buffer.from('bytes')]), size: 5, found: null });
  const ways = [
    async () => (await send({ ...request, method: 'POST', body: {}, timeLimit })).body,
    async () => (await send({ ...request, method: 'GET', knocks: true, timeLimit })).body,
    async () => JSON.parse(String(Buffer.concat((await (await getBytes({ ...request, range: null, signal }))!.toArray()) as Buffer[]))),
    async () => (await putBytes({ ...request, bytes: bytes(), timeLimit, signal })) ?? 'taken',
  ];
  return Promise.all(ways.map((way) => way().catch((error: { detail?: string }) => error.detail)));
}

describe('certificates of a cloud that authorities of its own have signed', () => {
  beforeAll(() => listen(ours));
  afterAll(close);

  it('certificates are trusted at each request where cacert names their authority, or where verify is false', async () => {
    const anybody = { client: null };
    for (const members of [{ cacert }, { verify: false }]) expect(await ask(members)).toEqual([anybody, anybody, anybody, 'taken']);
  });

  it('certificates of an authority that is not trusted are told by name and authority', async () => {
    const problem = `image: the certificate of ${new URL(url).host} (Gantry test) is of an authority that is not trusted: Gantry test; name it in cacert of the clouds.yaml`;
    expect(await ask({})).toEqual([problem, problem, problem, problem]);
  });
});

describe('other certificates that cannot be relied on', () => {
  afterEach(close);

  it('a certificate that has expired is told as expired, with the day', async () => {
    await listen(expired);
    const [problem] = await ask({ cacert: keep('expired.pem', expired.cert) });
    expect(problem).toMatch(/^image: the certificate of 127\.0\.0\.1:\d+ \(Gantry test\) has expired on .* GMT$/);
  });

  it('a certificate for other names is told as such, with the names', async () => {
    await listen(ours);
    url = url.replace('127.0.0.1', '127.0.0.2');
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.2', resolve));
    const [problem] = await ask({ cacert });
    expect(problem).toBe(
      `image: the certificate of ${new URL(url).host} (Gantry test) is for other names: DNS:localhost, IP Address:127.0.0.1`,
    );
  });

  it('a cloud that wants a certificate of Gantry is shown the one from cert and key', async () => {
    // Later versions of TLS say so only after the request was sent, and may cut the connection before that is read.
    await listen({ ...ours, ca: client.cert, requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' });
    const known = { client: 'Gantry test' };
    expect(await ask({ cacert, cert, key })).toEqual([known, known, known, 'taken']);
    const [without] = await ask({ cacert });
    expect(without).toBe(`image: ${new URL(url).host} wants a certificate of its client: cert and key of the clouds.yaml`);
    const alert = new Error('write EPROTO error:0A000418:SSL routines:ssl3_read_bytes:tlsv1 alert unknown ca:rec_layer_s3.c');
    const other = await certificateProblem(url, alert, (await cloudWith({ cert, key })).trust);
    expect(other).toMatchObject({ message: expect.stringContaining('refuses ours, of CN=Gantry test') });
  });
});

describe('files of a clouds.yaml that are not what they should be', () => {
  const nowhere = join(folder, 'nowhere.pem');
  it.each([
    ['an authority that is not there', { cacert: nowhere }, `cacert ${nowhere} cannot be read: ENOENT`],
    ['a key in place of an authority', { cacert: key }, `cacert ${key} holds no certificate in PEM`],
    ['a key alone', { key }, 'key needs cert, the certificate that it belongs to'],
    ['a certificate alone', { cert }, `key ${cert} holds no private key without passphrase in PEM`],
    ['a key of another certificate', { cert: cacert, key }, `key does not belong to the certificate ${cacert}`],
  ])('a clouds.yaml with %s is refused at the start', async (_what, members, problem) => {
    await expect(cloudWith(members)).rejects.toThrow(`clouds file ${join(folder, 'clouds.yaml')}: cloud "lab": ${problem}`);
  });

  it('a clouds.yaml takes one file for certificate and key', async () => {
    const both = keep('both.pem', client.cert + client.key);
    expect((await cloudWith({ cert: both })).trust.key).toBeDefined();
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
