import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { databases } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const { create, list } = nouns.servers.calls;

describe.each(databases)('an Idempotency-Key on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let body: { name: string; flavor_id: string; image_id: string; network_ids: string[] };
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '1' } });
    lead = await app.as('acme-lead', 'acme-prod');
    const [flavors, images, networks] = await Promise.all([
      lead.call(nouns.flavors.calls.list, { query: { sort: 'ram:asc' } }),
      lead.call(nouns.images.calls.list),
      lead.call(nouns.networks.calls.list),
    ]);
    const image = images.data.find(({ status, min_disk }) => status === 'active' && min_disk <= 10)!;
    const flavor = flavors.data.find(({ ram, disk }) => ram >= image.min_ram && disk >= image.min_disk)!;
    body = {
      name: '',
      flavor_id: flavor.id,
      image_id: image.id,
      network_ids: [networks.data.find(({ router_external }) => !router_external)!.id],
    };
  });
  afterAll(() => app.close());

  const make = (name: string, key: string, client = lead) => client.reply(create, { body: { ...body, name } }, { 'idempotency-key': key });
  const count = async (name: string) => (await lead.call(list, { query: { name, with_count: true } })).count;

  it('an Idempotency-Key answers the same request with the same answer, and makes one server', async () => {
    const first = await make('once', 'key-1');
    expect(first.status, first.text).toBe(202);
    const again = await make('once', 'key-1');
    expect([again.status, again.json]).toEqual([202, first.json]);
    expect(await count('once')).toBe(1);
  });

  it('an Idempotency-Key refuses another body with 422', async () => {
    await make('twice', 'key-2');
    const other = await make('other', 'key-2');
    expect([other.status, (other.json as { error: { err_code: string } }).error.err_code]).toEqual([422, 'idempotency_mismatch']);
    expect(await count('other')).toBe(0);
  });

  it('an Idempotency-Key makes one server for many requests at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => make('crowd', 'key-3')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await count('crowd')).toBe(1);
  });

  it('an Idempotency-Key belongs to its user, and is not needed', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const [mine, theirs] = [await make('shared', 'key-4'), await make('shared', 'key-4', member)];
    expect([mine.status, theirs.status]).toEqual([202, 202]);
    expect(mine.text).not.toBe(theirs.text);
    for (let turn = 0; turn < 2; turn += 1) expect((await lead.reply(create, { body: { ...body, name: 'plain' } })).status).toBe(202);
    expect(await count('plain')).toBe(2);
  });

  it('an Idempotency-Key remembers no refusal, and serves for a later request', async () => {
    const wrong = await lead.reply(create, { body: { ...body, name: 'late', image_id: 'none' } }, { 'idempotency-key': 'key-5' });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    expect((await make('late', 'key-5')).status).toBe(202);
  });

  it('an Idempotency-Key answers the same although the image of the server is gone', async () => {
    const first = await make('made-of', 'key-6');
    const key = { engine: 'embedded', kind: 'image', id: body.image_id };
    const image = (await app.store.read.get(key))!;
    await app.store.transaction((writer) => writer.remove(key));
    expect((await make('made-of', 'key-7')).status).toBe(400);
    const again = await make('made-of', 'key-6');
    expect([again.status, again.json]).toEqual([202, first.json]);
    await app.store.transaction((writer) => writer.put(image));
  });

  it('a malformed Idempotency-Key is refused', async () => {
    expect((await make('bad', 'x'.repeat(300))).status).toBe(400);
    expect(await count('bad')).toBe(0);
  });
});
