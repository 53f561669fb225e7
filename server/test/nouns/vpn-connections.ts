import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { byHand } from '../http/support/by-hand.ts';
import type { Client } from '../support/client.ts';
import { life } from './support/life.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';
import { siteOf, type Site } from './vpn-connections/site.ts';

const VPN = '/api/v2/compute/vpn';
const AT = `${VPN}/ipsec-site-connections`;
const PSK = 'w7Rk2-pQ9zL_4mXc';

interface Connection extends Record<string, unknown> {
  id: string;
  project_id: string;
  vpnservice_id: string;
  ikepolicy_id: string;
  ipsecpolicy_id: string;
  local_ep_group_id: string;
  peer_ep_group_id: string;
}

/** One site for each who makes connections, and ranges of which each is led to once. */
const sites = new WeakMap<Client, Promise<Site>>();
let ranges = 0;
const siteFor = (who: Client): Promise<Site> => {
  const site = sites.get(who) ?? siteOf(who, { name: 'home', cidr: '10.61.0.0/24' });
  sites.set(who, site);
  return site;
};

const policies = { ike_policy: { name: 'modern' }, ipsec_policy: { name: 'modern' } };

/** A connection from a site to another one. */
const between = (here: Site, there: Site) => ({
  router_id: here.router,
  local_subnet_ids: [here.subnet],
  peer_cidrs: [there.cidr],
  peer_address: there.address,
  psk: PSK,
  ...policies,
});

/** What a connection between two new sites is made with. */
async function bodyOf({ lead, name }: Stage) {
  const [here, far] = [
    await siteOf(lead, { name: name(), cidr: '10.9.0.0/24' }),
    await siteOf(lead, { name: name(), cidr: '10.9.1.0/24' }),
  ];
  return {
    name: name(),
    router_id: here.router,
    local_subnet_ids: [here.subnet],
    peer_cidrs: ['10.201.1.0/24'],
    peer_address: far.address,
    psk: 'w7Rk2-pQ9zL_4mXc',
    ike_policy: { name: 'audited' },
    ipsec_policy: { name: 'audited' },
  };
}
const one = async (stage: Stage) => ({ id: await stage.make('/compute/vpn/ipsec-site-connections', await bodyOf(stage)) });

