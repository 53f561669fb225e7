/** Networks with their subnets on a cloud that keeps what it is asked to. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkKind } from '@gantry/contract/nouns/networks/entity';
import { commandNamed, type CommandContext } from '../../../../src/port/engine.ts';
import { touchedBy } from '../../../engines/openstack/support/touched.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';
import { neutronError } from '../../../../../fakes/openstack/neutron.ts';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../../fakes/openstack/replay.ts';

const NETWORKS = /^\/network\/v2\.0\/networks/;
const SUBNETS = /^\/network\/v2\.0\/subnets/;
const CIDR = '10.9.0.0/24';

const announced = (event: string, payload: object) =>
  touchedBy(JSON.stringify({ 'oslo.message': JSON.stringify({ event_type: event, payload }) }));

const refusedAt = (field: string, code: string) => ({
  code: 'validation_failed',
  fields: { [field]: [expect.objectContaining({ code }) as unknown] },
});

describe('networks on OpenStack', () => {
  let bench: Bench<Replay>;
  let neutron: Replay['cloud']['wares']['kept'];
  beforeEach(async () => {
    bench = await (await Bench.on(new Replay({ ...DEFAULTS, servers: 2, projects: 2 }, true))).mirrored();
    await vi.waitFor(() => expect(bench.engine.health('network').asOf).not.toBeNull(), { timeout: 30_000, interval: 20 });
    neutron = bench.cloud.cloud.wares.kept;
    bench.cloud.on('GET', /^\/network\/v2\.0\/ports\?(fixed_ips|network_id)=/, () => ({ answer: { ports: [{ id: 'a' }, { id: 'b' }] } }));
  });
  afterEach(() => bench.close());

  const command = (verb: string) => commandNamed<unknown>(bench.engine, `network.${verb}`)!;
  const row = async (id: string): Promise<Row | undefined> => bench.store.read.get({ engine: 'cloud', kind: 'network', id });
  const acme = async (): Promise<Row> => (await bench.row('network', 'acme-net'))!;
  const sent = (method: string, place: RegExp) => bench.cloud.asked.filter((one) => one.method === method && place.test(one.path));
  const refuse = (method: string, place: RegExp, ...[status, type, words]: Parameters<typeof neutronError>) =>
    bench.cloud.refuse(method, place, neutronError(status, type, words));
  /** Administrator of the cloud at work in a project. */
  const admin = async (): Promise<CommandContext> => {
    const context = await bench.operating();
    const scope = { type: 'project', projectId: bench.cloud.id('admin'), domainId: 'default' } as const;
    return { ...context, actor: { ...context.actor, scope } };
  };
  const create = async (body: object = {}) =>
    command('createPrivate').accept(await bench.asking('alice'), null, { name: 'backend', subnet: { cidr: CIDR }, ...body });

  it('mirrors networks with their policies, their VLAN, and subnets with pools, name servers and modes', async () => {
    const { id } = await acme();
    neutron.networks.change(id, {
      'provider:network_type': 'vlan',
      'provider:physical_network': 'physnet1',
      'provider:segmentation_id': 7,
    });
    neutron.policies.create({
      object_type: 'network',
      object_id: id,
      action: 'access_as_shared',
      target_tenant: bench.cloud.id('acme-dev'),
    });
    const [subnet] = neutron.subnets.list(new URLSearchParams({ network_id: id }));
    neutron.subnets.change(subnet!.id, { dns_nameservers: ['10.0.0.53', '0.0.0.0'] });
    await command('update').accept(await bench.asking('alice'), await acme(), { name: 'frontend' });
    const { document } = await acme();
    const six = { network_id: id, cidr: 'fd00::/64', ip_version: 6, ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' };
    expect(document).toMatchObject({
      network_id: id,
      name: 'frontend',
      type: 'vlan',
      physical_network: 'physnet1',
      vlan_id: 7,
      mtu: 1450,
      spoofing_protection: true,
      ipam_enabled: true,
      created_at: '2026-11-23T20:16:26.000Z',
      rbac_policies: [{ target_project: bench.cloud.id('acme-dev'), actions: ['direct'] }],
      subnets: [{ allocation_pools: [{ start: '10.20.0.2', end: '10.20.31.254' }], dns_nameservers: ['10.0.0.53'], ipv6_ra_mode: null }],
    });
    neutron.subnets.create(six);
    await command('update').accept(await bench.asking('alice'), await acme(), { name: 'both' });
    expect((await acme()).document['subnets']).toContainEqual(expect.objectContaining({ cidr: 'fd00::/64', ipv6_ra_mode: 'slaac' }));
    expect(networkKind.entity.safeParse({ ...(await acme()).document, revision: 1 }).error).toBeUndefined();
  });

  it('counts the addresses of subnets as the service does, with its own right, without those that routers have beside the pools', async () => {
    const network = await acme();
    const [subnet] = network.document['subnets'] as { id: string; allocation_pools: { start: string; end: string }[] }[];
    const answer = {
      network_ip_availability: {
        network_id: network.id,
        subnet_ip_availability: [{ subnet_id: subnet!.id, total_ips: 8189, used_ips: 12 }],
      },
    };
    bench.cloud.on('GET', /^\/network\/v2\.0\/network-ip-availabilities\//, () => ({ answer }));
    const read = async (): Promise<unknown> => {
      const { actor, credential, store, log, requestId, signal } = await bench.asking('alice');
      return bench.engine.live['network.addresses']!({ actor, credential, store, log, requestId, signal }, await acme(), {});
    };
    const inside = (subnet_id: string, ip_address: string) => ({ fixed_ips: [{ subnet_id, ip_address }] });
    const interfaces_info = [inside(subnet!.id, '10.20.0.1'), inside(subnet!.id, '10.20.0.77'), inside('another', '10.9.0.1')];
    const router = { engine: 'cloud', kind: 'router', id: 'r', domainId: null, projectId: null, userId: null };
    await bench.store.transaction((writer) => writer.put({ ...router, document: { id: 'r', name: 'r', interfaces_info } }));
    const total = 8189;
    const used = 11;
    expect(await read()).toEqual({ data: [{ subnet_id: subnet!.id, total, used, free: total - used }] });
    expect(sent('GET', /network-ip-availabilities/)[0]).toMatchObject({ path: `/network/v2.0/network-ip-availabilities/${network.id}` });
    expect(sent('GET', /network-ip-availabilities/)[0]!.as).toBe(sent('GET', SUBNETS)[0]!.as);
    refuse('GET', /^\/network\/v2\.0\/network-ip-availabilities\//, 404, 'HTTPNotFound', 'The resource could not be found.');
    expect(await read()).toEqual({ data: [] });
  });

  it('looks at a network again when the network service announces it, one of its subnets, or a policy', () => {
    expect(announced('network.update.end', { network: { id: 'n' } })).toEqual([{ kind: 'network', id: 'n' }]);
    expect(announced('subnet.create.end', { subnet: { id: 's', network_id: 'n' } })).toEqual([{ kind: 'network', id: 'n' }]);
    expect(announced('rbac_policy.create.end', { rbac_policy: { id: 'p' } })).toEqual([{ kind: 'network', id: null }]);
    expect(announced('subnet.create.start', { subnet: { id: 's', network_id: 'n' } })).toEqual([]);
  });

  it('creates a private network with its subnets with the user’s own token, and marks all of it with the task', async () => {
    const subnets = [
      { cidr: CIDR, dns_nameservers: ['10.0.0.53', '{ip}'], allocation_pools: [{ start: '10.9.0.9', end: '10.9.0.19' }] },
      { cidr: 'fd00::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac', gateway_ip: null },
    ];
    const { id } = await create({ subnet: undefined, subnets, mtu: 1400 });
    const projectId = bench.cloud.id('acme-prod');
    const description = 'gantry_task recorded-task';
    expect(sent('POST', NETWORKS)).toMatchObject([
      { as: `alice@project:${projectId}`, sent: { network: { name: 'backend', mtu: 1400, project_id: projectId, description } } },
    ]);
    expect(sent('POST', SUBNETS).map((one) => (one.sent as { subnet: object }).subnet)).toEqual([
      {
        network_id: id,
        cidr: CIDR,
        ip_version: 4,
        description,
        project_id: projectId,
        dns_nameservers: ['10.0.0.53'],
        allocation_pools: [{ start: '10.9.0.9', end: '10.9.0.19' }],
      },
      { network_id: id, ip_version: 6, description, project_id: projectId, ...subnets[1] },
    ]);
    expect((await row(id))?.document).toMatchObject({
      name: 'backend',
      subnets: [{ cidr: CIDR }, { cidr: 'fd00::/64', gateway_ip: null }],
    });
  });

  it('creates physical networks and VLANs for those who administer the cloud, in the project they work in', async () => {
    const body = { name: 'dmz', physical_network: 'physnet1' };
    await command('createPublic').accept(await admin(), null, body);
    await command('createVlan').accept(await admin(), null, { ...body, vlan_id: 100 });
    const common = { name: 'dmz', 'provider:physical_network': 'physnet1', project_id: bench.cloud.id('admin') };
    expect(sent('POST', NETWORKS)).toMatchObject([
      { sent: { network: { ...common, 'provider:network_type': 'flat' } } },
      { sent: { network: { ...common, 'provider:network_type': 'vlan', 'provider:segmentation_id': 100 } } },
    ]);
    const { id } = neutron.networks.create({ name: 'trunk', project_id: bench.cloud.id('admin'), 'provider:physical_network': 'physnet2' });
    await bench.engine.commands['network.update']!.accept(
      await admin(),
      { id, projectId: bench.cloud.id('admin') } as Row,
      { name: 'trunk' } as never,
    );
    const on = async (network: string) =>
      command('createVlan').accept(await admin(), null, { name: 'dmz', vlan_network: network, vlan_id: 9 });
    await on(id);
    expect(sent('POST', NETWORKS).at(-1)).toMatchObject({ sent: { network: { 'provider:physical_network': 'physnet2' } } });
    await expect(on('nothing')).rejects.toMatchObject(refusedAt('vlan_network', 'unknown_id'));
    await expect(command('createPublic').accept(await bench.operating(), null, body)).rejects.toMatchObject({
      code: 'project_scope_required',
    });
  });

  it('takes a network away again when one of its subnets is refused, and says which', async () => {
    const words = 'Invalid input for operation: Requested subnet with cidr: 10.8.0.0/24 overlaps with another subnet.';
    const refusal = neutronError(400, 'InvalidInput', words);
    bench.cloud.on('POST', SUBNETS, ({ sent: body }, usual) =>
      JSON.stringify(body).includes('10.8.0.0') ? { status: refusal.status, answer: refusal.body } : usual(),
    );
    const before = neutron.networks.items.size;
    const subnets = [{ cidr: CIDR }, { cidr: '10.8.0.0/24' }];
    await expect(create({ subnet: undefined, subnets })).rejects.toMatchObject(refusedAt('subnets.1.cidr', 'subnet_overlaps'));
    expect(neutron.networks.items.size).toBe(before);
    await expect(create({ subnet: undefined, subnets: [{ cidr: CIDR }, { cidr: '10.9.0.128/25' }] })).rejects.toMatchObject({
      fields: { 'subnets.1.cidr': [{ code: 'subnet_overlaps', params: { cidr: CIDR } }] },
    });
    expect(sent('POST', NETWORKS)).toHaveLength(1);
  });

  it('finds the network of a task again after a crash, and makes what it still lacks, once', async () => {
    const context = await bench.asking('alice');
    const body = { name: 'backend', subnets: [{ cidr: CIDR }, { cidr: '10.8.0.0/24' }] };
    const { recover } = command('createPrivate');
    expect(await recover!(context, null, body)).toBeUndefined();
    const { id } = neutron.networks.create({
      name: 'backend',
      description: 'gantry_task recorded-task',
      project_id: bench.cloud.id('acme-prod'),
    });
    neutron.subnets.create({ network_id: id, cidr: CIDR, ip_version: 4 });
    for (let times = 0; times < 2; times++) expect(await recover!(context, null, body)).toEqual({ id });
    expect(sent('POST', SUBNETS).map((one) => (one.sent as { subnet: { cidr: string } }).subnet.cidr)).toEqual(['10.8.0.0/24']);
    expect((await row(id))?.document['subnets']).toHaveLength(2);
  });

  it('leaves a network to be finished later when the service falls silent before its subnets are made', async () => {
    const recovers = bench.cloud.on('POST', SUBNETS, () => ({ status: 503, answer: 'busy' }));
    await expect(create()).rejects.toMatchObject({ code: 'engine_unavailable', unanswered: true });
    expect(sent('DELETE', NETWORKS)).toEqual([]);
    recovers();
    const found = await command('createPrivate').recover!(await bench.asking('alice'), null, { name: 'backend', subnet: { cidr: CIDR } });
    expect((await row(found!.id))?.document['subnets']).toMatchObject([{ cidr: CIDR }]);
  });

  it.each([
    [409, 'OverQuota', "Quota exceeded for resources: ['network'].", { code: 'quota_exceeded', params: { resource: 'network' } }],
    [
      409,
      'VlanIdInUse',
      'Unable to create the network. The VLAN 7 on physical network physnet1 is in use.',
      refusedAt('vlan_id', 'vlan_taken'),
    ],
    [
      409,
      'FlatNetworkInUse',
      'Unable to create the flat network. Physical network physnet1 is in use.',
      refusedAt('physical_network', 'physical_network_taken'),
    ],
    [
      400,
      'InvalidInput',
      "Invalid input for operation: physical_network 'physnet9' unknown for VLAN provider network.",
      refusedAt('physical_network', 'unknown_id'),
    ],
    [400, 'InvalidInput', 'Invalid input for operation: Requested MTU is too big, maximum is 1450.', refusedAt('mtu', 'too_large')],
    [400, 'InvalidInput', "Invalid input for operation: network_type value 'vlan' not supported.", { code: 'not_supported' }],
    [403, 'PolicyNotAuthorized', 'rule:create_network:provider is disallowed by policy', { code: 'forbidden' }],
  ])('tells a refusal of a new network (%i %s: %s) so that people understand it', async (status, type, words, expected) => {
    refuse('POST', NETWORKS, status, type, words);
    await expect(create()).rejects.toMatchObject(expected);
  });

  it('changes who else may use a network until those named are all, direct as shared and routed as external', async () => {
    const { id } = await acme();
    const dev = bench.cloud.id('acme-dev');
    const set = async (policies: object[]) =>
      command('update').accept(await bench.asking('alice'), await acme(), { rbac_policies: policies });
    const kept = () =>
      neutron.policies
        .list(new URLSearchParams({ object_id: id }))
        .map((one) => [one['target_tenant'], one['action']])
        .toSorted();
    await set([{ target_project: dev, actions: ['direct', 'routed'] }]);
    expect(kept()).toEqual([
      [dev, 'access_as_external'],
      [dev, 'access_as_shared'],
    ]);
    expect((await acme()).document['rbac_policies']).toEqual([{ target_project: dev, actions: ['direct', 'routed'] }]);
    await set([{ target_project: dev, actions: ['routed'] }]);
    expect(kept()).toEqual([[dev, 'access_as_external']]);
    await set([]);
    expect(kept()).toEqual([]);
    expect(sent('POST', /rbac-policies/)).toHaveLength(2);
  });

  it('changes name and access of a network both or neither', async () => {
    const { id, document } = await acme();
    const dev = bench.cloud.id('acme-dev');
    const both = { name: 'renamed', rbac_policies: [{ target_project: dev, actions: ['direct'] }] };
    const change = async () => command('update').accept(await bench.asking('alice'), await acme(), both);
    const kept = () => neutron.policies.list(new URLSearchParams({ object_id: id })).map((one) => one['target_tenant']);
    const takesNames = refuse('PUT', NETWORKS, 400, 'InvalidInput', 'Invalid input for name.');
    await expect(change()).rejects.toThrow();
    expect([kept(), (await acme()).document['name']]).toEqual([[], document['name']]);
    takesNames();
    const takesPolicies = refuse('POST', /rbac-policies/, 403, 'PolicyNotAuthorized', 'disallowed by policy');
    await expect(change()).rejects.toMatchObject({ code: 'forbidden' });
    expect([kept(), (await acme()).document['name']]).toEqual([[], document['name']]);
    takesPolicies();
    await change();
    expect([kept(), (await acme()).document['name']]).toEqual([[dev], 'renamed']);
  });

  it('deletes a network, and says when something is attached to it', async () => {
    const { id } = await acme();
    const remove = async (body: object) => command('delete').accept(await bench.asking('alice'), (await row(id)) ?? null, body);
    const words = `Unable to complete operation on network ${id}. There are one or more ports still in use on the network.`;
    const isFree = refuse('DELETE', NETWORKS, 409, 'NetworkInUse', words);
    await expect(remove({ kind: 'private', networkId: id })).rejects.toMatchObject({
      code: 'state_conflict',
      reason: { code: 'network_in_use', params: { count: 2 } },
      detail: words,
    });
    isFree();
    expect(await command('delete').recover!(await bench.asking('alice'), id, {})).toBeUndefined();
    const lacking = { code: 'not_supported', detail: 'this cloud does not take delete_vlan_interfaces' };
    await expect(remove({ kind: 'private', networkId: id, delete_vlan_interfaces: true })).rejects.toMatchObject(lacking);
    expect(await remove({ kind: 'private', networkId: id, delete_vlan_interfaces: false })).toMatchObject({ id });
    expect(await row(id)).toBeUndefined();
    expect(await command('delete').recover!(await bench.asking('alice'), id, {})).toEqual({ id });
  });

  it('creates a subnet of a network, refuses one that overlaps another, and finds it again after a crash', async () => {
    const { id } = await acme();
    const context = await bench.asking('alice');
    const add = async (cidr: string) => command('createSubnet').accept(context, await acme(), { network_id: id, cidr });
    await expect(add('10.20.1.0/24')).rejects.toMatchObject({
      fields: { cidr: [{ code: 'subnet_overlaps', params: { cidr: '10.20.0.0/19' } }] },
    });
    const { recover } = command('createSubnet');
    expect(await recover!(context, id, { network_id: id, cidr: CIDR })).toBeUndefined();
    expect(await add(CIDR)).toMatchObject({ id });
    expect((await acme()).document['subnets']).toContainEqual(expect.objectContaining({ cidr: CIDR, gateway_ip: '10.9.0.1' }));
    expect(await recover!(context, id, { network_id: id, cidr: CIDR })).toEqual({ id });
  });

  it('changes a subnet, takes its new gateway out of what is handed out, and refuses one outside of it', async () => {
    const { document } = await acme();
    const [{ id: subnetId }] = document['subnets'] as [{ id: string }];
    const change = async (members: object) =>
      command('updateSubnet').accept(await bench.asking('alice'), await acme(), { subnetId, ...members });
    await change({ gateway_ip: '10.20.31.254', name: 'all', dns_nameservers: ['{ip}'] });
    const [pool] = [{ start: '10.20.0.2', end: '10.20.31.253' }];
    expect(sent('PUT', SUBNETS).map((one) => one.sent)).toEqual([
      { subnet: { gateway_ip: '10.20.31.254', name: 'all', dns_nameservers: [], allocation_pools: [pool] } },
    ]);
    expect((await acme()).document['subnets']).toMatchObject([{ gateway_ip: '10.20.31.254', allocation_pools: [pool] }]);
    // No pools are those of a new subnet, not none at all.
    await change({ allocation_pools: [] });
    const [whole] = [{ start: '10.20.0.1', end: '10.20.31.253' }];
    expect(sent('PUT', SUBNETS).at(-1)!.sent).toEqual({ subnet: { allocation_pools: [whole] } });
    await expect(change({ gateway_ip: '10.99.0.1' })).rejects.toMatchObject({ fields: { gateway_ip: [{ code: 'gateway_outside' }] } });
    await expect(change({ allocation_pools: [{ start: '10.20.0.9', end: '10.20.0.8' }] })).rejects.toMatchObject({
      fields: { 'allocation_pools.0': [{ code: 'pool_order' }] },
    });
    refuse('PUT', SUBNETS, 409, 'GatewayIpInUse', 'Current gateway ip 10.20.0.1 already in use by port p. Unable to update.');
    await expect(change({ gateway_ip: null })).rejects.toMatchObject(refusedAt('gateway_ip', 'gateway_taken'));
  });

  it('deletes a subnet, not while an address of it is in use, and one that is gone is a success', async () => {
    const [{ id: subnetId }] = (await acme()).document['subnets'] as [{ id: string }];
    const context = await bench.asking('alice');
    const remove = async () => command('deleteSubnet').accept(context, await acme(), { subnetId });
    const words = `Unable to complete operation on subnet ${subnetId}: One or more ports have an IP allocation from this subnet.`;
    const isFree = refuse('DELETE', SUBNETS, 409, 'SubnetInUse', words);
    await expect(remove()).rejects.toMatchObject({ code: 'state_conflict', reason: { code: 'subnet_in_use', params: { count: 2 } } });
    isFree();
    const { id } = await acme();
    expect(await command('deleteSubnet').recover!(context, id, { subnetId })).toBeUndefined();
    for (let times = 0; times < 2; times++) expect(await remove()).toMatchObject({ id });
    expect((await acme()).document).toMatchObject({ subnets: [], ipam_enabled: false });
    expect(await command('deleteSubnet').recover!(context, id, { subnetId })).toEqual({ id });
  });
});
