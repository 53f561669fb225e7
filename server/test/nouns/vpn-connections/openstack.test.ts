/** VPN connections on a cloud that keeps what it is asked to. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { vpnConnectionKind } from '@gantry/contract/nouns/vpn-connections/entity';
import { ikePolicyKind } from '@gantry/contract/nouns/vpn-policies/entity';
import { Vpn } from '../../../../fakes/openstack/vpn-kept.ts';
import type { Told } from '../../../../fakes/openstack/listener.ts';
import { commandNamed } from '../../../src/port/engine.ts';
import type { Row } from '../../../src/port/store/rows.ts';
import { Bench } from '../../engines/openstack/support/bench.ts';
import { serve } from '../../engines/openstack/support/collections.ts';
import { keepRouting, neutronError } from '../../engines/openstack/support/neutron.ts';

const MARK = 'gantry_task recorded-task';
const PSK = 'w7Rk2-pQ9zL_4mXc';
const KINDS = ['vpn_connection', 'vpn_service', 'vpn_ike_policy', 'vpn_ipsec_policy', 'vpn_endpoint_group', 'router'];
const POLICY = { auth_algorithm: 'sha256', encryption_algorithm: 'aes-256', pfs: 'group14', lifetime: 3600 };

describe('VPN connections on OpenStack', () => {
  let bench: Bench;
  let vpn: Vpn;
  let refuse: (Told | undefined)[];
  let body: Record<string, unknown>;
  let subnet: { id: string; network_id: string; cidr: string };
  beforeEach(async () => {
    bench = await Bench.open();
    keepRouting(bench.cloud);
    vpn = new Vpn();
    refuse = [];
    const gone = neutronError(404, 'VPNResourceNotFound', 'could not be found');
    for (const [place, kept] of [
      ['ikepolicies', vpn.ike],
      ['ipsecpolicies', vpn.ipsec],
      ['vpnservices', vpn.services],
      ['endpoint-groups', vpn.groups],
      ['ipsec-site-connections', vpn.connections],
    ] as const)
      serve(bench.cloud, `/network/v2\\.0/vpn/${place}`, {
        kept,
        gone,
        refuse: ({ method }) => (method === 'GET' ? undefined : refuse.pop()),
      });
    await bench.mirrored();
    for (const kind of KINDS)
      await vi.waitFor(() => expect(bench.engine.health(kind).asOf).not.toBeNull(), { timeout: 30_000, interval: 20 });
    subnet = bench.cloud
      .recorded<{ subnets: { id: string; network_id: string; cidr: string }[] }>('GET', /\/subnets\?/)
      .subnets.find(({ network_id: id }) => id === bench.cloud.id('acme-net'))!;
    bench.cloud.on('GET', /\/network\/v2\.0\/subnets\?id=/, () => ({ answer: { subnets: [subnet] } }));
    const gateway = { network_id: 'outside', external_fixed_ips: [{ ip_address: '203.0.113.20' }] };
    const interfaces = [{ network_id: subnet.network_id, subnet_id: subnet.id }];
    const router = await run('router.create', null, { name: 'edge', external_gateway_info: gateway, interfaces });
    body = {
      name: 'branch',
      description: 'to the office',
      router_id: router.id,
      local_subnet_ids: [subnet.id],
      peer_cidrs: ['10.200.0.0/16'],
      peer_address: '203.0.113.10',
      psk: PSK,
      ike_policy: { name: 'branch', ike_version: 'v2', ...POLICY },
      ipsec_policy: { name: 'branch', ...POLICY },
    };
  });
  afterEach(() => bench.close());

  const run = async (name: string, target: Row | null, sent: object, taskId = 'recorded-task') =>
    commandNamed<unknown>(bench.engine, name)!.accept({ ...(await bench.asking('alice')), taskId }, target, sent);
  const recover = async (name: string, target: string | null, sent: object) =>
    commandNamed<unknown>(bench.engine, name)!.recover!(await bench.asking('alice'), target, sent);
  const row = async (id: string): Promise<Row> => (await bench.store.read.get({ engine: 'cloud', kind: 'vpn_connection', id }))!;
  const asked = () =>
    bench.cloud.asked
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/network/v2.0/vpn/'))
      .map(({ method, path }) => `${method} ${path.slice('/network/v2.0/vpn/'.length).split('/')[0]}`);
  const left = () => [vpn.ike, vpn.ipsec, vpn.services, vpn.groups, vpn.connections].map(({ items }) => items.size);

  it('VPN connections are mirrored with the address of their peer as all addresses are written, and the id follows it', async () => {
    const { id } = await run('vpn_connection.create', null, body);
    Object.assign(vpn.connections.items.get(id)!, { peer_address: '2001:DB8:0::7', peer_id: '2001:DB8:0::7' });
    await run('vpn_connection.update', await row(id), { name: 'renamed' });
    expect((await row(id)).document).toMatchObject({ name: 'renamed', peer_address: '2001:db8::7' });
    await run('vpn_connection.update', await row(id), { peer_address: '203.0.113.11' });
    expect(vpn.connections.items.get(id)).toMatchObject({ peer_address: '203.0.113.11', peer_id: '203.0.113.11' });
  });

  it('VPN connections are made with policies, service and groups in order, each marked, and mirrored without the key', async () => {
    const { id } = await run('vpn_connection.create', null, body);
    expect(asked()).toEqual(
      ['ikepolicies', 'ipsecpolicies', 'vpnservices', 'endpoint-groups', 'endpoint-groups', 'ipsec-site-connections'].map(
        (place) => `POST ${place}`,
      ),
    );
    for (const { items } of [vpn.ike, vpn.ipsec, vpn.services, vpn.groups])
      for (const one of items.values()) expect(one['description']).toBe(MARK);
    expect(vpn.connections.items.get(id)).toMatchObject({ psk: PSK, admin_state_up: true, peer_id: '203.0.113.10', mtu: 1500 });
    const { document } = await row(id);
    expect(document).toMatchObject({
      name: 'branch',
      description: 'to the office',
      status: 'DOWN',
      router_id: body['router_id'],
      local_subnet_ids: body['local_subnet_ids'],
      local_cidrs: [subnet.cidr],
      peer_cidrs: ['10.200.0.0/16'],
    });
    expect(JSON.stringify(document)).not.toContain(PSK);
    expect(vpnConnectionKind.entity.safeParse({ ...document, revision: 1 }).error).toBeUndefined();
    const [policy] = [...vpn.ike.items.keys()];
    const mirrored = await bench.store.read.get({ engine: 'cloud', kind: 'vpn_ike_policy', id: policy! });
    expect(mirrored?.document).toMatchObject({ lifetime: 3600, ike_version: 'v2', description: null });
    expect(ikePolicyKind.entity.safeParse({ ...mirrored?.document, revision: 1 }).error).toBeUndefined();
    expect(await recover('vpn_connection.create', null, body)).toEqual({ id });
  });

  it('VPN connections leave no piece behind if the service refuses one, and never repeat the key that it does not take', async () => {
    const detail = `Invalid input for psk. Reason: '${PSK}' is not allowed.`;
    refuse.push(neutronError(400, 'HTTPBadRequest', detail), ...Array<undefined>(5).fill(undefined));
    const refusal = (await run('vpn_connection.create', null, body).catch((error: unknown) => error)) as {
      detail: string;
      cause?: unknown;
    };
    expect(refusal.detail).toBe("Invalid input for psk. Reason: '***' is not allowed.");
    expect(refusal.cause).toBeUndefined();
    expect(left()).toEqual([0, 0, 0, 0, 0]);
  });

  it('VPN connections are finished after a crash, or taken away where the connection itself may have been asked for', async () => {
    refuse.push(neutronError(503, 'ServiceUnavailable', 'try later'), undefined, undefined, undefined);
    await expect(run('vpn_connection.create', null, body)).rejects.toMatchObject({ unanswered: true });
    expect(left()).toEqual([1, 1, 1, 0, 0]);
    const found = await recover('vpn_connection.create', null, body);
    expect(left()).toEqual([1, 1, 1, 2, 1]);
    vpn.connections.remove(found!.id);
    expect(await recover('vpn_connection.create', null, body)).toBeUndefined();
    expect(left()).toEqual([0, 0, 0, 0, 0]);
  });

  it('VPN connections get other endpoint groups where their ranges change, and the former ones go', async () => {
    const { id } = await run('vpn_connection.create', null, body);
    const before = vpn.connections.items.get(id)!;
    await run('vpn_connection.update', await row(id), { name: 'renamed', peer_cidrs: ['10.201.0.0/16'] }, 'another-task');
    const after = vpn.connections.items.get(id)!;
    expect(after['local_ep_group_id']).toBe(before['local_ep_group_id']);
    expect(vpn.groups.items.has(String(before['peer_ep_group_id']))).toBe(false);
    expect((await row(id)).document).toMatchObject({ name: 'renamed', peer_cidrs: ['10.201.0.0/16'] });
    const refusal = run('vpn_connection.update', await row(id), { peer_cidrs: [subnet.cidr] });
    await expect(refusal).rejects.toMatchObject({ fields: { 'peer_cidrs.0': [{ code: 'vpn_ranges_overlap' }] } });
  });

  it('ranges and subnets that a VPN connection has keep nobody from changing others, and new ones are judged', async () => {
    const odd = '169.254.0.0/16';
    const { id } = await run('vpn_connection.create', null, body);
    const group = String(vpn.connections.items.get(id)!['peer_ep_group_id']);
    vpn.groups.items.set(group, { ...vpn.groups.items.get(group)!, endpoints: [odd] });
    await run('vpn_connection.update', await row(id), { name: 'renamed' }, 'another-task');
    expect((await row(id)).document).toMatchObject({ peer_cidrs: [odd] });
    const router = (await bench.store.read.get({ engine: 'cloud', kind: 'router', id: String(body['router_id']) }))!;
    const unconnected = { ...router, document: { ...router.document, interfaces_info: [] }, isFromCloud: true };
    await bench.store.transaction((writer) => writer.put(unconnected));
    await run('vpn_connection.update', await row(id), { peer_cidrs: ['10.201.0.0/16', odd] }, 'a-third-task');
    expect((await row(id)).document).toMatchObject({ peer_cidrs: ['10.201.0.0/16', odd] });
    const multicast = run('vpn_connection.update', await row(id), { peer_cidrs: [odd, '224.0.0.0/4'] });
    await expect(multicast).rejects.toMatchObject({ fields: { 'peer_cidrs.1': [{ code: 'cidr_multicast' }] } });
    const elsewhere = run('vpn_connection.update', await row(id), { local_subnet_ids: [...(body['local_subnet_ids'] as string[]), 'new'] });
    await expect(elsewhere).rejects.toMatchObject({ fields: { 'local_subnet_ids.1': [{ code: 'vpn_subnet_unconnected' }] } });
    await bench.store.transaction((writer) => writer.put({ ...router, isFromCloud: true }));
  });

  it('the MTU of a VPN connection is judged by the ranges that it has', async () => {
    const key = { engine: 'cloud', kind: 'network', id: subnet.network_id };
    await bench.store.transaction(async (writer) => {
      const { document, ...network } = (await writer.get(key))!;
      const subnets = (document['subnets'] as { id: string }[]).map((one) =>
        one.id === subnet.id ? { ...one, cidr: '2001:db8:5::/64' } : one,
      );
      await writer.put({ ...network, document: { ...document, subnets } });
    });
    const { id } = await run('vpn_connection.create', null, { ...body, peer_cidrs: ['2001:db8:200::/48'] });
    const refusal = run('vpn_connection.update', await row(id), { mtu: 1279 });
    await expect(refusal).rejects.toMatchObject({ fields: { mtu: [{ code: 'too_small', params: { min: 1280 } }] } });
    await run('vpn_connection.update', await row(id), { mtu: 1280 });
    expect((await row(id)).document).toMatchObject({ mtu: 1280 });
  });

  it('VPN connections are deleted with what nobody else uses; what others have made stays', async () => {
    const policy = vpn.ike.create({
      name: 'theirs',
      project_id: bench.cloud.id('acme-prod'),
      ...POLICY,
      lifetime: { value: 60 },
      ike_version: 'v1',
    });
    const { ike_policy: _own, ...rest } = body;
    const one = await run('vpn_connection.create', null, { ...rest, ikepolicy_id: policy.id });
    const other = await run('vpn_connection.create', null, { ...body, peer_cidrs: ['10.201.0.0/16'] });
    await run('vpn_connection.delete', await row(one.id), {});
    expect(left().slice(2)).toEqual([1, 2, 1]);
    await run('vpn_connection.delete', await row(other.id), {});
    expect(left()).toEqual([1, 0, 0, 0, 0]);
  });

  it('VPN connections are restarted down and then up, and go on after a crash until they are up', async () => {
    const { id } = await run('vpn_connection.create', null, body);
    const restart = commandNamed<unknown>(bench.engine, 'vpn_connection.restart')!;
    const accepted = await restart.accept(await bench.asking('alice'), await row(id), undefined);
    expect(vpn.connections.items.get(id)).toMatchObject({ admin_state_up: false });
    await restart.settle!(await bench.asking('alice'), accepted, undefined);
    expect(vpn.connections.items.get(id)).toMatchObject({ admin_state_up: true });
    vpn.connections.change(id, { admin_state_up: false });
    const again = await restart.recover!(await bench.asking('alice'), id, undefined);
    await restart.settle!(await bench.asking('alice'), again!, undefined);
    expect(vpn.connections.items.get(id)).toMatchObject({ admin_state_up: true });
  });

  it.each([
    ['in conflict', () => neutronError(409, 'Conflict', 'A concurrent request is changing it')],
    [
      'of a state that passes',
      () => neutronError(400, 'VPNStateInvalidToUpdate', 'Invalid state PENDING_UPDATE of vpnaas resource x for updating'),
    ],
  ])('VPN connections are enabled by a restart once the service no longer refuses it, %s', async (_, busy) => {
    const { id } = await run('vpn_connection.create', null, body);
    const restart = commandNamed<unknown>(bench.engine, 'vpn_connection.restart')!;
    const accepted = await restart.accept(await bench.asking('alice'), await row(id), undefined);
    refuse.push(busy(), busy());
    await restart.settle!(await bench.asking('alice'), accepted, undefined);
    expect(refuse).toEqual([]);
    expect((await row(id)).document).toMatchObject({ enabled: true });
  });

  it('VPN connections say that they are disabled where a restart may not enable them', async () => {
    const { id } = await run('vpn_connection.create', null, body);
    expect((await row(id)).document).toMatchObject({ enabled: true });
    const restart = commandNamed<unknown>(bench.engine, 'vpn_connection.restart')!;
    const accepted = await restart.accept(await bench.asking('alice'), await row(id), undefined);
    refuse.push(neutronError(403, 'Forbidden', 'rule:update_ipsec_site_connection is disallowed by policy'));
    await expect(restart.settle!(await bench.asking('alice'), accepted, undefined)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await row(id)).document).toMatchObject({ enabled: false });
  });

  it('VPN connections are offered by no cloud that lacks them', async () => {
    expect(commandNamed(bench.engine, 'vpn_connection.create')).toBeDefined();
    const without = await Bench.open();
    without.cloud.on('GET', /\/network\/v2\.0\/vpn\//, () => ({ status: 404, answer: { message: 'The resource could not be found.' } }));
    await without.mirrored();
    await vi.waitFor(() => expect(without.engine.health('vpn_connection').asOf).not.toBeNull(), { timeout: 30_000, interval: 20 });
    expect(Object.keys(without.engine.commands).filter((name) => name.startsWith('vpn_'))).toEqual([]);
    expect(without.engine.commands).toHaveProperty(['router.create']);
    await without.close();
  });
});
