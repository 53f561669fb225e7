/** Security groups, routers and floating IPs on a cloud that keeps what it is asked to. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { floatingIpKind } from '@gantry/contract/nouns/floating-ips/entity';
import { routerKind } from '@gantry/contract/nouns/routers/entity';
import { securityGroupKind } from '@gantry/contract/nouns/security-groups/entity';
import { commandNamed } from '../../../../src/port/engine.ts';
import { touchedBy } from '../../../engines/openstack/support/touched.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';
import { keepRouting, neutronError, type Routing } from '../../../engines/openstack/support/neutron.ts';

const MARK = 'gantry_task recorded-task';

const announced = (event: string, payload: object) =>
  touchedBy(JSON.stringify({ 'oslo.message': JSON.stringify({ event_type: event, payload }) }));

describe('on OpenStack', () => {
  let bench: Bench;
  let neutron: Routing;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    for (const kind of ['security_group', 'router', 'floating_ip'])
      await vi.waitFor(() => expect(bench.engine.health(kind).asOf).not.toBeNull(), { timeout: 30_000, interval: 20 });
    neutron = keepRouting(bench.cloud);
  });
  afterEach(() => bench.close());

  const run = async (name: string, target: Row | null, body: object) =>
    commandNamed<unknown>(bench.engine, name)!.accept(await bench.asking('alice'), target, body);
  const found = async (name: string, target: string | null, body: object) =>
    commandNamed<unknown>(bench.engine, name)!.recover!(await bench.asking('alice'), target, body);
  const row = async (kind: string, id: string): Promise<Row> => (await bench.store.read.get({ engine: 'cloud', kind, id }))!;
  const sent = (method: string, place: string) =>
    bench.cloud.asked.filter((one) => one.method === method && one.path.startsWith(`/network/v2.0/${place}`)).map((one) => one.sent);
  const network = () => bench.cloud.id('acme-net');

  it('security groups are made with their rules by the user’s own token, marked, and found again after a crash', async () => {
    const body = {
      name: 'web',
      description: 'shop',
      security_group_rules: [{ direction: 'ingress', protocol: 'tcp', port_range_min: 1, port_range_max: 9 }],
    };
    const { id } = await run('security_group.create', null, body);
    const project_id = bench.cloud.id('acme-prod');
    expect(bench.cloud.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/security-groups'))?.as).toBe(
      `alice@project:${project_id}`,
    );
    expect(sent('POST', 'security-groups')).toEqual([{ security_group: { name: 'web', project_id, description: MARK } }]);
    expect(sent('POST', 'security-group-rules')).toEqual([
      { security_group_rule: { ...body.security_group_rules[0], ethertype: 'IPv4', security_group_id: id, project_id, description: MARK } },
    ]);
    const { document } = await row('security_group', id);
    expect(document).toMatchObject({ name: 'web', description: 'shop', tags: [], security_group_rules: [{ protocol: 'tcp' }] });
    expect(securityGroupKind.entity.safeParse({ ...document, revision: 1 }).error).toBeUndefined();
    expect(await found('security_group.create', null, body)).toEqual({ id });
  });

  it('security groups get several rules by one request, without those that they have, looked at again where one was added meanwhile', async () => {
    const { id } = await run('security_group.create', null, { name: 'several' });
    const group = await row('security_group', id);
    const port = (first: number, ethertype = 'IPv4') => ({
      direction: 'ingress',
      ethertype,
      protocol: 'tcp',
      port_range_min: first,
      port_range_max: first,
    });
    await run('security_group.createRule', group, { security_group_id: id, ...port(80) });
    const before = sent('POST', 'security-group-rules').length;
    const wanted = { security_group_rules: [port(80), port(80, 'IPv6'), port(443)] };
    expect(await found('security_group.addRules', id, wanted)).toBeUndefined();
    neutron.refuse.push(neutronError(409, 'SecurityGroupRuleExists', 'Security group rule already exists. Rule id is x.'));
    const report = { skipped: [port(80)] };
    expect(await run('security_group.addRules', group, wanted)).toMatchObject({ id, report });
    const project_id = bench.cloud.id('acme-prod');
    const asked = [port(80, 'IPv6'), port(443)].map((rule) => ({ ...rule, security_group_id: id, project_id, description: MARK }));
    expect(sent('POST', 'security-group-rules').slice(before)).toEqual([{ security_group_rules: asked }, { security_group_rules: asked }]);
    expect((await row('security_group', id)).document['security_group_rules']).toHaveLength(3);
    // Again: nothing is asked of the network service.
    expect(await run('security_group.addRules', group, wanted)).toMatchObject({ report: { skipped: wanted.security_group_rules } });
    expect(sent('POST', 'security-group-rules')).toHaveLength(before + 2);
    neutron.refuse.push(neutronError(409, 'OverQuota', "Quota exceeded for resources: ['security_group_rule']."));
    await expect(run('security_group.addRules', group, { security_group_rules: [port(22), port(25)] })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect((await row('security_group', id)).document['security_group_rules']).toHaveLength(3);
  });

  it('security groups get rules and lose them; what Neutron refuses is told at its place', async () => {
    const { id } = await run('security_group.create', null, { name: 'ruled' });
    const group = await row('security_group', id);
    const rule = { security_group_id: id, direction: 'egress', remote_ip_prefix: 'fd00::/8' };
    await run('security_group.createRule', group, rule);
    expect(await found('security_group.createRule', id, rule)).toEqual({ id });
    const [made] = (await row('security_group', id)).document['security_group_rules'] as { id: string }[];
    expect(made).toMatchObject({ ethertype: 'IPv6', remote_ip_prefix: 'fd00::/8' });
    await run('security_group.deleteRule', group, { ruleId: made!.id });
    expect((await row('security_group', id)).document['security_group_rules']).toEqual([]);
    neutron.refuse.push(neutronError(409, 'SecurityGroupRuleExists', 'Security group rule already exists. Rule id is x.'));
    await expect(run('security_group.createRule', group, rule)).rejects.toMatchObject({ fields: { direction: [{ code: 'rule_exists' }] } });
    neutron.refuse.push(neutronError(409, 'SecurityGroupInUse', `Security Group ${id} in use.`));
    await expect(run('security_group.delete', group, {})).rejects.toMatchObject({ reason: { code: 'security_group_in_use' } });
  });

  it('routes of a router that were made elsewhere stay as they are, whatever they lead to, and new ones are judged', async () => {
    const { id } = await run('router.create', null, { name: 'routed' });
    const foreign = { destination: '169.254.169.0/24', nexthop: 'FD00::9' };
    const made = await row('router', id);
    const router = { ...made, document: { ...made.document, routes: [foreign] } };
    const added = { destination: '10.99.0.0/16', nexthop: '10.6.0.9' };
    await run('router.update', router, { routes: [{ ...foreign, nexthop: 'fd00::9' }, added] });
    expect(sent('PUT', `routers/${id}`)).toEqual([{ router: { routes: [foreign, added] } }]);
    await run('router.update', router, { routes: [] });
    const special = { ...added, destination: '169.254.0.0/24' };
    await expect(run('router.update', router, { routes: [foreign, special] })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'routes.1.destination': [{ code: 'cidr_link_local' }] },
    });
    expect(sent('PUT', `routers/${id}`)).toHaveLength(2);
  });

  it('routers are made with a way out, changed, connected by a subnet or an address, and disconnected', async () => {
    const gateway = { network_id: 'outside', enable_snat: false };
    const { id } = await run('router.create', null, { name: 'edge', external_gateway_info: gateway });
    expect(sent('POST', 'routers')).toEqual([
      { router: { name: 'edge', project_id: bench.cloud.id('acme-prod'), description: MARK, external_gateway_info: gateway } },
    ]);
    expect(await found('router.create', null, { name: 'edge' })).toEqual({ id });
    const router = await row('router', id);
    await run('router.update', router, { external_gateway_info: null, routes: [] });
    expect(sent('PUT', `routers/${id}`)).toEqual([{ router: { routes: [], external_gateway_info: null } }]);
    const [subnet] = (await row('network', network())).document['subnets'] as { id: string }[];
    await run('router.addInterface', router, { network_id: network() });
    expect(sent('PUT', `routers/${id}/add_router_interface`)).toEqual([{ subnet_id: subnet!.id }]);
    const { document } = await row('router', id);
    expect(document).toMatchObject({
      external_gateway_info: null,
      interfaces_info: [{ network_id: network(), fixed_ips: [{ subnet_id: subnet!.id }], status: 'ACTIVE' }],
    });
    expect(routerKind.entity.safeParse({ ...document, revision: 1 }).error).toBeUndefined();
    expect(await found('router.addInterface', id, { network_id: network() })).toEqual({ id });
    await run('router.removeInterface', router, { network_id: network() });
    expect((await row('router', id)).document['interfaces_info']).toEqual([]);
    expect(await found('router.removeInterface', id, { network_id: network() })).toEqual({ id });
    await run('router.addInterface', router, { network_id: network(), ip_address: '10.20.0.9' });
    const wanted = { network_id: network(), fixed_ips: [{ subnet_id: subnet!.id, ip_address: '10.20.0.9' }], description: MARK };
    expect(sent('POST', 'ports')).toMatchObject([{ port: wanted }]);
    neutron.refuse.push(
      neutronError(400, 'BadRequest', 'Bad router request: Cidr 10.0.0.0/24 of subnet a overlaps with cidr 10.0.0.0/8 of subnet b.'),
    );
    await expect(run('router.addInterface', router, { network_id: network() })).rejects.toMatchObject({
      fields: { network_id: [{ code: 'router_subnet_overlaps', params: { cidr: '10.0.0.0/8' } }] },
    });
    neutron.refuse.push(neutronError(409, 'RouterInUse', `Router ${id} still has ports`));
    await expect(run('router.delete', router, {})).rejects.toMatchObject({ reason: { code: 'router_has_interfaces' } });
  });

  it('routers are made with their interfaces: all of them, also after a crash, or there is none', async () => {
    const [subnet] = (await row('network', network())).document['subnets'] as { id: string }[];
    const six = { network_id: network(), subnet_id: 'six', ip_address: 'fd00::9' };
    const body = { name: 'inner', interfaces: [{ network_id: network() }, six] };
    const { id } = await run('router.create', null, body);
    expect(sent('POST', 'routers')).toEqual([{ router: { name: 'inner', project_id: bench.cloud.id('acme-prod'), description: MARK } }]);
    const port = { network_id: network(), fixed_ips: [{ subnet_id: 'six', ip_address: 'fd00::9' }], description: MARK };
    expect(sent('POST', 'ports')).toMatchObject([{ port }]);
    const connected = `routers/${id}/add_router_interface`;
    expect(sent('PUT', connected)).toEqual([{ subnet_id: subnet!.id }, { port_id: expect.any(String) as string }]);
    const { interfaces_info: inside } = (await row('router', id)).document as { interfaces_info: { fixed_ips: unknown }[] };
    expect(inside).toHaveLength(2);
    // Asked to go on, it asks for nothing twice; what is missing is made, with the port that is there.
    expect(await found('router.create', null, body)).toEqual({ id });
    expect(sent('PUT', connected)).toHaveLength(2);
    neutron.ports.change((sent('PUT', connected)[1] as { port_id: string }).port_id, { device_id: '', device_owner: '' });
    await found('router.create', null, body);
    expect(sent('PUT', connected)[2]).toEqual(sent('PUT', connected)[1]);
    expect(sent('POST', 'ports')).toHaveLength(1);
  });

  it('nothing is left of a router whose second interface is refused, and the refusal is told at that interface', async () => {
    const overlapping = 'Bad router request: Cidr 10.0.0.0/24 of subnet a overlaps with cidr 10.0.0.0/8 of subnet b.';
    const body = { name: 'torn', interfaces: [{ network_id: network() }, { network_id: network(), subnet_id: 'other' }] };
    const plain = await row('router', (await run('router.create', null, { name: 'plain' })).id);
    const next = { ...plain, id: plain.id.replace(/\d+$/, (number) => String(Number(number) + 1)) };
    // The mirror hears of it while it is made.
    await bench.store.transaction((writer) => writer.put({ ...next, document: { ...next.document, id: next.id, name: 'torn' } }));
    // The router and its first interface are made.
    neutron.refuse.push(neutronError(400, 'BadRequest', overlapping), undefined, undefined);
    await expect(run('router.create', null, body)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'interfaces.1.network_id': [{ code: 'router_subnet_overlaps', params: { cidr: '10.0.0.0/8' } }] },
    });
    expect(neutron.ports.list(new URLSearchParams())).toEqual([]);
    expect([...neutron.routers.items.values()].map(({ name }) => name)).toEqual(['plain']);
    expect(await bench.store.read.get({ engine: 'cloud', kind: 'router', id: next.id })).toBeUndefined();
    await expect(run('router.create', null, { name: 'bare', interfaces: [{ network_id: 'unseen' }] })).rejects.toMatchObject({
      fields: { 'interfaces.0.network_id': [{ code: 'subnet_missing' }] },
    });
    expect(neutron.routers.items.size).toBe(1);
  });

  it('floating IPs are made, described, assigned to a server’s port, released and deleted', async () => {
    const body = { floating_network_id: 'outside', description: 'shop' };
    const { id } = await run('floating_ip.create', null, body);
    expect(await found('floating_ip.create', null, body)).toEqual({ id });
    const floating = await row('floating_ip', id);
    expect(floating.document).toMatchObject({ description: 'shop', status: 'DOWN', attachment: null, name: '203.0.113.9' });
    const server = bench.cloud.id('tiny');
    const [nic] = (await row('server', server)).document['networks'] as { mac_addr: string }[];
    await run('floating_ip.assign', floating, { server_id: server, mac_addr: nic!.mac_addr });
    expect(sent('PUT', `floatingips/${id}`).at(-1)).toEqual({ floatingip: { port_id: expect.any(String) as string } });
    const assigned = await row('floating_ip', id);
    expect(assigned.document).toMatchObject({ attachment: { object_id: server, device_owner: 'compute:nova' } });
    expect(floatingIpKind.entity.safeParse({ ...assigned.document, revision: 1 }).error).toBeUndefined();
    await expect(run('floating_ip.assign', floating, { server_id: server, mac_addr: 'fa:16:3e:00:00:00' })).rejects.toMatchObject({
      reason: { code: 'interface_not_attached' },
    });
    await run('floating_ip.release', assigned, {});
    expect((await row('floating_ip', id)).document).toMatchObject({ port_id: null, attachment: null });
    neutron.refuse.push(neutronError(404, 'ExternalGatewayForFloatingIPNotFound', 'External network a is not reachable from subnet b.'));
    await expect(run('floating_ip.assign', floating, { server_id: server, mac_addr: nic!.mac_addr })).rejects.toMatchObject({
      fields: { mac_addr: [{ code: 'interface_unreachable' }] },
    });
    await run('floating_ip.delete', floating, {});
    expect(await bench.store.read.get({ engine: 'cloud', kind: 'floating_ip', id })).toBeUndefined();
  });

  it('routers and floating IPs are looked at again when the network service announces them', () => {
    expect(announced('router.update.end', { router: { id: 'r' } })).toEqual([{ kind: 'router', id: 'r' }]);
    expect(announced('router.interface.create', { router_interface: { id: 'r' } })).toEqual([{ kind: 'router', id: 'r' }]);
    expect(announced('floatingip.delete.end', { floatingip_id: 'f' })).toEqual([{ kind: 'floating_ip', id: 'f' }]);
  });
});
