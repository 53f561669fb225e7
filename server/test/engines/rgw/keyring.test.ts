/** Users and keys of a Ceph gateway, on what a real one answered (`record.ts`). */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { adminOf } from '../../../src/engines/rgw/admin.ts';
import { keyringOf } from '../../../src/engines/rgw/keyring.ts';
import { ID, tour, type Exchange } from './tour.ts';

const recorded = JSON.parse(readFileSync(new URL('./recorded.json', import.meta.url), 'utf8')) as Exchange[];
const PAIR = { accessKey: 'ADMIN', secret: 'admin-secret' };

describe('the keyring of a Ceph gateway', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A gateway that answers each question in its turn as it is told to; `asked` is what it heard. */
  async function gateway(answers: readonly Pick<Exchange, 'status' | 'body'>[]) {
    const asked: { method: string | undefined; url: string | undefined; authorization: string | undefined }[] = [];
    const server = createServer(({ method, url, headers: { authorization } }, response) => {
      const { status, body } = answers[asked.length] ?? { status: 500, body: '' };
      asked.push({ method, url, authorization });
      response.writeHead(status).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { asked, keyring: keyringOf(adminOf({ endpoint, region: 'us-east-1' }, PAIR)) };
  }

  it('the keyring of a Ceph gateway asks as recorded, takes what is done for done, and adds up what users keep', async () => {
    const { asked, keyring } = await gateway(recorded);
    const kept = (await tour(keyring)) as ReadonlyMap<string, unknown>;
    expect(asked.map(({ method, url }) => [method, url])).toEqual(recorded.map(({ method, url }) => [method, url]));
    expect(asked.every(({ authorization }) => authorization?.startsWith('AWS4-HMAC-SHA256 Credential=ADMIN/'))).toBe(true);
    expect([...kept]).toEqual([['0123456789abcdef', { buckets: 1, objects: 2, bytes: 11_000 }]]);
  });

  it('the keyring of a Ceph gateway lets the keys of a user only read, and do all again', async () => {
    const { asked, keyring } = await gateway(Array.from({ length: 2 }, () => ({ status: 200, body: '' })));
    await keyring.restrict(ID, true);
    await keyring.restrict(ID, false);
    const masks = asked.map(({ method, url }) => [method, new URL(url!, 'http://gateway').searchParams.get('op-mask')]);
    expect(masks).toEqual([
      ['POST', 'read'],
      ['POST', 'read,write,delete'],
    ]);
  });

  it('the keyring of a Ceph gateway tells a refusal in the words of the gateway', async () => {
    const { keyring } = await gateway([{ status: 403, body: '{"Code":"AccessDenied","RequestId":"tx1"}' }]);
    await expect(keyring.suspend(ID, true)).rejects.toMatchObject({ code: 'engine_refused', detail: 'AccessDenied' });
  });

  it.each([
    { what: 'an error of its own', answer: { status: 500, body: '{"Code":"UnknownError"}' } },
    { what: 'no JSON', answer: { status: 200, body: '<html>' } },
  ])('says that the storage does not respond where a Ceph gateway answers with $what', async ({ answer }) => {
    const { keyring } = await gateway([answer]);
    await expect(keyring.usage()).rejects.toMatchObject({ code: 'engine_unavailable', params: { service: 'objects' } });
  });
});