export const vpnConnections: Specimen = {
  // Of those that are there at first, some are soon deleted; a router and a subnet behind it meet by chance.
  fuzz: { rare: ['update'], byChance: ['create'] },
  calls: { readProject: ['list', 'read'], createInProject: ['create'], changeProject: ['update', 'delete', 'bulkDelete', 'restart'] },
  asked: {
    create: { ready: async (stage) => ({ body: await bodyOf(stage) }) },
    update: { ready: one },
    restart: { ready: one },
    delete: { ready: one },
    bulkDelete: { ready: one },
  },
  document: (id) => ({
    name: `connection ${id}`,
    description: null,
    status: 'DOWN',
    peer_address: '203.0.113.10',
    peer_id: '203.0.113.10',
    local_id: null,
    initiator: 'bi-directional',
    mtu: 1500,
    dpd: { action: 'hold', interval: 30, timeout: 120 },
    vpnservice_id: 'none',
    router_id: null,
    router_name: null,
    local_address: null,
    ikepolicy_id: 'none',
    ikepolicy_name: null,
    ike_version: null,
    ipsecpolicy_id: 'none',
    ipsecpolicy_name: null,
    local_ep_group_id: null,
    peer_ep_group_id: null,
    local_subnet_ids: [],
    local_cidrs: [],
    peer_cidrs: [],
    log: [],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  }),
  life: life(
    'VPN connections',
    {
      calls: nouns.vpnConnections.calls,
      body: async (name, who) => {
        const site = await siteFor(who);
        ranges += 1;
        const there = { ...site, cidr: `10.200.${ranges}.0/24`, address: '198.51.100.77' };
        return { name, ...between(site, there) };
      },
      // The routers of the other project are as many as it may have by now.
      owner: ['globex-member', 'globex-prod'],
      stranger: ['acme-member', 'acme-prod'],
      kept: [
        [
          { description: 'branch' },
          {
            description: 'branch',
            status: 'DOWN',
            initiator: 'bi-directional',
            mtu: 1500,
            dpd: { action: 'hold', interval: 30, timeout: 120 },
          },
        ],
        [{ peer_address: 'VPN.example.com' }, { peer_id: 'VPN.example.com' }],
        [
          { peer_id: 'branch@example.com', initiator: 'response-only' },
          { peer_id: 'branch@example.com', initiator: 'response-only', log: [] },
        ],
      ],
      changed: [
        [
          { name: 'renamed', description: '' },
          { name: 'renamed', description: null },
        ],
        [{ peer_address: '198.51.100.78' }, { peer_address: '198.51.100.78', peer_id: '198.51.100.78' }],
        [{ dpd: { action: 'restart', interval: 10, timeout: 30 } }, { dpd: { action: 'restart', interval: 10, timeout: 30 } }],
      ],
      refused: [
        [{ psk: 'with space' }, { psk: [{ code: 'vpn_psk' }] }],
        [{ psk: 'quo"te' }, { psk: [{ code: 'vpn_psk' }] }],
        [{ peer_address: '203.0.113' }, { peer_address: [{ code: 'vpn_peer_address' }] }],
        [{ dpd: { interval: 30, timeout: 30 } }, { 'dpd.timeout': [{ code: 'vpn_dpd_timeout' }] }],
        [
          { ike_policy: { name: 'x', ike_version: 'v1' }, peer_cidrs: ['10.1.0.0/16', '10.2.0.0/16'] },
          { peer_cidrs: [{ code: 'vpn_ike_single_range' }] },
        ],
        [{ ike_policy: { name: 'x', lifetime: 59 } }, { 'ike_policy.lifetime': [{ code: 'too_small', params: { min: 60 } }] }],
        [
          { ipsec_policy: { name: 'x', lifetime: 2_147_483_648 } },
          { 'ipsec_policy.lifetime': [{ code: 'too_large', params: { max: 2_147_483_647 } }] },
        ],
        [{ ikepolicy_id: undefined, ike_policy: undefined }, { ikepolicy_id: [{ code: 'vpn_policy_one' }] }],
        [
          { peer_cidrs: ['10.61.0.0/16'] },
          { 'peer_cidrs.0': [{ code: 'vpn_ranges_overlap', params: { local: '10.61.0.0/24', remote: '10.61.0.0/16' } }] },
        ],
        [
          { peer_cidrs: ['10.1.0.0/16', '10.1.7.0/24'] },
          { 'peer_cidrs.1': [{ code: 'vpn_remote_ranges_overlap', params: { remote: '10.1.7.0/24', other: '10.1.0.0/16' } }] },
        ],
        [
          { peer_cidrs: ['10.1.0.0/16', '127.0.0.0/8'] },
          { 'peer_cidrs.1': [{ code: 'cidr_loopback', params: { network: '127.0.0.0/8' } }] },
        ],
        [{ peer_cidrs: ['239.1.0.0/16'] }, { 'peer_cidrs.0': [{ code: 'cidr_multicast', params: { network: '224.0.0.0/4' } }] }],
        [{ local_subnet_ids: ['elsewhere'] }, { 'local_subnet_ids.0': [{ code: 'vpn_subnet_unconnected' }] }],
        [{ mtu: 67 }, { mtu: [{ code: 'too_small', params: { min: 68 } }] }],
      ],
    },
    (stage) => {
      const { done, refused, read, used, leave } = byHand(() => stage.app);
      const site = (name: string, cidr: string) => siteOf(stage.owner, { name, cidr });
      const create = async (name: string, body: object) => again({ id: await done(stage.owner, 'POST', AT, { name, ...body }) });
      const again = ({ id }: { id: string }) => read<Connection>(stage.owner, `${AT}/${id}`);
      const why = async (method: string, path: string, body?: object) => (await refused(stage.owner, method, path, body)).at(-1);

      it('VPN connections show their service, policies and endpoint groups, and the service its router [vpn.fields, api.vpn-connections, api.vpn-service]', async () => {
        const [here, there] = [await site('printed', '10.62.0.0/24'), { cidr: '10.201.0.0/16', address: '203.0.113.10' }];
        const connection = await create('printed', between(here, { ...here, ...there }));
        expect(connection).toMatchObject({
          status: 'DOWN',
          project_id: expect.any(String) as string,
          router_id: here.router,
          local_address: here.address,
          local_subnet_ids: [here.subnet],
          local_cidrs: ['10.62.0.0/24'],
          peer_cidrs: ['10.201.0.0/16'],
          ike_version: 'v2',
        });
        expect(JSON.stringify(connection)).not.toContain(PSK);
        const parts = {
          [`endpoint-groups/${connection.local_ep_group_id}`]: { name: 'printed', type: 'subnet', endpoints: [here.subnet] },
          [`endpoint-groups/${connection.peer_ep_group_id}`]: { name: 'printed', type: 'cidr', endpoints: ['10.201.0.0/16'] },
          [`ikepolicies/${connection.ikepolicy_id}`]: { name: 'modern', ike_version: 'v2', project_id: connection.project_id },
          [`ipsecpolicies/${connection.ipsecpolicy_id}`]: { name: 'modern', project_id: connection.project_id },
        };
        for (const [place, part] of Object.entries(parts)) expect(await read(stage.owner, `${VPN}/${place}`), place).toMatchObject(part);
        const service = await read(stage.owner, `${VPN}/vpnservices/${connection.vpnservice_id}/`);
        expect(service).toMatchObject({ router_id: here.router, router_name: 'printed', external_v4_ip: here.address });
        const listed = await read<{ data: Connection[] }>(stage.owner, `${AT}?name=printed`);
        expect(listed.data.map(({ id }) => id)).toEqual([connection.id]);
      });

      it('VPN connections are found by the address of their peer in whatever way it is written', async () => {
        const here = await site('spelled', '10.64.0.0/24');
        const { id } = await create('spelled', between(here, { ...here, cidr: '10.203.0.0/16', address: '198.51.100.9' }));
        const { store } = stage.app;
        const row = (await store.read.get({ engine: 'embedded', kind: 'vpn_connection', id }))!;
        await store.transaction((writer) => writer.putMany([{ ...row, document: { ...row.document, peer_address: '2001:db8::7' } }]));
        for (const [filter, ids] of [
          ['2001:DB8:0:0::7', [id]],
          ['2001:db8::0007', [id]],
          ['contains:2001:DB8', [id]],
          ['2001:db8::8', []],
        ] as const) {
          const found = await read<{ data: Connection[] }>(stage.owner, `${AT}?peer_address=${encodeURIComponent(filter)}`);
          expect([filter, found.data.map((one) => one.id)]).toEqual([filter, ids]);
        }
        // The quota of the project is for all of these tests.
        await done(stage.owner, 'DELETE', `${AT}/${id}`);
      });

      it('IKE policies, IPsec policies and endpoint groups of VPN connections are listed [api.vpn-ikepolicies, api.vpn-ipsecpolicies, api.vpn-endpoint-groups]', async () => {
        const here = await site('listed', '10.63.0.0/24');
        const ike_policy = {
          name: 'listed ike',
          auth_algorithm: 'sha1',
          encryption_algorithm: '3des',
          pfs: 'group2',
          lifetime: 60,
          ike_version: 'v1',
        };
        const ipsec_policy = { name: 'listed ipsec', lifetime: 2_147_483_647 };
        const there = { ...here, cidr: '10.202.0.0/16', address: '203.0.113.10' };
        const connection = await create('listed', { ...between(here, there), ike_policy, ipsec_policy });
        const list = async (path: string) => (await read<{ data: { id: string }[] }>(stage.owner, `${VPN}/${path}?limit=200`)).data;
        expect(await list('ikepolicies/')).toContainEqual(expect.objectContaining({ id: connection.ikepolicy_id, ...ike_policy }));
        expect(await list('ipsecpolicies/')).toContainEqual(
          expect.objectContaining({ id: connection.ipsecpolicy_id, ...ipsec_policy, auth_algorithm: 'sha256', pfs: 'group14' }),
        );
        const groups = await list('endpoint-groups');
        expect(groups).toContainEqual(
          expect.objectContaining({ id: connection.local_ep_group_id, type: 'subnet', endpoints: [here.subnet] }),
        );
        expect(groups).toContainEqual(
          expect.objectContaining({ id: connection.peer_ep_group_id, type: 'cidr', endpoints: ['10.202.0.0/16'] }),
        );
      });

      it('a restarted VPN connection comes back to ACTIVE where its peer has the same settings [api.vpn-restart]', async () => {
        const [a, b] = [await site('left', '10.64.0.0/24'), await site('right', '10.65.0.0/24')];
        const [one, other] = [await create('left', between(a, b)), await create('right', between(b, a))];
        expect(await done(stage.owner, 'POST', `${AT}/${one.id}/restart/`)).toBe(one.id);
        expect([await again(one), await again(other)]).toMatchObject([{ status: 'ACTIVE' }, { status: 'ACTIVE' }]);
        await done(stage.owner, 'PATCH', `${AT}/${one.id}`, { name: 'left anew' });
        expect(await again(one)).toMatchObject({ name: 'left anew', status: 'ACTIVE' });
        await done(stage.owner, 'PATCH', `${AT}/${one.id}`, { psk: 'another-key' });
        await done(stage.owner, 'POST', `${AT}/${one.id}/restart/`);
        expect(await again(one)).toMatchObject({
          status: 'DOWN',
          log: expect.arrayContaining([expect.objectContaining({ event: 'authentication_failed' })]) as object[],
        });
      });

      it('what a VPN connection was made of goes with the last one that uses it', async () => {
        const here = await site('shared', '10.66.0.0/24');
        const to = (cidr: string) => between(here, { ...here, cidr, address: '203.0.113.10' });
        const first = await create('first', to('10.203.0.0/16'));
        const { ikepolicy_id, ipsecpolicy_id } = first;
        const second = await create('second', {
          ...to('10.204.0.0/16'),
          ike_policy: undefined,
          ipsec_policy: undefined,
          ikepolicy_id,
          ipsecpolicy_id,
        });
        expect(second).toMatchObject({ ikepolicy_id, ipsecpolicy_id, vpnservice_id: first.vpnservice_id, ikepolicy_name: 'modern' });
        const status = async (path: string) => (await stage.owner.raw('GET', `${VPN}/${path}`)).status;
        await done(stage.owner, 'DELETE', `${AT}/${first.id}`);
        expect(await status(`endpoint-groups/${first.local_ep_group_id}`)).toBe(404);
        for (const path of [`ikepolicies/${ikepolicy_id}`, `vpnservices/${first.vpnservice_id}`]) expect(await status(path)).toBe(200);
        await done(stage.owner, 'DELETE', `${AT}/${second.id}`);
        for (const path of [`ikepolicies/${ikepolicy_id}`, `ipsecpolicies/${ipsecpolicy_id}`, `vpnservices/${first.vpnservice_id}`])
          expect(await status(path)).toBe(404);
      });

      it('a refused VPN connection leaves no policy, group or service behind, and the quota is its limit', async () => {
        const here = await site('limited', '10.67.0.0/24');
        const body = { ...between(here, { ...here, cidr: '10.205.0.0/16', address: '203.0.113.10' }), ike_policy: { name: 'never' } };
        const { project_id: projectId } = await create('counted', {
          ...body,
          ike_policy: { name: 'counted' },
          peer_cidrs: ['10.206.0.0/16'],
        });
        const count = await used(stage.owner, projectId, 'vpn_connections');
        await leave(projectId, 'vpn_connections', 0);
        expect(await refused(stage.owner, 'POST', AT, { name: 'never', ...body })).toEqual([409, 'quota_exceeded', null]);
        await leave(projectId, 'vpn_connections', 50);
        expect(await why('POST', AT, { name: 'never', ...body, peer_cidrs: ['10.206.7.0/24'] })).toBe('peer_cidrs.0: vpn_range_taken');
        const { data } = await read<{ data: unknown[] }>(stage.owner, `${VPN}/ikepolicies?name=never`);
        expect([data, await used(stage.owner, projectId, 'vpn_connections')]).toEqual([[], count]);
      });

      it('a router, its gateway, its interface and its subnet stay while a VPN connection leads through them', async () => {
        const here = await site('holding', '10.68.0.0/24');
        const connection = await create('holder', between(here, { ...here, cidr: '10.207.0.0/16', address: '203.0.113.10' }));
        const router = `/api/v2/compute/routers/${here.router}`;
        const held = 'still_used_by_vpn_connection';
        expect(await why('PATCH', router, { external_gateway_info: null })).toBe(held);
        expect(await why('PUT', `${router}/remove_interface`, { network_id: here.network })).toBe(held);
        expect(await why('DELETE', `/api/v2/compute/subnets/${here.subnet}`)).toBe(held);
        const { json } = await stage.owner.raw('DELETE', `/api/v2/compute/subnets/${here.subnet}`);
        expect(json).toMatchObject({ error: { data: { reason: { params: { count: 1, names: 'holder' } } } } });
        await done(stage.owner, 'DELETE', `${AT}/${connection.id}`);
        await done(stage.owner, 'PUT', `${router}/remove_interface`, { network_id: here.network });
        await done(stage.owner, 'DELETE', router);
      });

      it('a VPN connection needs a router with a gateway', async () => {
        const here = await siteOf(stage.owner, { name: 'closed', cidr: '10.69.0.0/24', isClosed: true });
        const there = { ...here, cidr: '10.208.0.0/16', address: '203.0.113.10' };
        expect(await why('POST', AT, { name: 'never', ...between(here, there) })).toBe('router_id: vpn_router_gateway');
      });
    },
  ),
};
