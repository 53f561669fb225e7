/** Creating servers, one and several, over real HTTP. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import { RECORDS } from '../engines/embedded/support/platform.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';

const { create, list, log } = nouns.servers.calls;
const SECRET = 'the-word-of-the-script';
const PASSWORD = 'the word of the guest 1';
const SCRIPT = `#!/bin/sh\necho ${SECRET}\n`;

describe.each(anyDatabase)('creating servers on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let body: ServerCreate;
  let logged = '';
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString('utf8');
        done();
      },
    });
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' }, log: pino({ level: 'debug' }, sink) });
    lead = await app.as('acme-lead', 'acme-prod');
    const of = async (
      call: typeof nouns.flavors.calls.list | typeof nouns.images.calls.list | typeof nouns.networks.calls.list,
      name: string,
    ) => (await lead.call(call, { query: { name } })).data[0]?.id ?? '';
    body = {
      name: 'web',
      flavor_id: await of(nouns.flavors.calls.list, 'tiny'),
      image_id: await of(nouns.images.calls.list, 'Debian 13'),
      network_ids: [await of(nouns.networks.calls.list, 'acme-prod-private')],
    };
  });
  afterAll(() => app.close());

  const called = async (stem: string): Promise<string[]> =>
    (await lead.call(list, { query: { name: `contains:${stem}`, limit: 100, sort: 'name:asc' } })).data.map(({ name }) => name);

  async function limit(instances: number): Promise<void> {
    const { project_id: projectId } = await lead.call(nouns.session.calls.whoami);
    await app.store.transaction(async ({ records }) => {
      const before = (await records.get(RECORDS, 'quotas', String(projectId))) as { limits: object; used: { instances: number } };
      await records.put(RECORDS, 'quotas', String(projectId), {
        ...before,
        limits: { ...before.limits, instances: before.used.instances + instances },
      });
    });
  }

  it('a creation makes several servers as one task with a result for each, and none twice for the same key', async () => {
    const headers = { 'idempotency-key': 'three' };
    const three = { ...body, name: 'trio', count: 3 };
    const replies = await Promise.all(Array.from({ length: 5 }, () => lead.reply(create, { body: three }, headers)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const { task_id: taskId, id } = replies[0]!.json as { task_id: string; id: null };
    expect(id).toBeNull();
    const task = await app.ended(lead, taskId);
    expect(task.items.map(({ name, state }) => [name, state])).toEqual([
      ['trio-1', 'success'],
      ['trio-2', 'success'],
      ['trio-3', 'success'],
    ]);
    expect(await called('trio')).toEqual(['trio-1', 'trio-2', 'trio-3']);
    expect((await lead.reply(create, { body: { ...three, count: 4 } }, headers)).status).toBe(422);
  });

  it('a creation of servers is refused as a whole where the quota has no room for all, with the resource', async () => {
    for (const room of [0, 2]) {
      await limit(room);
      const refused = await lead.refused(create, { body: { ...body, name: 'some', count: 4 } });
      expect([refused.status, refused.code, refused.body.error.data?.params]).toEqual([409, 'quota_exceeded', { resource: 'instances' }]);
      expect(await called('some')).toEqual([]);
    }
    const { task_id: taskId } = await lead.call(create, { body: { ...body, name: 'some', count: 2 } });
    expect((await app.ended(lead, taskId)).state).toBe('success');
    expect(await called('some')).toEqual(['some-1', 'some-2']);
    await limit(20);
  });

  it('a creation of servers shows each mistake at its field', async () => {
    const fields = async (more: Partial<Record<keyof ServerCreate, unknown>>) =>
      (await lead.refused(create, { body: { ...body, ...more } as never })).body.error.data?.field_codes;
    expect(await fields({ image_id: undefined })).toEqual({ image_id: [{ code: 'required' }] });
    expect(await fields({ volume_id: 'v' })).toEqual({ volume_id: [{ code: 'one_boot_source' }] });
    expect(await fields({ user_data: `#!${'é'.repeat(32_768)}` })).toEqual({ user_data: [{ code: 'script_too_long' }] });
    expect(await fields({ count: 51 })).toMatchObject({ count: [{ code: 'too_large' }] });
    expect(await fields({ name: 'x'.repeat(254), count: 2 })).toEqual({ name: [{ code: 'too_long_numbered' }] });
    expect(await fields({ count: 2, volumes: [{ volume_id: 'v' }] })).toEqual({ count: [{ code: 'only_one' }] });
    expect(await fields({ volumes: [{ name: 'no size' }] })).toEqual({ 'volumes.0.size': [{ code: 'required' }] });
    expect(await fields({ volumes: Array.from({ length: 15 }, () => ({ size: 1 })) })).toMatchObject({ volumes: [{ code: 'too_many' }] });
    const unseen = { network_id: 'nobody-has-this', security_group_ids: ['nobody-has-this'] };
    expect(await fields({ interfaces: [unseen] })).toEqual({
      'interfaces.network_id': [{ code: 'unknown_id' }],
      'interfaces.security_group_ids': [{ code: 'unknown_id' }],
    });
    expect(await fields({ volumes: [{ volume_id: 'nobody-has-this' }] })).toEqual({ 'volumes.volume_id': [{ code: 'unknown_id' }] });
  });

  it('a creation of a server keeps script and password out of task, audit, log and answer', async () => {
    const requestId = `script-${randomUUID()}`;
    const asked = { body: { ...body, name: 'scripted', user_data: SCRIPT, password: PASSWORD } };
    const { task_id: taskId, id } = await lead.call(create, asked, { 'x-request-id': requestId });
    const task = await app.ended(lead, taskId);
    expect(task.kwargs).toMatchObject({ name: 'scripted', user_data: '***', password: '***' });
    const entry = (await app.store.audit.list({ limit: 50, call: create.id })).find((one) => one.requestId === requestId);
    expect(entry?.body).toMatchObject({ user_data: '***', password: '***' });
    const { log: written } = await lead.call(log, { params: { serverId: id ?? '' } });
    expect(written).toContain(`the shell script of ${SCRIPT.length} bytes`);
    expect(logged).toContain(requestId);
    expect(written).toContain('password of debian set, as it came with the request');
    for (const secret of [SECRET, PASSWORD]) expect(logged + written + JSON.stringify([task, entry])).not.toContain(secret);
  });
});
