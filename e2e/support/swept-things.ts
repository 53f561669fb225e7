/** How new things come about whose actions are swept. */
import { nouns } from '@gantry/contract';
import { fillPath } from '@gantry/contract/wire/call';
import type { Session } from '../../tools/lib/session.ts';
import { COMPUTE, connected, firstOf, madeBy, outside, privateNetwork } from './made.ts';

/** Makes a thing of that name. Returns the name of its row. */
export type Make = (session: Session, name: string) => Promise<string>;

/** Makes a thing by one call. */
export const by =
  (path: string, body: object): Make =>
  async (session, name) => {
    await madeBy(session, path, { name, ...body });
    return name;
  };

/** Makes a thing of the members' domain. */
export const inAcme =
  (path: string, body: object): Make =>
  async (session, name) => {
    await madeBy(session, `/api/v2/domains/${await firstOf(session, '/api/v2/domains?name=acme')}/${path}`, { name, ...body });
    return name;
  };

/** A server that is the first of its list. */
let first: Promise<string> | undefined;

/** Makes a volume. It finds a server first that is shut off, from which a volume is detached without force. */
export const volume: Make = async (session, name) => {
  first ??= stoppedServer(session, '0-swept');
  await first;
  return by(nouns.volumes.calls.create.path, { size: 1 })(session, name);
};

/** Makes a thing of a new volume. */
const ofVolume =
  (path: (volumeId: string) => string, body: (name: string, volumeId: string) => object): Make =>
  async (session, name) => {
    const volumeId = await madeBy(session, nouns.volumes.calls.create.path, { name: `${name}-of`, size: 1 });
    await madeBy(session, path(volumeId), body(name, volumeId));
    return name;
  };

export const snapshot = ofVolume(
  () => nouns.volumeSnapshots.calls.create.path,
  (name, volume_id) => ({ name, volume_id }),
);

export const image = ofVolume(
  (volumeId) => fillPath(nouns.volumes.calls.uploadToImage.path, { volumeId }),
  (name) => ({ image_name: name }),
);

const servers: string[] = [];

/**
 * Makes a small server with a data volume, and deletes the one before the last, which may still be on the screen: the quota has room for some
 * at a time. Returns its id.
 */
export async function serverOf(session: Session, name: string): Promise<string> {
  const [image_id, flavor_id, network_id] = await Promise.all([
    firstOf(session, `${COMPUTE}/images?name=Debian%2013`),
    firstOf(session, `${COMPUTE}/flavors?name=small`),
    privateNetwork(session),
  ]);
  for (const serverId of servers.splice(0, servers.length - 1))
    await session.delete(fillPath(nouns.servers.calls.delete.path, { serverId }));
  const volumes = [{ name: `${name}-data`, size: 1 }];
  const serverId = await madeBy(session, nouns.servers.calls.create.path, {
    name,
    image_id,
    flavor_id,
    volumes,
    network_ids: [network_id],
  });
  servers.push(serverId);
  return serverId;
}

export const server: Make = async (session, name) => {
  await serverOf(session, name);
  return name;
};

export const stoppedServer: Make = async (session, name) => {
  const serverId = await serverOf(session, name);
  await madeBy(session, fillPath(nouns.servers.calls.stop.path, { serverId }), {});
  return name;
};

/** Number of the next subnet or port, so that none is made twice. */
let next = 0;

/** Makes a network with a subnet. */
export async function networkOf(session: Session, name: string): Promise<{ id: string; cidr: string }> {
  next += 1;
  const cidr = `10.200.${next}.0/24`;
  return { cidr, id: await madeBy(session, nouns.networks.calls.createPrivate.path, { name, subnet: { cidr } }) };
}

export const network: Make = async (session, name) => {
  await networkOf(session, name);
  return name;
};

export const floatingIp: Make = async (session) => {
  await connected(session);
  const floatingIpId = await madeBy(session, nouns.floatingIps.calls.create.path, { floating_network_id: await outside(session) });
  const made = await session.get(fillPath(nouns.floatingIps.calls.read.path, { floatingIpId }));
  return (made as { floating_ip_address: string }).floating_ip_address;
};

const balancers: string[] = [];

/** Makes a load balancer, and deletes the one before the last, which may still be on the screen: the quota has room for some at a time. */
export const balancer: Make = async (session, name) => {
  await connected(session);
  for (const loadBalancerId of balancers.splice(0, balancers.length - 1))
    await session.delete(fillPath(nouns.loadBalancers.calls.delete.path, { loadBalancerId }));
  balancers.push(await madeBy(session, nouns.loadBalancers.calls.create.path, { name, network_id: await privateNetwork(session) }));
  return name;
};

/** Load balancer of all pools that are made. */
let front: Promise<string> | undefined;

export const pool: Make = async (session, name) => {
  next += 1;
  front ??= privateNetwork(session).then((network_id) =>
    madeBy(session, nouns.loadBalancers.calls.create.path, { name: 'swept-front', network_id }),
  );
  const ports = { protocol: 'TCP', protocol_port: 8000 + next, backend_protocol: 'TCP', backend_protocol_port: 80 };
  await madeBy(session, nouns.loadBalancerPools.calls.create.path, { name, loadbalancer_id: await front, ...ports });
  return name;
};

export const vpnConnection: Make = async (session, name) => {
  next += 1;
  const router_id = await connected(session);
  const { subnets } = (await session.get(`${COMPUTE}/networks/${await privateNetwork(session)}`)) as { subnets: { id: string }[] };
  await madeBy(session, nouns.vpnConnections.calls.create.path, {
    name,
    router_id,
    local_subnet_ids: [subnets[0]!.id],
    peer_cidrs: [`10.201.${next}.0/24`],
    peer_address: '203.0.113.200',
    psk: 'w7Rk2-pQ9zL_4mXc',
    ike_policy: { name },
    ipsec_policy: { name },
  });
  return name;
};
