/** The bytes of an image, fetched as a browser does: by an address alone. */
import { createHash, randomBytes } from 'node:crypto';
import { get, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const { calls } = nouns.images;
const SIZE = 8 * 1024 * 1024;

let app: TestApp;
let owner: Client;
let other: Client;
const bytes = randomBytes(SIZE);
const digest = createHash('sha512').update(bytes).digest('hex');
let imageId: string;

/** Who has the address alone: no session, no scope. */
const fetched = (url: string, headers: Record<string, string> = {}, method = 'GET') => fetch(`${owner.url}${url}`, { method, headers });
const content = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
/** A client that reads nothing once the answer has begun. */
const stalled = (url: string) =>
  new Promise<{ asked: ClientRequest; status: number | undefined }>((resolve) => {
    const asked = get(`${owner.url}${url}`, (answer) => resolve({ asked, status: answer.pause().statusCode })).on('error', () => undefined);
  });
const ticket = async (who = owner) => (await who.call(calls.download, { params: { imageId } })).url;

beforeAll(async () => {
  app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
  [owner, other] = [await app.as('acme-member', 'acme-prod'), await app.as('globex-member', 'globex-prod')];
  const headers = {
    'content-type': 'application/octet-stream',
    'x-image-name': encodeURIComponent('Größe "1"'),
    'x-image-disk-format': 'raw',
  };
  const reply = await owner.raw('POST', '/api/v2/compute/images', { text: bytes, headers });
  imageId = (reply.json as { id: string }).id;
  await app.ended(owner, (reply.json as { task_id: string }).task_id);
});
afterAll(() => app.close());

it('an image is handed out by its ticket whole and in ranges, as often as wanted, under its name', async () => {
  const { url, expires_at: until } = await owner.call(calls.download, { params: { imageId } });
  expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(60);
  const whole = await fetched(url);
  expect([whole.status, (await content(whole)).equals(bytes)]).toEqual([200, true]);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-length': String(SIZE),
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    etag: `"${digest}"`,
    'content-disposition': `attachment; filename="Gr__e _1_.raw"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.raw`,
    'cache-control': 'private, no-cache',
  });
  for (const [asked, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=5-1048580', 5, 1_048_580],
    [`bytes=${SIZE - 3}-`, SIZE - 3, SIZE - 1],
    ['bytes=-7', SIZE - 7, SIZE - 1],
  ] as const) {
    const part = await fetched(url, { range: asked });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${SIZE}`]);
    expect((await content(part)).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

it('a download goes on while the bytes of the image are the same, and begins anew otherwise', async () => {
  const url = await ticket();
  const range = 'bytes=100-';
  expect((await fetched(url, { range, 'if-range': `"${digest}"` })).status).toBe(206);
  expect((await fetched(url, { range, 'if-range': '"other"' })).status).toBe(200);
  expect((await fetched(url, { 'if-none-match': `W/"${digest}"` })).status).toBe(304);
  expect((await fetched(url, { 'if-match': '"other"' })).status).toBe(412);
  const beyond = await fetched(url, { range: `bytes=${SIZE}-` });
  expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([416, `bytes */${SIZE}`, '']);
  const head = await fetched(url, { range: 'bytes=1-2' }, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '2', '']);
});

it('a ticket of an image opens nothing when it is changed or over, its session ended, or the image out of sight', async () => {
  const url = await ticket();
  const status = async (of: string) => (await fetched(of, { range: 'bytes=0-0' })).status;
  expect(await status(`${url.slice(0, -2)}AA`)).toBe(401);
  expect(await status('/api/v2/downloads')).toBe(401);
  expect((await other.refused(calls.download, { params: { imageId } })).status).toBe(404);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
  try {
    expect(await status(url)).toBe(401);
  } finally {
    vi.useRealTimers();
  }
  expect(await status(url)).toBe(206);

  const admin = await app.as('admin', 'own');
  const shared = { params: { imageId }, body: { visibility: 'public' as const } };
  await app.ended(admin, (await admin.call(calls.update, shared)).task_id);
  const theirs = await ticket(other);
  expect(await status(theirs)).toBe(206);
  await app.ended(admin, (await admin.call(calls.update, { ...shared, body: { visibility: 'private' } })).task_id);
  expect(await status(theirs)).toBe(404);

  const leaving = await app.as('acme-member', 'acme-prod');
  const left = await ticket(leaving);
  expect(await status(left)).toBe(206);
  await leaving.call(nouns.session.calls.logout);
  expect(await status(left)).toBe(401);
});

it('an image without bytes, and one that is out of use, are refused with the reason before anything is fetched', async () => {
  const [debian] = (await owner.call(calls.list, { query: { name: 'Debian 13' } })).data;
  const bare = await owner.refused(calls.download, { params: { imageId: debian!.id } });
  expect([bare.status, bare.body.error.data?.reason]).toEqual([409, { code: 'image_without_bytes' }]);
  const admin = await app.as('admin', 'own');
  const params = { params: { imageId } };
  const before = await ticket();
  await app.ended(admin, (await admin.call(calls.deactivate, params)).task_id);
  const off = await owner.refused(calls.download, params);
  expect(off.body.error.data?.reason).toEqual({ code: 'wrong_status', params: { status: 'deactivated', needed: 'active' } });
  expect((await fetched(before)).status).toBe(409);
  await app.ended(admin, (await admin.call(calls.reactivate, params)).task_id);
});

it('clients that stop reading a download use up the places for downloads, and free them when they go away', async () => {
  const url = await ticket();
  for (let round = 0; round < 20; round += 1)
    await new Promise<void>((resolve, reject) => {
      const asked = get(`${owner.url}${url}`, (answer) => {
        answer.once('data', () => {
          answer
            .on('error', () => undefined)
            .once('close', resolve)
            .destroy();
        });
      }).on('error', reject);
      asked.on('close', () => undefined);
    });
  expect((await content(await fetched(url))).equals(bytes)).toBe(true);
  const held: ClientRequest[] = [];
  // The places of those who have gone away come back one by one.
  for (let place = 0; place < 16; place += 1)
    await vi.waitFor(async () => {
      const { asked, status } = await stalled(url);
      if (status === 200) held.push(asked);
      else asked.destroy();
      expect(status).toBe(200);
    });
  expect((await fetched(url, { range: 'bytes=0-0' })).status).toBe(429);
  for (const one of held) one.destroy();
  await vi.waitFor(async () => expect((await fetched(url, { range: 'bytes=0-0' })).status).toBe(206));
});
