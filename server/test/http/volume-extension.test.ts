import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { anyDatabase } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const servers = nouns.servers.calls;
const volumes = nouns.volumes.calls;

describe.each(anyDatabase)('volumes that grow on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let serverId: string;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '2' } });
    lead = await app.as('acme-lead', 'acme-prod');
    serverId = (await lead.call(servers.list, { query: { status: 'ACTIVE' } })).data[0]!.id;
  });
  afterAll(() => app.close());

  const ended = async (asked: Promise<{ task_id: string }>) => app.ended(lead, (await asked).task_id);
  const volume = (volumeId: string) => lead.call(volumes.read, { params: { volumeId } });
  const server = () => lead.call(servers.read, { params: { serverId } });
  const boot = async () => volume((await server()).volumes[0]!.id);
  const spare = async () => (await lead.call(volumes.list, { query: { status: 'available', sort: 'name:asc' } })).data[0]!;
  const to = (volumeId: string, size: number) => ({ params: { volumeId }, body: { size } });
  const used = async () => {
    const params = { projectId: (await server()).project_id };
    return (await lead.call(nouns.quotas.calls.read, { params, query: { usage: 'True' } })).gigabytes;
  };
  const reasonOf = async (who: Client, id: string, size: number) => {
    const { status, body } = await who.refused(volumes.extend, to(id, size));
    return [status, body.error.data?.reason];
  };

  it('a volume that grows is larger in the server that boots from it, in the quota and in the history', async () => {
    const { id, size } = await boot();
    const before = await used();
    expect(await ended(lead.call(volumes.extend, to(id, size + 5)))).toMatchObject({ state: 'success', error: null });
    expect(await volume(id)).toMatchObject({ status: 'in-use', size: size + 5 });
    expect((await server()).volumes[0]).toMatchObject({ id, size: size + 5 });
    expect(await used()).toEqual({ ...before, used: before.used! + 5 });
    const { data } = await lead.call(servers.events, { params: { serverId } });
    expect(data[0]).toMatchObject({ action: 'extend_volume', result: 'success', finished_at: expect.any(String) });
  });

  it('extends a volume that is attached to no server', async () => {
    const { id, size } = await spare();
    expect(await ended(lead.call(volumes.extend, to(id, size + 1)))).toMatchObject({ state: 'success' });
    expect(await volume(id)).toMatchObject({ status: 'available', size: size + 1, attachments: [] });
  });

  it('volumes take no size that is smaller, the same, or beyond 512 TiB, and say so at the field [choice.volume-size-bounds]', async () => {
    const { id, size } = await boot();
    const codesAt = async (asked: number) => {
      const { status, body } = await lead.refused(volumes.extend, to(id, asked));
      return [status, body.error.data?.field_codes];
    };
    for (const asked of [size, size - 1])
      expect(await codesAt(asked)).toEqual([400, { size: [{ code: 'too_small', params: { min: size + 1 } }] }]);
    expect(await codesAt(0)).toEqual([400, { size: [expect.objectContaining({ code: 'too_small' })] }]);
    expect(await codesAt(512 * 1024 + 1)).toEqual([400, { size: [expect.objectContaining({ code: 'too_large' })] }]);
    expect((await boot()).size).toBe(size);
  });

  it('volumes grow within the quota only, and a refused extension holds nothing of it', async () => {
    const { id, size } = await boot();
    const before = await used();
    const refused = await lead.refused(volumes.extend, to(id, size + before.limit));
    expect([refused.code, refused.body.error.data?.params]).toEqual(['quota_exceeded', { resource: 'gigabytes' }]);
    expect(await used()).toEqual(before);
    expect((await boot()).status).toBe('in-use');
  });

  it('volumes of a server that is locked or suspended do not grow, and are unknown to strangers', async () => {
    const { id, size } = await boot();
    await ended(lead.call(servers.lock, { params: { serverId } }));
    expect(await reasonOf(lead, id, size + 1)).toEqual([409, { code: 'server_locked' }]);
    await ended(lead.call(servers.unlock, { params: { serverId } }));
    await ended(lead.call(servers.suspend, { params: { serverId } }));
    const needed = 'ACTIVE, PAUSED, SHUTOFF';
    expect(await reasonOf(lead, id, size + 1)).toEqual([409, { code: 'server_status', params: { status: 'SUSPENDED', needed } }]);
    await ended(lead.call(servers.resume, { params: { serverId } }));
    const stranger = await app.as('globex-member', 'globex-prod');
    expect((await stranger.refused(volumes.extend, to(id, size + 1))).code).toBe('not_found');
    const reader = await app.as('acme-viewer', 'acme-prod');
    expect((await reader.refused(volumes.extend, to(id, size + 1))).code).toBe('forbidden');
  });

  it('volumes are as large as before where the cloud fails to extend them, and the task says why', async () => {
    const { id, size } = await boot();
    const before = await used();
    const metadata = { 'gantry.fault': 'extend_volume' };
    await ended(lead.call(servers.update, { params: { serverId }, body: { metadata } }));
    const task = await ended(lead.call(volumes.extend, to(id, size + 3)));
    expect(task).toMatchObject({ state: 'failed', error: { detail: 'extend_volume failed: fault injected by metadata' } });
    expect(await boot()).toMatchObject({ status: 'in-use', size });
    expect(await used()).toEqual(before);
    const { data } = await lead.call(servers.events, { params: { serverId } });
    expect(data.find(({ action }) => action === 'extend_volume')).toMatchObject({ result: 'failed' });
  });
});
