/** A VPN connection of a network: made, restarted, changed and deleted, with all that it was made of. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { networks, routers, vpnConnections, vpnEndpointGroups, vpnIkePolicies, vpnIpsecPolicies, vpnServices } = nouns;

const PSK = 'w7Rk2-pQ9zL_4mXc';

/** Adds the steps. */
export function vpnSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario vpn ${Date.now()}`;
  const refused = async () => (await client().refused(vpnConnections.calls.create, { body: { ...body('none', ['none']), name } })).status;
  const body = (router: string, subnets: string[]) => ({
    name,
    router_id: router,
    local_subnet_ids: subnets,
    peer_cidrs: ['10.200.0.0/16'],
    peer_address: '203.0.113.10',
    psk: PSK,
    ike_policy: { name },
    ipsec_policy: { name },
  });

  step(
    'a VPN connection is made with its policies, groups and service, restarted, changed, and gone with all of them',
    'vpn_connection.create',
    async () => {
      const all = await client().call(networks.calls.list, { query: { limit: 1000 } });
      const outside = all.data.find(({ router_external: isExternal }) => isExternal)!;
      const networkId = await done(client().call(networks.calls.createPrivate, { body: { name, subnets: [{ cidr: '10.67.0.0/24' }] } }));
      const gateway = { external_gateway_info: { network_id: outside.id }, interfaces: [{ network_id: networkId }] };
      const routerId = await done(client().call(routers.calls.create, { body: { name, ...gateway } }));
      const [subnet] = (await client().call(networks.calls.read, { params: { networkId } })).subnets;
      const { calls } = vpnConnections;
      const wanted = body(routerId, [subnet!.id]);
      const overlapping = await client().refused(calls.create, { body: { ...wanted, peer_cidrs: ['10.67.0.0/16'] } });
      expect(overlapping.body.error.data?.field_codes).toMatchObject({ 'peer_cidrs.0': [{ code: 'vpn_ranges_overlap' }] });
      const vpnId = await done(client().call(calls.create, { body: wanted }));
      const at = { params: { vpnId } };
      const made = await client().call(calls.read, at);
      expect(made).toMatchObject({ name, router_id: routerId, local_cidrs: ['10.67.0.0/24'], peer_cidrs: ['10.200.0.0/16'] });
      expect(JSON.stringify(made)).not.toContain(PSK);
      expect(await client().refused(routers.calls.update, { params: { routerId }, body: { external_gateway_info: null } })).toMatchObject({
        status: 409,
      });
      await done(client().call(calls.restart, at));
      await done(client().call(calls.update, { ...at, body: { name: `${name} b`, peer_cidrs: ['10.201.0.0/16'] } }));
      expect(await client().call(calls.read, at)).toMatchObject({ name: `${name} b`, peer_cidrs: ['10.201.0.0/16'] });
      await done(client().call(calls.delete, at));
      expect(await client().refused(calls.read, at)).toMatchObject({ status: 404 });
      const query = { query: { name } };
      const left = await Promise.all([
        client().call(vpnIkePolicies.calls.list, query),
        client().call(vpnIpsecPolicies.calls.list, query),
        client().call(vpnEndpointGroups.calls.list, query),
        client().call(vpnServices.calls.list, { query: { router: routerId } }),
      ]);
      expect(left.map(({ data }) => data)).toEqual([[], [], [], []]);
      await done(client().call(routers.calls.removeInterface, { params: { routerId }, body: { network_id: networkId } }));
      await done(client().call(routers.calls.delete, { params: { routerId } }));
      await done(client().call(networks.calls.delete, { params: { kind: 'private', networkId } }));
      return made.status;
    },
    refused,
  );
}
