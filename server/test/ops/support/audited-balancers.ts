/** Load balancers with their pools, and VPN connections, so that their calls have something to work on. */
import { byHand } from '../../http/support/by-hand.ts';
import { siteOf } from '../../nouns/vpn-connections/site.ts';
import type { Made } from '../../nouns/support/asked.ts';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const LB = '/api/v2/compute/lbaas';
const CONNECTIONS = '/api/v2/compute/vpn/ipsec-site-connections';

/** Makes one load balancer for each call that is about one, another that works with pools, and VPN connections between two routers. */
export async function makeBalancers(app: TestApp, who: Client): Promise<Made> {
  const { done } = byHand(() => app);
  const [here, there] = [
    await siteOf(who, { name: 'here', cidr: '10.9.0.0/24' }),
    await siteOf(who, { name: 'there', cidr: '10.9.1.0/24' }),
  ];
  const balancer = (name: string) => done(who, 'POST', `${LB}/loadbalancers`, { name, network_id: here.network });
  const web = { protocol: 'HTTP', backend_protocol: 'HTTP', backend_protocol_port: 8080 };
  const [working, failed, moved, changed, toGo] = [
    await balancer('working'),
    await balancer('failed'),
    await balancer('moved'),
    await balancer('changed'),
    await balancer('to go'),
  ];
  await app.store.transaction(async (writer) => {
    const { document, ...row } = (await writer.get({ engine: 'embedded', kind: 'load_balancer', id: failed }))!;
    await writer.put({ ...row, document: { ...document, status: 'ERROR' } });
  });
  const pool = (name: string, port: number) =>
    done(who, 'POST', `${LB}/pools`, { name, ...web, loadbalancer_id: working, protocol_port: port });
  const [poolChanged, poolToGo] = [await pool('changed', 81), await pool('to go', 82)];
  const to = (number: number) => ({
    router_id: here.router,
    local_subnet_ids: [here.subnet],
    peer_cidrs: [`10.201.${number}.0/24`],
    peer_address: there.address,
    psk: 'w7Rk2-pQ9zL_4mXc',
    ike_policy: { name: 'audited' },
    ipsec_policy: { name: 'audited' },
  });
  const connection = (number: number) => done(who, 'POST', CONNECTIONS, { name: `to ${number}`, ...to(number) });
  const [connected, disconnected] = [await connection(1), await connection(2)];
  return {
    bodies: {
      'loadBalancers.create': { name: 'another', network_id: here.network },
      'loadBalancerPools.create': { name: 'another', ...web, loadbalancer_id: working, protocol_port: 83 },
      'vpnConnections.create': { name: 'another', ...to(3) },
    },
    things: {
      'loadBalancers.recreate': failed,
      'loadBalancers.failover': moved,
      'loadBalancers.update': changed,
      'loadBalancers.delete': toGo,
      'loadBalancers.bulkDelete': toGo,
      'loadBalancerPools.update': poolChanged,
      'loadBalancerPools.delete': poolToGo,
      'loadBalancerPools.bulkDelete': poolToGo,
      'vpnConnections.update': connected,
      'vpnConnections.restart': connected,
      'vpnConnections.delete': disconnected,
      'vpnConnections.bulkDelete': disconnected,
    },
  };
}
