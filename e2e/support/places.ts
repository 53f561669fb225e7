/** Addresses of all pages of the console, with things behind their parameters. */
import { nouns } from '@gantry/contract';
import { TRAIT_TARGETS } from '@gantry/contract/nouns/traits/targets';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import type { Page } from '@playwright/test';
import type { Session } from '../../tools/lib/session.ts';
import { COMPUTE, connected, firstOf, madeBy, outside, privateNetwork } from './made.ts';
import { expectRouter } from './router.ts';

/** What stands for a parameter of an address. Where nouns share one, the part of the address before it belongs to its name: `groups/$groupId`. */
export type Things = Readonly<Record<string, string>>;

/** As long as a careful person would make it: where this fits, usual names do. */
const name = (of: string): string => `${of}-of-the-payment-department-in-frankfurt-am-main`;

/** Makes what the sample has none of, and finds the rest. `member` works in the project that has the servers. */
export async function furnish(member: Session, admin: Session): Promise<Things> {
  const routerId = await connected(member);
  const network = await privateNetwork(member);
  const { subnets } = (await member.get(`${COMPUTE}/networks/${network}`)) as { subnets: { id: string }[] };
  const server_id = await firstOf(member, `${COMPUTE}/servers`);
  const volumeId = await madeBy(member, `${COMPUTE}/volumes`, { name: name('volume'), size: 1 });
  const balancer = await madeBy(member, nouns.loadBalancers.calls.create.path, { name: name('balancer'), network_id: network });
  const pool = await madeBy(member, nouns.loadBalancerPools.calls.create.path, {
    name: name('pool'),
    loadbalancer_id: balancer,
    protocol: 'TCP',
    protocol_port: 8443,
    backend_protocol: 'TCP',
    backend_protocol_port: 443,
    members: [{ server_id }],
  });
  const vpn = await madeBy(member, nouns.vpnConnections.calls.create.path, {
    name: name('connection'),
    router_id: routerId,
    local_subnet_ids: [subnets[0]!.id],
    peer_cidrs: ['10.201.0.0/24'],
    peer_address: '203.0.113.200',
    psk: 'w7Rk2-pQ9zL_4mXc',
    ike_policy: { name: name('policy') },
    ipsec_policy: { name: name('policy') },
  });
  const domainId = await firstOf(admin, '/api/v2/domains?name=acme');
  return {
    serverId: server_id,
    volumeId,
    snapshotId: await madeBy(member, `${COMPUTE}/volume_snapshots`, { name: name('snapshot'), volume_id: volumeId }),
    imageId: await firstOf(member, `${COMPUTE}/images`),
    networkId: network,
    subnetId: subnets[0]!.id,
    routerId,
    itemId: network,
    floatingIpId: await madeBy(member, `${COMPUTE}/floating_ips`, { floating_network_id: await outside(member) }),
    loadBalancerId: balancer,
    loadBalancerPoolId: pool,
    vpnId: vpn,
    'security-groups/$groupId': await madeBy(member, nouns.securityGroups.calls.create.path, { name: name('group') }),
    sshKeyId: await madeBy(member, `${COMPUTE}/key_pairs`, { name: name('key'), public_key: EXAMPLE_KEY }),
    taskId: await firstOf(member, '/api/v2/tasks'),
    flavorId: await firstOf(admin, `${COMPUTE}/flavors`),
    policyId: await firstOf(admin, nouns.storagePolicies.calls.list.path),
    nodeId: await firstOf(admin, `${COMPUTE}/nodes`),
    traitId: await madeBy(admin, `${COMPUTE}/traits`, { name: name('placement') }),
    domainId,
    userId: await firstOf(admin, '/api/v2/users'),
    projectId: await firstOf(admin, `${COMPUTE}/projects`),
    'groups/$groupId': await madeBy(admin, `/api/v2/domains/${domainId}/groups`, { name: name('group') }),
    reportId: await madeBy(admin, '/api/v2/reports', { contact_email: 'operator@example.org', problem_description: name('report') }),
  };
}

/** What a route is, without the ways back that the same page can be opened with. */
interface Place {
  path: string;
  oneOf: Readonly<Record<string, readonly string[]>>;
}

async function readPlaces(page: Page): Promise<Place[]> {
  await expectRouter(page);
  return page.evaluate(() =>
    Object.values(window.__TSR_ROUTER__.routesById).flatMap(({ fullPath, options }) => {
      const own = options.staticData?.page;
      if (own === undefined || 'public' in own || fullPath.includes('/$returnRoute')) return [];
      return [{ path: fullPath.replace(/\/\{-\$\w+\}/g, ''), oneOf: own.oneOf ?? {} }];
    }),
  );
}

/** Addresses of all pages of whoever is signed in. Throws where nothing stands for a parameter. */
export async function readAddresses(page: Page, things: Things): Promise<string[]> {
  const fill = ({ path, oneOf }: Place): string[] => {
    const [whole, parameter] = /[\w-]+\/\$(\w+)/.exec(path) ?? [];
    if (whole === undefined || parameter === undefined) return [path];
    const own = oneOf[parameter] ?? (parameter === 'target' ? TRAIT_TARGETS : [things[whole] ?? things[parameter]]);
    return own.flatMap((value) => {
      if (value === undefined) throw new Error(`nothing stands for ${whole}`);
      return fill({ path: path.replace(`$${parameter}`, encodeURIComponent(value)), oneOf });
    });
  };
  return [...new Set((await readPlaces(page)).flatMap(fill))];
}
