import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { anyDatabase } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const servers = nouns.servers.calls;
const fields = (text: string): string[] => text.split(' ');

describe.each(anyDatabase)('compute on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '3' } });
    lead = await app.as('acme-lead', 'acme-prod');
  });
  afterAll(() => app.close());

  async function create(name: string): Promise<string> {
    const image = (await lead.call(nouns.images.calls.list)).data.find(({ status }) => status === 'active')!;
    const flavors = (await lead.call(nouns.flavors.calls.list, { query: { sort: 'ram:asc' } })).data;
    const flavor = flavors.find(({ ram, disk }) => ram >= image.min_ram && disk >= image.min_disk)!;
    const network = (await lead.call(nouns.networks.calls.list)).data.find(({ router_external }) => !router_external)!;
    const body = { name, flavor_id: flavor.id, image_id: image.id, network_ids: [network.id] };
    const { task_id, id } = await lead.call(servers.create, { body });
    expect((await app.ended(lead, task_id)).state).toBe('success');
    return id!;
  }

  it('creates, reads, changes and deletes a server [api.servers]', async () => {
    const serverId = await create('first');
    expect(await lead.call(servers.read, { params: { serverId } })).toMatchObject({ name: 'first', status: 'ACTIVE', task_state: null });
    const update = await lead.call(servers.update, { params: { serverId }, body: { name: 'second' } });
    await app.ended(lead, update.task_id);
    expect((await lead.call(servers.read, { params: { serverId } })).name).toBe('second');
    const gone = await lead.call(servers.delete, { params: { serverId } });
    expect((await app.ended(lead, gone.task_id)).state).toBe('success');
    expect((await lead.refused(servers.read, { params: { serverId } })).status).toBe(404);
    expect((await lead.call(servers.list, { query: { id: serverId } })).data).toEqual([]);
  });

  it('answers a server with its fields [server.fields, server.nested-fields, server.metrics-fields]', async () => {
    const [first] = (await lead.call(servers.list)).data;
    const item = (await lead.raw('GET', `/api/v2/compute/servers/${first!.id}`)).json as Record<string, object[] & { metrics: object }>;
    const own =
      'status task_state host_status flavor volumes networks network_data key_name username host orig_hostname ha_enabled fault metadata traits ' +
      'max_vcpu max_mem allow_live_resize allow_set_password has_pci_devices statistics created updated project_id domain_id';
    expect(Object.keys(item)).toEqual(expect.arrayContaining(fields(own)));
    expect(Object.keys(item['flavor']!)).toEqual(expect.arrayContaining(fields('original_name vcpus ram extra_specs')));
    expect(Object.keys(item['volumes']![0]!)).toEqual(expect.arrayContaining(fields('id delete_on_termination')));
    expect(Object.keys(item['networks']![0]!)).toEqual(expect.arrayContaining(fields('mac_addr ips name ipam_enabled')));
    expect(Object.keys(item['network_data']![0]!)).toEqual(expect.arrayContaining(fields('mac_addr fixed_ips')));
    expect(Object.keys(item['statistics']!.metrics).sort()).toEqual(fields('block_capacity block_usage cpu_usage mem_usage'));
  });

  it('keeps a history and a console log of a server [api.server-events, api.server-log]', async () => {
    const [server] = (await lead.call(servers.list, { query: { status: 'ACTIVE' } })).data;
    const params = { serverId: server!.id };
    for (const call of [servers.stop, servers.start]) {
      const { task_id } = await lead.call(call, { params });
      expect((await app.ended(lead, task_id)).state).toBe('success');
    }
    const { data } = await lead.call(servers.events, { params });
    expect(data.find(({ action }) => action === 'start')).toMatchObject({ result: 'success', user_id: expect.any(String) });
    expect((await lead.call(servers.log, { params })).log).toContain('host name');
  });

  it('the quota of a project counts what it uses [api.quotas-get]', async () => {
    const { project_id } = await lead.call(nouns.session.calls.whoami);
    const path = `/api/v2/compute/quotas/${project_id}/?usage=True`;
    const used = async () => (await lead.raw('GET', path)).json as Record<string, { limit: number; used: number }>;
    const before = await used();
    await create('counted');
    const after = await used();
    expect([after['volumes']!.used, after['instances']!.used]).toEqual([before['volumes']!.used + 1, before['instances']!.used + 1]);
    expect(after['gigabytes']!.used).toBeGreaterThan(before['gigabytes']!.used);
    expect((await lead.call(nouns.quotas.calls.read, { params: { projectId: project_id! } })).volumes.used).toBeNull();
  });

  it('lists the compute nodes of the platform with their hypervisors [api.compute-nodes, computenode.hypervisor]', async () => {
    const reply = await (await app.as('admin', 'own')).raw('GET', '/api/v2/compute/nodes');
    const { data } = reply.json as { data: { hypervisor: object }[] };
    expect(data).toHaveLength(3);
    for (const { hypervisor } of data) expect(Object.keys(hypervisor).sort()).toEqual(fields('hypervisor_type status vms'));
  });

  /** Ids of a list read at once, and those of two pages of it. */
  async function pagesOf(path: string): Promise<{ whole: string[]; paged: string[][] }> {
    const system = await app.as('admin', 'own');
    const page = async (query: string) => {
      const { json } = await system.raw('GET', `${path}?${query}`);
      const { data, count, marker } = json as { data: { id: string }[]; count?: number; marker?: string };
      return { ids: data.map(({ id }) => id), count, marker };
    };
    const { ids: whole, count, marker: none } = await page('limit=1000&with_count=true');
    expect([count, none]).toEqual([whole.length, undefined]);
    expect(new Set(whole).size).toBeGreaterThan(2);
    const limit = whole.length - 1;
    const first = await page(`limit=${limit}`);
    const second = await page(`limit=${limit}&marker=${encodeURIComponent(first.marker!)}`);
    expect(second.marker).toBeUndefined();
    return { whole, paged: [first.ids, second.ids] };
  }

  it('pages by limit and marker through all images [api.images]', async () => {
    const { whole, paged } = await pagesOf('/api/v2/compute/images');
    expect(paged).toEqual([whole.slice(0, -1), whole.slice(-1)]);
  });

  it('pages by limit and marker through all networks [api.networks]', async () => {
    const { whole, paged } = await pagesOf('/api/v2/compute/networks');
    expect(paged).toEqual([whole.slice(0, -1), whole.slice(-1)]);
  });
});
