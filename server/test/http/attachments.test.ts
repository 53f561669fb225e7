import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { serverInterfaces } from '@gantry/contract/nouns/servers/interfaces';
import { anyDatabase } from '../support/databases.ts';
import { ingredients } from '../support/ingredients.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Refused, Reply } from '../support/client.ts';

const servers = nouns.servers.calls;
const volumes = nouns.volumes.calls;

describe.each(anyDatabase)('volumes and interfaces of a server on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let serverId: string;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '3' } });
    lead = await app.as('acme-lead', 'acme-prod');
    serverId = (await lead.call(servers.list, { query: { status: 'ACTIVE' } })).data[0]!.id;
  });
  afterAll(() => app.close());

  const ended = async (asked: Promise<{ task_id: string }>) => (await app.ended(lead, (await asked).task_id)).state;
  const volume = (volumeId: string) => lead.call(volumes.read, { params: { volumeId } });
  const server = () => lead.call(servers.read, { params: { serverId } });
  const spare = async () => (await lead.call(volumes.list, { query: { status: 'available', sort: 'name:asc' } })).data[0]!.id;
  const attach = (volume_id: string) => lead.call(servers.attachVolume, { params: { serverId }, body: { volume_id } });
  const detach = (volume_id: string) => ({ params: { serverId }, body: { action: 'detach_volume', volume_id, force: true } }) as const;
  const path = () => `/api/v2/compute/servers/${serverId}`;
  const codesOf = ({ body }: Refused) => body.error.data?.field_codes;

  /** Members of the fields a refusal names. */
  const fieldsOf = ({ json }: Reply) => Object.keys((json as { error: { fields?: object } }).error.fields ?? {});

  it('a server attaches an available volume, and detaches it at the address of the deletion [api.server-delete-detach]', async () => {
    const id = await spare();
    expect(await ended(attach(id))).toBe('success');
    expect(await volume(id)).toMatchObject({
      status: 'in-use',
      attachments: [{ server_id: serverId, server_name: (await server()).name }],
    });
    expect((await server()).volumes[1]).toMatchObject({ id, delete_on_termination: false, size: expect.any(Number) });
    const body = { volume_id: id, delete_on_termination: true };
    expect(await ended(lead.call(servers.updateVolume, { params: { serverId }, body }))).toBe('success');
    expect((await server()).volumes[1]).toMatchObject({ id, delete_on_termination: true });
    expect(await ended(lead.call(servers.detachVolume, detach(id)))).toBe('success');
    expect(await volume(id)).toMatchObject({ status: 'available', attachments: [] });
    expect((await server()).status).toBe('ACTIVE');
    const { data } = await lead.call(servers.events, { params: { serverId } });
    expect(data.slice(0, 2).map(({ action }) => action)).toEqual(['detach_volume', 'attach_volume']);
  });

  it('a detachment of a volume that lost something on its way never deletes the server [choice.server-delete-guard]', async () => {
    const id = await spare();
    await ended(attach(id));
    const json = { 'content-type': 'application/json' };
    const query = '?action=detach_volume';
    const whole = { action: 'detach_volume', volume_id: id, force: true };
    const lost: [string, string, object, string[]?][] = [
      ['the body', query, {}, ['body']],
      ['the body, which is said to be JSON', query, { headers: json }],
      ['the query and the body, which is said to be JSON', '', { headers: json }],
      ['the volume', query, { body: { action: 'detach_volume' } }, ['volume_id']],
      ['the volume and the query', '', { body: { action: 'detach_volume' } }, ['volume_id']],
      ['the action in the body', query, { body: { volume_id: id } }, ['action']],
      ['both actions', '', { body: { volume_id: id } }, ['body']],
      ['all of the body but its braces', '', { body: {} }, ['body']],
      ['a letter of the action', '?action=detach_volum', {}, ['action']],
      ['the action of the query', '?action=', { body: whole }, ['action']],
      ['its way: it came twice', `${query}&action=detach_volume`, {}, ['action']],
    ];
    for (const [what, search, request, fields = []] of lost) {
      const reply = await lead.raw('DELETE', path() + search, request);
      expect([what, reply.status, fieldsOf(reply)]).toEqual([what, 400, fields]);
    }
    expect([(await server()).task_state, (await volume(id)).status]).toEqual([null, 'in-use']);
    const bodyAlone = await lead.raw('DELETE', path(), { body: whole });
    expect(bodyAlone.status).toBe(202);
    expect((await app.ended(lead, (bodyAlone.json as { task_id: string }).task_id)).state).toBe('success');
    expect([(await server()).status, (await volume(id)).status]).toEqual(['ACTIVE', 'available']);
  });

  it('a detachment of a volume is refused to strangers, and the audit names it apart from the deletion of the server', async () => {
    const stranger = await app.as('globex-member', 'globex-prod');
    const refused = await stranger.refused(servers.detachVolume, detach(await spare()));
    expect([refused.status, refused.code]).toEqual([404, 'not_found']);
    expect((await app.nobody.refused(servers.detachVolume, detach('x'))).status).toBe(401);
    const audit = (await app.store.audit.list({ limit: 50 })).filter(({ target }) => target === serverId);
    expect(new Set(audit.map(({ call }) => call))).toEqual(
      new Set(['servers.attachVolume', 'servers.updateVolume', 'servers.detachVolume', 'servers.delete']),
    );
  });

  it('a volume comes off a running server only where the request says that it is by force', async () => {
    const id = await spare();
    await ended(attach(id));
    for (const force of [undefined, false]) {
      const body = { action: 'detach_volume', volume_id: id, ...(force !== undefined && { force }) } as const;
      const refused = await lead.refused(servers.detachVolume, { params: { serverId }, body });
      expect([refused.status, refused.body.error.data?.reason]).toEqual([409, { code: 'volume_force_needed' }]);
    }
    expect([(await server()).status, (await volume(id)).status]).toEqual(['ACTIVE', 'in-use']);
    expect(await ended(lead.call(servers.detachVolume, detach(id)))).toBe('success');
    expect((await volume(id)).status).toBe('available');
  });

  describe('several volumes at once', () => {
    const several = async (call: typeof volumes.bulkAttach | typeof volumes.bulkDetach, body: object, by = lead) => {
      const { items, state, name } = await app.ended(lead, (await by.call(call, { body: body as never })).task_id);
      return { state, name, results: items.map(({ id, error }) => [id, error?.reason?.code ?? error?.code ?? 'done']) };
    };
    const free = async (limit: number) =>
      (await lead.call(volumes.list, { query: { status: 'available', sort: 'name:asc', limit } })).data.map(({ id }) => id);
    const made = async () => {
      const task = await lead.call(volumes.create, { body: { name: 'one of several', size: 1 } });
      await app.ended(lead, task.task_id);
      return task.id!;
    };

    it('several volumes go to a server and come off it as one task each, with a result for each volume', async () => {
      const [one, other] = [await made(), await made()];
      const boot = (await server()).volumes[0]!.id;
      expect(await several(volumes.bulkAttach, { ids: [one, boot, other, 'nobody-has-this'], server_id: serverId })).toEqual({
        state: 'failed',
        name: 'volume.attach',
        results: [
          [one, 'done'],
          [boot, 'wrong_status'],
          [other, 'done'],
          ['nobody-has-this', 'not_found'],
        ],
      });
      expect((await server()).volumes.map(({ id }) => id).sort()).toEqual([boot, one, other].sort());
      // Of a running server they come off by force only, which is for each by itself.
      expect((await several(volumes.bulkDetach, { ids: [one, other] })).results.map(([, result]) => result)).toEqual([
        'volume_force_needed',
        'volume_force_needed',
      ]);
      await ended(lead.call(servers.stop, { params: { serverId }, body: { timeout: 1 } }));
      expect(await several(volumes.bulkDetach, { ids: [boot, one, other] })).toEqual({
        state: 'failed',
        name: 'volume.detach',
        results: [
          [boot, 'volume_boot'],
          [one, 'done'],
          [other, 'done'],
        ],
      });
      expect(await Promise.all([one, other].map(async (id) => (await volume(id)).status))).toEqual(['available', 'available']);
      await ended(lead.call(servers.start, { params: { serverId } }));
    });

    it('several volumes that two requests attach at once go to the server once each, and fail in the other request', async () => {
      const ids = [await made(), await made()];
      const body = { ids, server_id: serverId };
      const tasks = await Promise.all([lead.call(volumes.bulkAttach, { body }), lead.call(volumes.bulkAttach, { body })]);
      const results = await Promise.all(tasks.map(async ({ task_id }) => (await app.ended(lead, task_id)).items.map(({ state }) => state)));
      for (const at of [0, 1]) expect(results.map((states) => states[at]).sort()).toEqual(['failed', 'success']);
      expect((await server()).volumes.filter(({ id }) => ids.includes(id))).toHaveLength(2);
    });

    it('several volumes go to no server that is not seen, nor to a server of another project', async () => {
      const [id] = await free(1);
      const foreign = await app.as('globex-member', 'globex-prod');
      const task = await foreign.call(servers.create, { body: { name: 'theirs', ...(await ingredients(foreign)) } });
      await app.ended(foreign, task.task_id);
      const theirs = task.id!;
      for (const server_id of [theirs, 'nobody-has-this'])
        expect(codesOf(await lead.refused(volumes.bulkAttach, { body: { ids: [id!], server_id } }))).toEqual({
          server_id: [{ code: 'unknown_id' }],
        });
      const admin = await app.as('admin', 'own');
      const { task_id } = await admin.call(volumes.bulkAttach, { body: { ids: [id!], server_id: theirs } });
      expect((await app.ended(admin, task_id)).items[0]!.error?.reason).toEqual({ code: 'volume_other_project' });
    });
  });

  it('a refusal names what stands in the way of attaching, detaching or changing a volume', async () => {
    const boot = (await server()).volumes[0]!.id;
    const refused = await lead.refused(servers.detachVolume, detach(boot));
    expect([refused.status, refused.body.error.data?.reason]).toEqual([409, { code: 'volume_boot' }]);
    const taken = await lead.refused(servers.attachVolume, { params: { serverId }, body: { volume_id: boot } });
    expect(codesOf(taken)).toEqual({ volume_id: [{ code: 'volume_not_available', params: { status: 'in-use' } }] });
    const absent = await lead.refused(servers.updateVolume, {
      params: { serverId },
      body: { volume_id: await spare(), delete_on_termination: true },
    });
    expect(absent.body.error.data?.reason).toEqual({ code: 'volume_not_attached' });
  });

  it('lists interfaces of a server, adds an interface with a given address, and removes that [api.server-interfaces]', async () => {
    const params = { serverId };
    const interfaces = async () => serverInterfaces.parse((await lead.raw('GET', `${path()}/interfaces`)).json).data;
    const [first, ...others] = await interfaces();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ network_name: 'acme-prod-private', ipam_enabled: true, fixed_ips: first!.ips });
    const add = { params, body: { network_id: first!.network_id!, fixed_ips: ['10.64.0.77'] } };
    expect(await ended(lead.call(servers.attachInterface, add))).toBe('success');
    const second = (await interfaces())[1]!;
    expect(second).toMatchObject({ network_id: first!.network_id, ips: ['10.64.0.77'], fixed_ips: ['10.64.0.77'] });
    expect(codesOf(await lead.refused(servers.attachInterface, add))).toEqual({ 'fixed_ips.0': [{ code: 'address_taken' }] });
    const outside = { params, body: { ...add.body, fixed_ips: ['10.1.2.3'] } };
    expect(codesOf(await lead.refused(servers.attachInterface, outside))).toEqual({ 'fixed_ips.0': [{ code: 'address_outside' }] });
    const remove = { params, body: { mac_addr: second.mac_addr } };
    expect(await ended(lead.call(servers.detachInterface, remove))).toBe('success');
    expect(await interfaces()).toEqual([first]);
    expect((await lead.refused(servers.detachInterface, remove)).body.error.data?.reason).toEqual({ code: 'interface_not_attached' });
  });
});
