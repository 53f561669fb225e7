import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { ingredients } from '../support/ingredients.ts';
import { byHand } from './support/by-hand.ts';

const AT = '/api/v2/compute/floating_ips';
const ROUTERS = '/api/v2/compute/routers';
const SERVERS = '/api/v2/compute/servers';

interface FloatingIp extends Record<string, unknown> {
  id: string;
  project_id: string;
  floating_ip_address: string;
  fixed_ip_address: string;
}
interface Server {
  id: string;
  networks: { mac_addr: string; ips: string[]; network_id: string }[];
  network_data: { fixed_ips: string[] }[];
}

describe.each(anyDatabase)('floating IPs on $name', ({ name: database }) => {
  let app: TestApp;
  let member: Client;
  let stranger: Client;
  let outside: string;
  let router: string;
  const { done, refused, read, used, leave } = byHand(() => app);

  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' } });
    [member, stranger] = [await app.as('acme-member', 'acme-prod'), await app.as('globex-member', 'globex-prod')];
    outside = (await read<{ data: { id: string }[] }>(member, '/api/v2/compute/networks?name=public')).data[0]!.id;
    router = await done(member, 'POST', ROUTERS, { name: 'edge', external_gateway_info: { network_id: outside } });
  });
  afterAll(() => app.close());

  const again = ({ id }: { id: string }) => read<FloatingIp>(member, `${AT}/${id}`);
  const create = async (body: object = {}) =>
    read<FloatingIp>(member, `${AT}/${await done(member, 'POST', AT, { floating_network_id: outside, ...body })}`);
  const serverNow = ({ id }: { id: string }) => read<Server>(member, `${SERVERS}/${id}`);
  const why = async (method: string, path: string, body?: object) => (await refused(member, method, path, body)).at(-1);
  /** A server in a network of its own, and how its only interface is named. */
  const machine = async (name: string, cidr: string, isConnected = true) => {
    const { network_ids: _any, ...body } = await ingredients(member);
    const network = await done(member, 'POST', '/api/v2/compute/networks/private', { name, subnet: { cidr } });
    if (isConnected) await done(member, 'PUT', `${ROUTERS}/${router}/add_interface`, { network_id: network });
    const server = await serverNow({ id: await done(member, 'POST', SERVERS, { name, ...body, network_ids: [network] }) });
    return { server, network, target: { server_id: server.id, mac_addr: server.networks[0]!.mac_addr } };
  };

  it('floating IPs lead to an interface that a router connects with their network, and its server shows them [fip.fields]', async () => {
    const floating = await create({ description: 'shop' });
    expect(floating).toMatchObject({ status: 'DOWN', description: 'shop', floating_network_id: outside, port_id: null, attachment: null });
    const { server, target } = await machine('shop', '10.11.0.0/24');
    await done(member, 'POST', `${AT}/${floating.id}/assign`, target);
    const [fixed] = server.network_data[0]!.fixed_ips;
    expect((await read<{ data: FloatingIp[] }>(member, `${AT}?server=${server.id}`)).data).toEqual([
      expect.objectContaining({
        floating_ip_address: floating.floating_ip_address,
        fixed_ip_address: fixed,
        attachment: { object_name: 'shop', object_id: server.id, device_owner: 'compute:nova' },
        project_id: floating.project_id,
        domain_id: expect.any(String) as string,
        floating_network_id: outside,
        floating_network_name: 'public',
        port_id: expect.any(String) as string,
        router_id: router,
        router_name: 'edge',
        status: 'ACTIVE',
      }),
    ]);
    const shown = await serverNow(server);
    expect(shown.networks[0]!.ips).toEqual([fixed, floating.floating_ip_address]);
    expect(shown.network_data[0]!.fixed_ips).toEqual([fixed]);
    await done(member, 'POST', `${AT}/${floating.id}/release`);
    expect(await again(floating)).toMatchObject({ status: 'DOWN', port_id: null, router_id: null, fixed_ip_address: null });
    expect((await serverNow(server)).networks[0]!.ips).toEqual([fixed]);
    expect(await why('POST', `${AT}/${floating.id}/release`)).toBe('floating_ip_unassigned');
  });

  it('floating IPs lead nowhere where no router does, nor twice to the same address', async () => {
    const { server, target } = await machine('island', '10.12.0.0/24', false);
    const floating = await create();
    const assign = `${AT}/${floating.id}/assign`;
    expect(await why('POST', assign, target)).toBe('mac_addr: interface_unreachable');
    expect(await why('POST', AT, { floating_network_id: outside, assign: target })).toBe('assign.mac_addr: interface_unreachable');
    await done(member, 'PUT', `${ROUTERS}/${router}/add_interface`, { network_id: server.networks[0]!.network_id });
    expect(await why('POST', assign, { ...target, mac_addr: 'fa:16:3e:00:00:02' })).toBe('interface_not_attached');
    expect(await why('POST', assign, { ...target, fixed_ip_address: '10.12.0.99' })).toBe('fixed_ip_address: fixed_ip_unknown');
    await create({ assign: target });
    expect(await why('POST', assign, target)).toBe('fixed_ip_address: fixed_ip_taken');
    const foreign = await stranger.raw('POST', assign, { body: target });
    expect(foreign.status).toBe(404);
  });

  it('floating IPs are listed page by page [api.floating-ips]', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id);
    const found: string[] = [];
    let marker = '';
    do {
      const page = await read<{ data: FloatingIp[]; marker?: string }>(member, `${AT}?limit=2${marker && `&marker=${marker}`}`);
      expect(page.data.length).toBeLessThanOrEqual(2);
      found.push(...page.data.map(({ id }) => id));
      marker = page.marker === undefined ? '' : encodeURIComponent(page.marker);
    } while (marker !== '');
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(made));
    expect((await read<{ data: FloatingIp[] }>(stranger, AT)).data).toEqual([]);
  });

  it('floating IPs have the address that is asked for, which is free again when they are gone', async () => {
    const wanted = { floating_ip_address: '203.0.113.240' };
    const floating = await create(wanted);
    expect(floating).toMatchObject({ ...wanted, name: '203.0.113.240' });
    expect(await why('POST', AT, { floating_network_id: outside, ...wanted })).toBe('floating_ip_address: address_taken');
    const inside = { floating_network_id: (await machine('inside', '10.13.0.0/24', false)).network };
    expect(await why('POST', AT, inside)).toBe('floating_network_id: network_not_external');
    await done(member, 'PATCH', `${AT}/${floating.id}`, { description: 'later' });
    expect(await again(floating)).toMatchObject({ description: 'later' });
    await done(member, 'DELETE', `${AT}/${floating.id}`);
    await create(wanted);
  });

  it('floating IPs hold the router that they lead through, and leave a server with its interface', async () => {
    const { server, network, target } = await machine('held', '10.14.0.0/24');
    const floating = await create({ assign: target });
    expect(await why('PATCH', `${ROUTERS}/${router}`, { external_gateway_info: null })).toBe('router_gateway_in_use');
    expect(await why('PUT', `${ROUTERS}/${router}/remove_interface`, { network_id: network })).toBe('router_interface_in_use');
    await done(member, 'POST', `${SERVERS}/${server.id}/detach-interface`, { mac_addr: target.mac_addr });
    expect(await again(floating)).toMatchObject({ status: 'DOWN', attachment: null });
    expect((await serverNow(server)).networks).toEqual([]);
    const other = await machine('deleted', '10.15.0.0/24');
    await done(member, 'POST', `${AT}/${floating.id}/assign`, other.target);
    await done(member, 'DELETE', `${SERVERS}/${other.server.id}`);
    expect(await again(floating)).toMatchObject({ status: 'DOWN', fixed_ip_address: null });
  });

  it('floating IPs move from one interface to another, and stay when addresses beside theirs change', async () => {
    const [one, two] = [await machine('one', '10.16.0.0/24'), await machine('two', '10.17.0.0/24')];
    const floating = await create({ assign: one.target });
    await done(member, 'POST', `${AT}/${floating.id}/assign`, two.target);
    expect((await serverNow(one.server)).networks[0]!.ips).toHaveLength(1);
    const [fixed] = two.server.network_data[0]!.fixed_ips;
    const change = { mac_addr: two.target.mac_addr, fixed_ips: [fixed, '10.17.0.99'] };
    await done(member, 'POST', `${SERVERS}/${two.server.id}/update-interface`, change);
    expect((await serverNow(two.server)).networks[0]!.ips).toEqual([fixed, '10.17.0.99', floating.floating_ip_address]);
    expect(await why('POST', AT, { floating_network_id: outside, assign: two.target })).toBe('assign.fixed_ip_address: fixed_ip_missing');
    await done(member, 'POST', `${SERVERS}/${two.server.id}/update-interface`, { ...change, fixed_ips: ['10.17.0.99'] });
    expect(await again(floating)).toMatchObject({ status: 'DOWN' });
    expect((await serverNow(two.server)).networks[0]!.ips).toEqual(['10.17.0.99']);
  });

  it('floating IPs count in the quota of their project', async () => {
    const { id, project_id: project } = await create();
    const before = await used(member, project, 'floating_ips');
    await leave(project, 'floating_ips', 0);
    expect((await refused(member, 'POST', AT, { floating_network_id: outside })).slice(0, 2)).toEqual([409, 'quota_exceeded']);
    await done(member, 'DELETE', `${AT}/${id}`);
    expect(await used(member, project, 'floating_ips')).toBe(before - 1);
  });
});
