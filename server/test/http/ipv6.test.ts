/** IPv6 addresses of the embedded platform over real HTTP: who gets which in each mode, and what becomes of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { ingredients } from '../support/ingredients.ts';
import { byHand } from './support/by-hand.ts';

const NETWORKS = '/api/v2/compute/networks';
const SUBNETS = '/api/v2/compute/subnets';
const SERVERS = '/api/v2/compute/servers';
const ROUTERS = '/api/v2/compute/routers';

interface Server {
  networks: { mac_addr: string; ips: string[] }[];
}
interface Network {
  subnets: { id: string; ip_version: number }[];
}

describe.each(anyDatabase)('IPv6 on $name', ({ name: database }) => {
  let app: TestApp;
  let member: Client;
  let parts: { flavor_id: string; image_id: string };

  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' } });
    member = await app.as('acme-member', 'acme-prod');
    const { flavor_id, image_id } = await ingredients(member);
    parts = { flavor_id, image_id };
  });
  afterAll(() => app.close());

  const hand = byHand(() => app);
  const done = (method: string, path: string, body?: object) => hand.done(member, method, path, body);
  const refused = async (method: string, path: string, body?: object) => (await hand.refused(member, method, path, body)).at(-1);
  const network = (name: string, ...subnets: object[]) => done('POST', `${NETWORKS}/private`, { name, subnets });
  const subnetsOf = async (id: string) => (await hand.read<Network>(member, `${NETWORKS}/${id}`)).subnets;
  /** A server with one interface, and what that has. */
  const server = async (name: string, network_id: string, more: object = {}) => {
    const id = await done('POST', SERVERS, { name, ...parts, interfaces: [{ network_id, ...more }] });
    const [nic] = (await hand.read<Server>(member, `${SERVERS}/${id}`)).networks;
    return { id, mac: nic!.mac_addr, ips: nic!.ips };
  };
  const gone = (...ids: string[]) => Promise.all(ids.map((id) => done('DELETE', `${SERVERS}/${id}`)));

  it.each(['slaac', 'dhcpv6-stateless'])('an IPv6 address is made of the hardware address in %s, beside an IPv4 address', async (mode) => {
    const own = { cidr: 'fd00:a::/64', ipv6_ra_mode: mode, ipv6_address_mode: mode };
    const id = await network(`own ${mode}`, { cidr: '10.60.0.0/24' }, own);
    const named = await server('named', id, { mac_addr: 'fa:16:3e:01:02:03' });
    expect(named.ips).toEqual(['10.60.0.2', 'fd00:a::f816:3eff:fe01:203']);
    const other = await server('other', id);
    expect(other.ips).toEqual(['10.60.0.3', expect.stringMatching(/^fd00:a::/)]);
    // It goes with the hardware address: none can be asked for, and it stays when others change.
    const asked = { name: 'asked', ...parts, interfaces: [{ network_id: id, fixed_ips: ['fd00:a::99'] }] };
    expect(await refused('POST', SERVERS, asked)).toBe('interfaces.0.fixed_ips.0: address_automatic');
    await done('POST', `${SERVERS}/${named.id}/update-interface`, { mac_addr: named.mac, fixed_ips: ['10.60.0.9'] });
    const changed = await hand.read<Server>(member, `${SERVERS}/${named.id}`);
    expect(changed.networks[0]!.ips).toEqual(['10.60.0.9', 'fd00:a::f816:3eff:fe01:203']);
    const [, ipv6] = await subnetsOf(id);
    expect(await refused('DELETE', `${SUBNETS}/${ipv6!.id}`)).toBe('subnet_in_use');
    // What a router has is nobody's own address any more.
    const router = await done('POST', ROUTERS, { name: `router ${mode}` });
    const taken = { network_id: id, subnet_id: ipv6!.id, ip_address: 'fd00:a::f816:3eff:fe01:203' };
    expect(await refused('PUT', `${ROUTERS}/${router}/add_interface`, taken)).toBe('ip_address: address_taken');
    await gone(named.id, other.id);
    await done('PUT', `${ROUTERS}/${router}/add_interface`, taken);
    const mine = { name: 'mine', ...parts, interfaces: [{ network_id: id, mac_addr: 'fa:16:3e:01:02:03' }] };
    expect(await refused('POST', SERVERS, mine)).toBe('interfaces.0.mac_addr: mac_taken');
    await done('PUT', `${ROUTERS}/${router}/remove_interface`, { network_id: id });
    await done('DELETE', `${ROUTERS}/${router}`);
    await done('DELETE', `${SUBNETS}/${ipv6!.id}`);
    await done('DELETE', `${NETWORKS}/private/${id}`);
  });

  it.each([{ ipv6_ra_mode: 'dhcpv6-stateful', ipv6_address_mode: 'dhcpv6-stateful' }, {}])(
    'an IPv6 address is handed out of the pools in %j',
    async (modes) => {
      const pools = [
        { start: 'fd00:b::10', end: 'fd00:b::11' },
        { start: 'fd00:b::20', end: 'fd00:b::20' },
      ];
      const id = await network('pools', { cidr: 'fd00:b::/64', allocation_pools: pools, ...modes });
      const [subnet] = await subnetsOf(id);
      const wanted = await server('wanted', id, { fixed_ips: ['FD00:B:0::0011'] });
      expect(wanted.ips).toEqual(['fd00:b::11']);
      for (const query of [
        'servers?ip=FD00:B:0::0011',
        'servers?address=contains:fd00:b:0:0::11',
        'servers?search=contains:FD00:B::0011',
      ]) {
        const { data } = (await member.raw('GET', `/api/v2/compute/${query}`)).json as { data: { name: string }[] };
        expect([query, data.map(({ name }) => name)]).toEqual([query, ['wanted']]);
      }
      const { json } = await member.raw('GET', '/api/v2/search?text=FD00:B:0::0011');
      expect(json).toMatchObject({ data: [{ kind: 'server', name: 'wanted', address: 'fd00:b::11' }] });
      const [first, second] = [await server('first', id), await server('second', id)];
      expect([first.ips, second.ips]).toEqual([['fd00:b::10'], ['fd00:b::20']]);
      const more = (fixed_ips?: string[]) => ({
        name: 'more',
        ...parts,
        interfaces: [{ network_id: id, ...(fixed_ips && { fixed_ips }) }],
      });
      expect((await hand.refused(member, 'POST', SERVERS, more())).slice(0, 2)).toEqual([409, 'no_free_address']);
      const at = 'interfaces.0.fixed_ips.0';
      expect(await refused('POST', SERVERS, more(['fd00:b::10']))).toBe(`${at}: address_taken`);
      const apart = await server('apart', id, { fixed_ips: ['fd00:b::99'] });
      expect(await refused('POST', SERVERS, more(['FD00:B:0::99']))).toBe(`${at}: address_taken`);
      const narrow = { allocation_pools: [{ start: 'fd00:b::11', end: 'fd00:b::ffff' }] };
      expect(await refused('PATCH', `${SUBNETS}/${subnet!.id}`, narrow)).toBe('allocation_pools: pools_in_use');
      await gone(first.id);
      const again = await server('again', id);
      expect(again.ips).toEqual(['fd00:b::10']);
      await gone(wanted.id, second.id, again.id, apart.id);
      await done('DELETE', `${NETWORKS}/private/${id}`);
    },
  );

  it('a router that joins a subnet with a link-local gateway gets an address of the subnet', async () => {
    const id = await network('own gateway', { cidr: 'FD00:00B0:0:0::/64', gateway_ip: 'FE80::1' });
    const [subnet] = (await hand.read<{ subnets: object[] }>(member, `${NETWORKS}/${id}`)).subnets;
    expect(subnet).toMatchObject({ cidr: 'fd00:b0::/64', gateway_ip: 'fe80::1' });
    const router = await done('POST', ROUTERS, { name: 'beside the link' });
    await done('PUT', `${ROUTERS}/${router}/add_interface`, { network_id: id });
    const { interfaces_info: all } = await hand.read<{ interfaces_info: { fixed_ips: object[] }[] }>(member, `${ROUTERS}/${router}`);
    expect(all.map((one) => one.fixed_ips)).toEqual([[{ subnet_id: expect.any(String), ip_address: expect.stringMatching(/^fd00:b0::/) }]]);
    await done('PUT', `${ROUTERS}/${router}/remove_interface`, { network_id: id });
    await done('DELETE', `${ROUTERS}/${router}`);
  });

  it('an IPv6 network of 2^64 addresses and more gives them one after the other', async () => {
    const id = await network('wide', { cidr: 'fd00:c::/32' }, { cidr: '10.61.0.0/24' });
    const all = [await server('one', id), await server('two', id), await server('three', id)];
    expect(all.map(({ ips }) => ips)).toEqual([
      ['10.61.0.2', 'fd00:c::2'],
      ['10.61.0.3', 'fd00:c::3'],
      ['10.61.0.4', 'fd00:c::4'],
    ]);
    await gone(...all.map((one) => one.id));
  });
});
