import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Client, Reply } from '../../support/client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { anyDatabase } from '../../support/databases.ts';

const servers = '/api/v2/compute/servers';
type Json = Record<string, unknown>;
const jsonOf = (reply: Reply): Json => reply.json as Json;
const dataOf = (reply: Reply): Json[] => jsonOf(reply)['data'] as Json[];

describe.each(anyDatabase)('the embedded platform over HTTP on $name', ({ name }) => {
  let app: TestApp;
  let member: Client;

  beforeAll(async () => {
    app = await startTestApp({ database: name });
    member = await app.as('acme-member', 'acme-prod');
  });
  afterAll(() => app.close());

  const get = (path: string, client = member): Promise<Reply> => client.raw('GET', path);
  const first = async (path: string): Promise<string> => String(dataOf(await get(path))[0]?.['id']);
  /** Sends a command and waits for the end of its task. Returns the id of what it worked on. */
  const done = async (method: string, path: string, body?: unknown): Promise<string> => {
    const reply = await member.raw(method, path, { body });
    if (reply.status !== 202) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    const { task_id, id } = jsonOf(reply) as { task_id: string; id: string };
    expect((await app.ended(member, task_id)).state).toBe('success');
    return id;
  };
  const create = async (more: Json = {}): Promise<string> =>
    done('POST', servers, {
      name: 'made-over-http',
      flavor_id: await first('/api/v2/compute/flavors?name=tiny'),
      image_id: await first('/api/v2/compute/images?sort=name:asc'),
      network_ids: [await first('/api/v2/compute/networks?name=acme-prod-private')],
      ...more,
    });

  it('creates, reads, changes and deletes a server [api.servers]', async () => {
    const id = await create();
    expect(jsonOf(await get(`${servers}/${id}`))).toMatchObject({ id, name: 'made-over-http', status: 'ACTIVE', task_state: null });
    await done('PATCH', `${servers}/${id}`, { name: 'renamed' });
    expect(jsonOf(await get(`${servers}/${id}`))).toMatchObject({ name: 'renamed' });
    await done('DELETE', `${servers}/${id}`);
    expect((await get(`${servers}/${id}`)).status).toBe(404);
  });

  it('shows a server with all its fields [server.fields, server.nested-fields, server.metrics-fields]', async () => {
    const id = await create({ metadata: { tier: 'front' } });
    const server = jsonOf(await get(`${servers}/${id}`));
    const fields =
      'status task_state host_status flavor volumes networks network_data key_name username host orig_hostname ha_enabled fault metadata ' +
      'traits max_vcpu max_mem allow_live_resize allow_set_password has_pci_devices statistics created updated project_id domain_id';
    expect(Object.keys(server)).toEqual(expect.arrayContaining(fields.split(' ')));
    expect(server).toMatchObject({ metadata: { tier: 'front' }, fault: null, allow_live_resize: false, traits: [] });
    expect(server['flavor']).toMatchObject({ original_name: 'tiny', vcpus: 1, ram: 512, extra_specs: {} });
    expect(server['volumes']).toEqual([
      { id: expect.any(String), delete_on_termination: true, name: 'made-over-http-boot', size: expect.any(Number) },
    ]);
    const [mac_addr, address] = [expect.stringMatching(/^02(:[0-9a-f]{2}){5}$/), expect.stringMatching(/^10\.64\.0\.\d+$/)];
    expect(server['networks']).toMatchObject([{ mac_addr, ips: [address], name: 'acme-prod-private', ipam_enabled: true }]);
    expect(server['network_data']).toEqual([{ mac_addr, fixed_ips: [address] }]);
    const { metrics } = server['statistics'] as { metrics: Json };
    expect(Object.keys(metrics).toSorted()).toEqual(['block_capacity', 'block_usage', 'cpu_usage', 'mem_usage']);
    expect(server['project_name']).toBe('acme-prod');
  });

  it('tells the node of a server to administrators of the system only', async () => {
    const id = await create();
    const admin = await app.as('admin', 'own');
    expect(jsonOf(await get(`${servers}/${id}`, admin))).toMatchObject({ host: expect.stringMatching(/^node-00\d$/), host_status: 'UP' });
    expect(jsonOf(await get(`${servers}/${id}`))).toMatchObject({ host: null, host_status: null });
  });

  it('shows a start in the history of a server [api.server-events]', async () => {
    const id = await create();
    await done('POST', `${servers}/${id}/stop`);
    await done('POST', `${servers}/${id}/start`);
    const events = dataOf(await get(`${servers}/${id}/events`));
    expect(events.map(({ action, result }) => [action, result])).toEqual([
      ['start', 'success'],
      ['stop', 'success'],
      ['create', 'success'],
    ]);
    const task = dataOf(await get('/api/v2/tasks?name=server.start'))[0];
    expect(events[0]).toMatchObject({
      user_id: task?.['user_id'],
      username: task?.['user_name'],
      request_id: expect.any(String),
      message: null,
    });
    const stepsOf = async (event: Json | undefined) =>
      dataOf(await get(`${servers}/${id}/steps?request_id=${String(event?.['request_id'])}`));
    expect((await stepsOf(events[0])).map(({ step, result }) => [step, result])).toEqual([['powering-on', 'success']]);
    const made = await stepsOf(events[2]);
    expect(made.map(({ step }) => step)).toEqual(['scheduling', 'block_device_mapping', 'networking', 'spawning']);
    const times = made.flatMap(({ started_at: start, finished_at: end }) => [start, end]);
    expect(times.toSorted()).toEqual(times);
    expect(
      new Set(made.map(({ finished_at: end }, place) => end === (made[place + 1]?.['started_at'] ?? events[2]?.['finished_at']))),
    ).toEqual(new Set([true]));
    expect((await get(`${servers}/${id}/steps?request_id=never-was`)).status).toBe(404);
  });

  it('the steps of an action tell which of them failed, and why', async () => {
    const body = {
      name: 'made-to-fail',
      flavor_id: await first('/api/v2/compute/flavors?name=tiny'),
      image_id: await first('/api/v2/compute/images?sort=name:asc'),
      network_ids: [await first('/api/v2/compute/networks?name=acme-prod-private')],
      metadata: { 'gantry.fault': 'spawn' },
    };
    const { task_id, id } = jsonOf(await member.raw('POST', servers, { body })) as { task_id: string; id: string };
    expect((await app.ended(member, task_id)).state).toBe('failed');
    const [event] = dataOf(await get(`${servers}/${id}/events`));
    const steps = dataOf(await get(`${servers}/${id}/steps?request_id=${String(event?.['request_id'])}`));
    expect(steps.map(({ result }) => result)).toEqual(['success', 'success', 'success', 'failed']);
    expect(steps.map(({ message }) => message)).toEqual([null, null, null, event?.['message']]);
  });

  it('hands out the console log of a server [api.server-log]', async () => {
    const id = await create();
    const logNow = async () => (jsonOf(await get(`${servers}/${id}/log`)) as { log: string }).log;
    const log = await logNow();
    expect(log).toMatch(/firmware: 1 CPU, 512 MiB memory/);
    await done('POST', `${servers}/${id}/stop`);
    const later = await logNow();
    expect(later.slice(0, log.length)).toBe(log);
    expect(later).toMatch(/power off\n$/);
  });

  it('never takes a detach whose body got lost for a deletion [choice.server-delete-guard]', async () => {
    const id = await create();
    const volume = (jsonOf(await get(`${servers}/${id}`))['volumes'] as Json[])[0]?.['id'];
    const path = `${servers}/${id}`;
    expect((await member.raw('DELETE', `${path}?action=detach_volume`)).status).toBe(400);
    expect((await member.raw('DELETE', path, { body: { action: 'detach_volume' } })).status).toBe(400);
    // Whole, it is honoured, and the volume it boots from cannot be taken away.
    expect((await member.raw('DELETE', path, { body: { action: 'detach_volume', volume_id: volume } })).status).toBe(409);
    expect((await member.raw('DELETE', path, { text: '{"action":', headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect(jsonOf(await get(path))).toMatchObject({ status: 'ACTIVE', task_state: null });
  });

  it('counts what a project uses [api.quotas-get]', async () => {
    const projects = jsonOf(await get('/api/v2/accounts/projects', member.unscoped()))['data'] as Json[];
    const path = `/api/v2/compute/quotas/${String(projects[0]?.['id'])}/`;
    const read = async () => {
      const { storage_policies: policies, ...entries } = jsonOf(await get(`${path}?usage=True`));
      const ofPolicies = Object.fromEntries((policies as Json[]).map(({ name, ...entry }) => [`storage of ${String(name)}`, entry]));
      return { ...entries, ...ofPolicies } as Record<string, { limit: number; used: number }>;
    };
    const before = await read();
    await create({ volume_size: 12 });
    const after = await read();
    const grown = Object.fromEntries(Object.keys(before).map((key) => [key, after[key]!.used - before[key]!.used]));
    const storage = { gigabytes: 12, 'storage of default': 12, 'storage of fast': 0 };
    const net = {
      networks: 0,
      routers: 0,
      floating_ips: 0,
      load_balancers: 0,
      vpn_connections: 0,
      security_groups: 0,
      security_group_rules: 0,
    };
    expect(grown).toEqual({ instances: 1, cores: 1, ram: 512, volumes: 1, snapshots: 0, ...net, ...storage });
    expect(jsonOf(await get(path))).toMatchObject({ volumes: { limit: before['volumes']?.limit, used: null } });
  });

  it('refuses a server that the quota has no room for, naming what is short', async () => {
    const xlarge = await first('/api/v2/compute/flavors?name=xlarge');
    const body = {
      name: 'too-much',
      flavor_id: xlarge,
      image_id: await first('/api/v2/compute/images'),
      network_ids: [await first('/api/v2/compute/networks?name=acme-prod-private')],
    };
    let reply = await member.raw('POST', servers, { body });
    for (let tries = 0; reply.status === 202 && tries < 8; tries += 1) reply = await member.raw('POST', servers, { body });
    expect(reply.status).toBe(409);
    expect(jsonOf(reply)['error']).toMatchObject({ err_code: 'quota_exceeded', data: { params: { resource: 'cores' } } });
  });

  it('the platform has the default domain with its project [domain.default-id, domain.fields, project.default-admin]', async () => {
    const admin = await app.as('admin', 'own');
    const domains = dataOf(await get('/api/v2/domains', admin));
    const fallback = domains.find(({ id }) => id === 'default');
    expect(fallback).toMatchObject({ name: 'Default', enabled: true, projects_count: 1, description: expect.any(String) });
    for (const domain of domains)
      expect(Object.keys(domain)).toEqual(expect.arrayContaining(['id', 'name', 'enabled', 'projects_count', 'description']));
    expect(dataOf(await get('/api/v2/domains/default/projects', admin)).map((project) => project['name'])).toEqual(['admin']);
  });

  it('shows users with their projects [user.fields, user.assignments]', async () => {
    const admin = await app.as('acme-admin', 'own');
    const domain = jsonOf(await get('/api/v2/accounts/whoami', admin))['domain_id'];
    const users = dataOf(await get(`/api/v2/domains/${String(domain)}/users`, admin));
    const fields =
      'id name enabled email description role domain_id system_permissions domain_permissions assigned_projects identity_provider ' +
      'created_at s3_user_id tags';
    for (const user of users) expect(Object.keys(user)).toEqual(expect.arrayContaining(fields.split(' ')));
    const projects = dataOf(await get(`/api/v2/domains/${String(domain)}/projects`, admin));
    const id = projects.find((project) => project['name'] === 'acme-prod')?.['id'];
    expect(users.find((user) => user['name'] === 'acme-lead')).toMatchObject({
      role: 'project_member',
      assigned_projects: [{ project_id: id, project_name: 'acme-prod', role: 'project_admin', read_only: false }],
    });
  });

  it('lists nodes to administrators of the system only, with the number of their servers [api.compute-nodes]', async () => {
    const admin = await app.as('admin', 'own');
    const nodes = dataOf(await get('/api/v2/compute/nodes', admin));
    expect(nodes.map(({ id }) => id)).toEqual(['node-001', 'node-002', 'node-003']);
    const list = await admin.call(nouns.servers.calls.list, { query: { limit: 100 } });
    const vms = nodes.map((node) => (node['hypervisor'] as { vms: number }).vms);
    expect(vms.reduce((sum, value) => sum + value, 0)).toBe(list.data.length);
    expect((await get('/api/v2/compute/nodes')).status).toBe(403);
  });
});
