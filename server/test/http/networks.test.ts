import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { ingredients } from '../support/ingredients.ts';

const AT = '/api/v2/compute/networks';
const SUBNETS = '/api/v2/compute/subnets';

interface Subnet extends Record<string, unknown> {
  id: string;
  cidr: string;
}
interface Network extends Record<string, unknown> {
  id: string;
  name: string;
  subnets: Subnet[];
}
interface Body {
  id: string;
  task_id: string;
  error?: { err_code: string; data?: { reason?: object; field_codes?: object } };
}

describe.each(anyDatabase)('networks on $name', ({ name: database }) => {
  let app: TestApp;
  let member: Client;
  let stranger: Client;
  let admin: Client;

  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' } });
    [member, stranger] = [await app.as('acme-member', 'acme-prod'), await app.as('globex-member', 'globex-prod')];
    admin = await app.as('admin', 'acme-prod');
  });
  afterAll(() => app.close());

  const ask = async (who: Client, method: string, path: string, body?: object) => {
    const { status, json } = await who.raw(method, path, { body });
    return { status, json: json as Body };
  };
  /** Carries a call out to its end, and returns what it worked on. */
  const done = async (who: Client, method: string, path: string, body?: object): Promise<string> => {
    const { status, json } = await ask(who, method, path, body);
    expect([status, json.error]).toEqual([202, undefined]);
    expect(await app.ended(who, json.task_id)).toMatchObject({ state: 'success', error: null });
    return json.id;
  };
  const read = async (who: Client, id: string) => (await who.raw('GET', `${AT}/${id}`)).json as Network;
  const made = async (who: Client, kind: string, body: object) => read(who, await done(who, 'POST', `${AT}/${kind}`, body));
  /** What a call is refused with: status, code, and reason or fields. */
  const refused = async (who: Client, method: string, path: string, body?: object) => {
    const { status, json } = await ask(who, method, path, body);
    const { reason, field_codes: fields } = json.error?.data ?? {};
    return [status, json.error?.err_code, reason ?? fields ?? null];
  };
  const usedNetworks = async (who: Client) => {
    const { json } = await who.raw('GET', '/api/v2/accounts/projects');
    const [project] = (json as { data: { id: string; name: string }[] }).data.filter(({ name }) => name === 'acme-prod');
    const quota = await who.raw('GET', `/api/v2/compute/quotas/${project!.id}?usage=True`);
    return (quota.json as { networks: { used: number; limit: number } }).networks;
  };

  it('networks of each of the three types are made with what they are asked to have [api.networks-create, network.fields, subnet.fields]', async () => {
    const subnet = {
      cidr: '10.20.0.0/24',
      name: 'inside',
      gateway_ip: '10.20.0.254',
      allocation_pools: [{ start: '10.20.0.10', end: '10.20.0.20' }],
      dns_nameservers: ['10.20.0.53'],
      enable_dhcp: false,
    };
    const own = await made(member, 'private', { name: 'three a', subnet, mtu: 1600 });
    expect(own).toMatchObject({ network_id: own.id, name: 'three a', type: 'vxlan', mtu: 1600, ipam_enabled: true, status: 'ACTIVE' });
    expect(own).toMatchObject({ shared: false, router_external: false, vlan_id: null, rbac_policies: [], spoofing_protection: true });
    expect(own.subnets).toEqual([{ id: own.subnets[0]!.id, ip_version: 4, ipv6_ra_mode: null, ipv6_address_mode: null, ...subnet }]);
    const subnets = [{ cidr: '198.51.100.0/24' }, { cidr: 'fd00:1::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' }];
    const everyone = [{ target_project: '*', actions: ['direct', 'routed'] }];
    const flat = await made(admin, 'public', { name: 'three b', subnets, physical_network: 'physnet2', rbac_policies: everyone });
    expect(flat).toMatchObject({ type: 'flat', vlan_id: null, mtu: 1500, shared: true, router_external: true });
    expect(flat.subnets).toMatchObject([
      { ...subnets[0], gateway_ip: '198.51.100.1', allocation_pools: [{ start: '198.51.100.2', end: '198.51.100.254' }] },
      {
        ...subnets[1],
        ip_version: 6,
        gateway_ip: 'fd00:1::1',
        allocation_pools: [{ start: 'fd00:1::2', end: 'fd00:1::ffff:ffff:ffff:ffff' }],
      },
    ]);
    const listed = await member.raw('GET', `${AT}?name=${encodeURIComponent('three a')}`);
    const [item] = (listed.json as { data: Network[] }).data;
    const printed =
      'network_id type shared ipam_enabled router_external physical_network vlan_id mtu rbac_policies spoofing_protection subnets';
    expect(Object.keys(item!)).toEqual(expect.arrayContaining(printed.split(' ')));
    expect(item).toMatchObject({ network_id: own.id, subnets: [subnet] });
    const system = await app.as('admin', 'own');
    expect(await read(system, flat.id)).toMatchObject({ physical_network: 'physnet2', rbac_policies: everyone });
    const vlan = await made(admin, 'vlan', { name: 'three c', vlan_network: flat.id, vlan_id: 7 });
    expect(await read(system, vlan.id)).toMatchObject({ type: 'vlan', vlan_id: 7, physical_network: 'physnet2', ipam_enabled: false });
  });

  it('networks are listed page by page [api.networks]', async () => {
    for (const name of ['page a', 'page b', 'page c']) await made(member, 'private', { name });
    const found: string[] = [];
    let marker = '';
    do {
      const { json } = await member.raw('GET', `${AT}?name=contains:page&sort=name:asc&limit=2${marker && `&marker=${marker}`}`);
      const page = json as { data: Network[]; marker?: string };
      found.push(...page.data.map(({ name }) => name));
      expect(page.data.length).toBeLessThanOrEqual(2);
      marker = page.marker === undefined ? '' : encodeURIComponent(page.marker);
    } while (marker !== '');
    expect(found).toEqual(['page a', 'page b', 'page c']);
  });

  it('networks are renamed by their project, counted in its quota and deleted by the path of their type', async () => {
    const before = await usedNetworks(member);
    const { id } = await made(member, 'private', { name: 'before', subnet: { cidr: '10.30.0.0/24' } });
    expect(await usedNetworks(member)).toEqual({ ...before, used: before.used + 1 });
    await done(member, 'PATCH', `${AT}/${id}`, { name: 'after' });
    expect(await read(member, id)).toMatchObject({ name: 'after' });
    expect(await refused(stranger, 'PATCH', `${AT}/${id}`, { name: 'mine' })).toEqual([404, 'not_found', null]);
    expect(await refused(member, 'DELETE', `${AT}/vlan/${id}`)).toEqual([404, 'not_found', null]);
    await done(member, 'DELETE', `${AT}/private/${id}`);
    expect((await member.raw('GET', `${AT}/${id}`)).status).toBe(404);
    expect(await usedNetworks(member)).toEqual(before);
    const vlan = { name: 'with interfaces', physical_network: 'physnet3', vlan_id: 9 };
    const first = await made(admin, 'vlan', vlan);
    expect(await refused(admin, 'POST', `${AT}/vlan`, vlan)).toEqual([400, 'validation_failed', { vlan_id: [{ code: 'vlan_taken' }] }]);
    await done(admin, 'DELETE', `${AT}/vlan/${first.id}?delete_vlan_interfaces=true`);
    // Nothing of it is left: the VLAN can be had again.
    await done(admin, 'DELETE', `${AT}/vlan/${(await made(admin, 'vlan', vlan)).id}`);
  });

  it('networks are shared with other projects by who sees those, and with all projects by administrators only', async () => {
    const { id } = await made(member, 'private', { name: 'ours', subnet: { cidr: '10.31.0.0/24' } });
    const everyone = { rbac_policies: [{ target_project: '*', actions: ['direct'] }] };
    expect(await refused(member, 'PATCH', `${AT}/${id}`, everyone)).toEqual([403, 'forbidden', null]);
    const system = await app.as('admin', 'own');
    const { json } = await system.raw('GET', '/api/v2/accounts/projects');
    const globex = (json as { data: { id: string; name: string }[] }).data.find(({ name }) => name === 'globex-prod')!.id;
    const one = { rbac_policies: [{ target_project: globex, actions: ['direct'] }] };
    expect(await refused(member, 'PATCH', `${AT}/${id}`, one)).toEqual([
      400,
      'validation_failed',
      { 'rbac_policies.target_project': [{ code: 'unknown_id' }] },
    ]);
    expect((await stranger.raw('GET', `${AT}/${id}`)).status).toBe(404);
    await done(system, 'PATCH', `${AT}/${id}`, one);
    expect(await read(stranger, id)).toMatchObject({ name: 'ours', rbac_policies: null, shared: false });
    expect(await refused(stranger, 'DELETE', `${AT}/private/${id}`)).toEqual([403, 'forbidden', null]);
    await done(system, 'PATCH', `${AT}/${id}`, everyone);
    expect(await read(stranger, id)).toMatchObject({ shared: true, router_external: false });
    const { flavor_id, image_id } = await ingredients(stranger);
    const guest = await done(stranger, 'POST', '/api/v2/compute/servers', { name: 'guest', flavor_id, image_id, network_ids: [id] });
    const used = [409, 'state_conflict', { code: 'network_used_by_others', params: { count: 1 } }];
    expect(await refused(member, 'PATCH', `${AT}/${id}`, { rbac_policies: [] })).toEqual(used);
    await done(system, 'PATCH', `${AT}/${id}`, one);
    await done(stranger, 'DELETE', `/api/v2/compute/servers/${guest}`);
    await done(system, 'PATCH', `${AT}/${id}`, { rbac_policies: [{ target_project: globex, actions: ['routed'] }] });
    expect(await read(member, id)).toMatchObject({ shared: false, router_external: true, subnets: [{ cidr: '10.31.0.0/24' }] });
    // Who may only lead routers out through it sees no subnet of it, and attaches no server.
    expect(await read(stranger, id)).toMatchObject({ router_external: true, ipam_enabled: true, rbac_policies: null, subnets: [] });
    const server = { name: 'guest', flavor_id, image_id };
    const routedOnly = [{ code: 'network_routed_only' }];
    const plain = await refused(stranger, 'POST', '/api/v2/compute/servers', { ...server, network_ids: [id] });
    expect(plain).toEqual([400, 'validation_failed', { network_ids: routedOnly }]);
    const named = await refused(stranger, 'POST', '/api/v2/compute/servers', { ...server, interfaces: [{ network_id: id }] });
    expect(named).toEqual([400, 'validation_failed', { 'interfaces.0.network_id': routedOnly }]);
    const gateway = { name: 'way out', external_gateway_info: { network_id: id } };
    const router = await done(stranger, 'POST', '/api/v2/compute/routers', gateway);
    await done(stranger, 'DELETE', `/api/v2/compute/routers/${router}`);
    await done(system, 'PATCH', `${AT}/${id}`, { rbac_policies: [] });
    expect((await stranger.raw('GET', `${AT}/${id}`)).status).toBe(404);
  });

  it('networks get further subnets, which do not overlap [api.subnets-post]', async () => {
    const { id } = await made(member, 'private', { name: 'growing' });
    await done(member, 'POST', SUBNETS, { network_id: id, cidr: '10.40.0.0/24', name: 'first' });
    expect(await read(member, id)).toMatchObject({ ipam_enabled: true, subnets: [{ cidr: '10.40.0.0/24', name: 'first' }] });
    const overlapping = { cidr: [{ code: 'subnet_overlaps', params: { cidr: '10.40.0.0/24' } }] };
    const body = { network_id: id, cidr: '10.40.0.128/25' };
    expect(await refused(member, 'POST', SUBNETS, body)).toEqual([400, 'validation_failed', overlapping]);
    const strange = await refused(stranger, 'POST', SUBNETS, { network_id: id, cidr: '10.41.0.0/24' });
    expect(strange).toEqual([400, 'validation_failed', { network_id: [{ code: 'unknown_id' }] }]);
    await done(member, 'POST', SUBNETS, { network_id: id, cidr: 'fd00:2::/64' });
    expect((await read(member, id)).subnets).toHaveLength(2);
  });

  it('subnets whose addresses no host can have are refused with the reason, alone and with their network', async () => {
    const id = await done(member, 'POST', `${AT}/private`, { name: 'of no host' });
    for (const [cidr, code, network] of [
      ['0.0.0.0/0', 'cidr_loopback', '127.0.0.0/8'],
      ['127.0.0.0/8', 'cidr_loopback', '127.0.0.0/8'],
      ['224.0.0.0/24', 'cidr_multicast', '224.0.0.0/4'],
      ['169.254.169.0/24', 'cidr_link_local', '169.254.0.0/16'],
      ['fe80::/64', 'cidr_link_local', 'fe80::/10'],
      ['::ffff:10.0.0.0/104', 'cidr_reserved', '::ffff:0:0/96'],
    ] as const) {
      const wrong = [{ code, params: { network } }];
      const alone = await refused(member, 'POST', SUBNETS, { network_id: id, cidr });
      expect([cidr, alone]).toEqual([cidr, [400, 'validation_failed', { cidr: wrong }]]);
      const together = await refused(member, 'POST', `${AT}/private`, { name: 'with it', subnets: [{ cidr }] });
      expect([cidr, together]).toEqual([cidr, [400, 'validation_failed', { 'subnets.0.cidr': wrong }]]);
    }
    expect((await read(member, id)).subnets).toEqual([]);
  });

  it('subnets give interfaces addresses outside of their pools, which stay taken whatever the pools become', async () => {
    const pools = (start: string, end: string) => ({ allocation_pools: [{ start: `10.51.0.${start}`, end: `10.51.0.${end}` }] });
    const { id, subnets } = await made(member, 'private', { name: 'apart', subnet: { cidr: '10.51.0.0/28', ...pools('2', '3') } });
    const one = `${SUBNETS}/${subnets[0]!.id}`;
    const router = await done(member, 'POST', '/api/v2/compute/routers', {
      name: 'apart',
      interfaces: [{ network_id: id, ip_address: '10.51.0.9' }],
    });
    const { flavor_id, image_id } = await ingredients(member);
    const server = (fixed?: string) => ({
      name: 'apart',
      flavor_id,
      image_id,
      interfaces: [{ network_id: id, ...(fixed !== undefined && { fixed_ips: [`10.51.0.${fixed}`] }) }],
    });
    const refusal = async (fixed: string) =>
      (await refused(member, 'POST', '/api/v2/compute/servers', server(fixed)))[2] as Record<string, { code: string }[]>;
    const ids = [await done(member, 'POST', '/api/v2/compute/servers', server('5'))];
    const at = 'interfaces.0.fixed_ips.0';
    for (const [fixed, code] of Object.entries({
      5: 'address_taken',
      9: 'address_taken',
      1: 'address_gateway',
      15: 'address_edge',
      16: 'address_outside',
    }))
      expect([fixed, await refusal(fixed)]).toEqual([fixed, { [at]: [{ code }] }]);
    const place = { network_id: id, ip_address: '10.51.0.5' };
    expect((await refused(member, 'POST', '/api/v2/compute/routers', { name: 'twin', interfaces: [place] }))[2]).toEqual({
      'interfaces.0.ip_address': [{ code: 'address_taken' }],
    });
    expect((await refused(member, 'PATCH', one, { gateway_ip: '10.51.0.5' }))[2]).toEqual({ gateway_ip: [{ code: 'gateway_taken' }] });
    await done(member, 'PATCH', one, pools('5', '6'));
    ids.push(await done(member, 'POST', '/api/v2/compute/servers', server()));
    const ipsOf = async (of: string) =>
      ((await member.raw('GET', `/api/v2/compute/servers/${of}`)).json as { networks: { ips: string[] }[] }).networks[0]!.ips;
    expect(await ipsOf(ids[1]!)).toEqual(['10.51.0.6']);
    expect((await refused(member, 'POST', '/api/v2/compute/servers', server()))[1]).toBe('no_free_address');
    await done(member, 'DELETE', `/api/v2/compute/servers/${ids[0]}`);
    ids[0] = await done(member, 'POST', '/api/v2/compute/servers', server());
    expect(await ipsOf(ids[0])).toEqual(['10.51.0.5']);
    await done(member, 'PATCH', one, pools('5', '9'));
    ids.push(
      await done(member, 'POST', '/api/v2/compute/servers', server('8')),
      await done(member, 'POST', '/api/v2/compute/servers', server()),
    );
    expect(await ipsOf(ids[3]!)).toEqual(['10.51.0.7']);
    expect((await refused(member, 'POST', '/api/v2/compute/servers', server()))[1]).toBe('no_free_address');
    for (const each of ids) await done(member, 'DELETE', `/api/v2/compute/servers/${each}`);
    await done(member, 'PUT', `/api/v2/compute/routers/${router}/remove_interface`, { network_id: id });
    await done(member, 'DELETE', `/api/v2/compute/routers/${router}`);
    await done(member, 'DELETE', `${AT}/private/${id}`);
  });

  it('subnets drop name servers that nobody has typed and pools that were struck out [subnet.dns-dropped, subnet.pools-deleted]', async () => {
    const [kept, struck] = [
      { start: '10.42.0.10', end: '10.42.0.20' },
      { start: '10.42.0.30', end: '10.42.0.40' },
    ];
    const subnet = { cidr: '10.42.0.0/24', dns_nameservers: ['{ip}'], allocation_pools: [kept, { ...struck, deleted: true }] };
    const { id, subnets } = await made(member, 'private', { name: 'dropping', subnet });
    expect(subnets).toMatchObject([{ dns_nameservers: [], allocation_pools: [kept] }]);
    const change = { dns_nameservers: ['{ip}', '10.42.0.53'], allocation_pools: [{ ...kept, deleted: true }, struck] };
    await done(member, 'PATCH', `${SUBNETS}/${subnets[0]!.id}`, change);
    expect((await read(member, id)).subnets).toMatchObject([{ dns_nameservers: ['10.42.0.53'], allocation_pools: [struck] }]);
  });

  it('a gateway and pools of a subnet change, but not so that an address in use would be lost [api.subnets-patch]', async () => {
    const { id, subnets } = await made(member, 'private', { name: 'changing', subnet: { cidr: '10.50.0.0/29' } });
    const one = `${SUBNETS}/${subnets[0]!.id}`;
    await done(member, 'PATCH', one, { gateway_ip: '10.50.0.6' });
    expect((await read(member, id)).subnets).toMatchObject([
      { gateway_ip: '10.50.0.6', allocation_pools: [{ start: '10.50.0.1', end: '10.50.0.5' }] },
    ]);
    const { flavor_id, image_id } = await ingredients(member);
    const server = await done(member, 'POST', '/api/v2/compute/servers', { name: 'user', flavor_id, image_id, network_ids: [id] });
    const networksOf = async () =>
      ((await member.raw('GET', `/api/v2/compute/servers/${server}`)).json as { networks: { ips: string[] }[] }).networks;
    expect(await networksOf()).toMatchObject([{ ips: ['10.50.0.1'] }]);
    expect(await refused(member, 'PATCH', one, { gateway_ip: '10.50.0.1' })).toEqual([
      400,
      'validation_failed',
      { gateway_ip: [{ code: 'gateway_taken' }] },
    ]);
    const narrow = { allocation_pools: [{ start: '10.50.0.3', end: '10.50.0.4' }] };
    expect(await refused(member, 'PATCH', one, narrow)).toEqual([
      400,
      'validation_failed',
      { allocation_pools: [{ code: 'pools_in_use', params: { addresses: '10.50.0.1' } }] },
    ]);
    expect(await refused(member, 'DELETE', one)).toEqual([409, 'state_conflict', { code: 'subnet_in_use', params: { count: 1 } }]);
    expect(await refused(member, 'DELETE', `${AT}/private/${id}`)).toEqual([
      409,
      'state_conflict',
      { code: 'still_used_by_server', params: { count: 1, names: 'user' } },
    ]);
    await done(member, 'PATCH', one, { allocation_pools: [{ start: '10.50.0.1', end: '10.50.0.2' }] });
    expect(await refused(member, 'PATCH', one, { gateway_ip: '10.50.0.2' })).toEqual([
      400,
      'validation_failed',
      { gateway_ip: [{ code: 'gateway_in_pool' }] },
    ]);
    const attach = `/api/v2/compute/servers/${server}/attach-interface`;
    await done(member, 'POST', attach, { network_id: id });
    expect((await networksOf()).map(({ ips }) => ips)).toEqual([['10.50.0.1'], ['10.50.0.2']]);
    expect(await refused(member, 'POST', attach, { network_id: id })).toEqual([409, 'no_free_address', null]);
    await done(member, 'DELETE', `/api/v2/compute/servers/${server}`);
    await done(member, 'DELETE', one);
    expect(await read(member, id)).toMatchObject({ subnets: [], ipam_enabled: false });
    await done(member, 'DELETE', `${AT}/private/${id}`);
  });

  it('networks tell how many addresses of each subnet are in use and free, to who sees the subnet', async () => {
    const subnets = [
      { cidr: '10.60.0.0/28', allocation_pools: [{ start: '10.60.0.4', end: '10.60.0.9' }] },
      { cidr: 'fd00:60::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' },
      { cidr: 'fd00:61::/112', gateway_ip: null },
      { cidr: 'fd00:62::/64' },
    ];
    const network = await made(member, 'private', { name: 'counted', subnets });
    const [four, slaac, few, many] = network.subnets.map(({ id }) => id);
    const addresses = async (who: Client) => (await who.raw('GET', `${AT}/${network.id}/addresses`)).json as { data: object[] };
    const told = (used: number) => [
      { subnet_id: four, total: 6, used, free: 6 - used },
      { subnet_id: slaac, total: null, used, free: null },
      { subnet_id: few, total: 65_535, used, free: 65_535 - used },
      { subnet_id: many, total: null, used: 0, free: null },
    ];
    expect(await addresses(member)).toEqual({ data: told(0) });
    const { flavor_id, image_id } = await ingredients(member);
    const server = await done(member, 'POST', '/api/v2/compute/servers', { name: 'user', flavor_id, image_id, network_ids: [network.id] });
    // The address of the gateway is none that is handed out.
    const router = await done(member, 'POST', '/api/v2/compute/routers', { name: 'beside' });
    await done(member, 'PUT', `/api/v2/compute/routers/${router}/add_interface`, { network_id: network.id, subnet_id: four });
    expect(await addresses(member)).toEqual({ data: told(1) });
    expect((await stranger.raw('GET', `${AT}/${network.id}/addresses`)).status).toBe(404);
    const everyone = (actions: string[]) => ({ rbac_policies: [{ target_project: '*', actions }] });
    await done(admin, 'PATCH', `${AT}/${network.id}`, everyone(['routed']));
    expect(await addresses(stranger)).toEqual({ data: [] });
    await done(admin, 'PATCH', `${AT}/${network.id}`, everyone(['direct']));
    expect(await addresses(stranger)).toEqual({ data: told(1) });
    await done(member, 'PUT', `/api/v2/compute/routers/${router}/remove_interface`, { network_id: network.id });
    await done(member, 'DELETE', `/api/v2/compute/routers/${router}`);
    await done(member, 'DELETE', `/api/v2/compute/servers/${server}`);
    await done(member, 'DELETE', `${AT}/private/${network.id}`);
  });

  it('a project has as many networks as its quota allows', async () => {
    const { used, limit } = await usedNetworks(member);
    expect(limit).toBe(100);
    for (let more = used; more < limit; more += 1) await done(member, 'POST', `${AT}/private`, { name: `many ${more}` });
    expect(await refused(member, 'POST', `${AT}/private`, { name: 'too many' })).toEqual([409, 'quota_exceeded', null]);
    const { json } = await member.raw('GET', `${AT}?name=contains:many&limit=200`);
    const ids = (json as { data: Network[] }).data.map(({ id }) => id);
    await done(member, 'DELETE', AT, { ids });
    expect(await usedNetworks(member)).toEqual({ used, limit });
  });
});
