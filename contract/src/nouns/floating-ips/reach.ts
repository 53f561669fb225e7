/** Whether a floating IP can lead to an address of an interface, and what is missing where it cannot (screens G). */
import { isHostIn } from '../../validation/cidr.ts';
import type { Network } from '../networks/entity.ts';
import type { Router } from '../routers/entity.ts';
import type { FloatingIp } from './entity.ts';

type Subnets = { subnets: readonly Pick<Network['subnets'][number], 'id' | 'cidr'>[] };
type Ways = Pick<Router, 'name' | 'external_gateway_info' | 'interfaces_info'>;

/** Of whom the address of a load balancer is, in the network service's words. */
export const OF_BALANCER = 'Octavia';

/** Kind of what a floating IP leads to. */
export const attachedKind = ({ device_owner: owner }: NonNullable<FloatingIp['attachment']>): 'server' | 'load_balancer' =>
  owner === OF_BALANCER ? 'load_balancer' : 'server';

/** The routers that are connected to one of these subnets. */
export const routersOn = <R extends Pick<Ways, 'interfaces_info'>>(subnetIds: readonly string[], routers: readonly R[]): R[] =>
  routers.filter(({ interfaces_info: interfaces }) =>
    interfaces.some(({ fixed_ips: fixed }) => fixed.some(({ subnet_id: id }) => id !== null && subnetIds.includes(id))),
  );

/** The routers that are connected to the subnet of an address. */
export const routersAt = <R extends Pick<Ways, 'interfaces_info'>>(ip: string, { subnets }: Subnets, routers: readonly R[]): R[] =>
  routersOn(
    subnets.flatMap(({ id, cidr }) => (isHostIn(cidr, ip) ? id : [])),
    routers,
  );

/** Whether a router leads out through an external network. */
export const leadsThrough = ({ external_gateway_info: gateway }: Pick<Ways, 'external_gateway_info'>, networkId: string): boolean =>
  gateway?.network_id === networkId;

/** What is missing, with what its sentence names. */
export interface Missing {
  what: 'taken' | 'router' | 'gateway' | 'elsewhere';
  params: Readonly<Record<string, string>>;
}

/** Of the routers of a subnet the one that leads out through an external network, or that which stands in between and what it lacks. */
export function findGateway<R extends Pick<Ways, 'name' | 'external_gateway_info'>>(
  near: readonly R[],
  outside: string,
): { router: R; lacks: null | (Missing & { what: 'gateway' | 'elsewhere' }) } | undefined {
  const leading = near.find((router) => leadsThrough(router, outside));
  if (leading) return { router: leading, lacks: null };
  const [router] = near;
  if (!router) return undefined;
  const { name, external_gateway_info: gateway } = router;
  if (gateway === null) return { router, lacks: { what: 'gateway', params: { router: name } } };
  return { router, lacks: { what: 'elsewhere', params: { router: name, network: gateway.network_name ?? gateway.network_id } } };
}

/** An address of an interface, and what is known of its surroundings. */
export interface Target<R = Ways> {
  serverId: string;
  /** Of the interface, where that is known: two of them may have the same address in two networks. */
  portId?: string | null;
  ip: string;
  /** Of the interface; undefined where it is not seen. */
  network: (Subnets & Pick<Network, 'name' | 'rbac_policies'>) | undefined;
  routers: readonly R[];
  /** All floating IPs that might lead there. */
  others: readonly (Pick<FloatingIp, 'id' | 'floating_ip_address' | 'floating_network_id' | 'fixed_ip_address' | 'attachment'> &
    Partial<Pick<FloatingIp, 'port_id'>>)[];
}

/**
 * The router through which a floating IP of an external network leads to an address, or what is missing. What stands around a network of somebody
 * else is not seen, and null: there the cloud decides. @param own id of the floating IP, where there is one already
 */
export function findRouterTo<R extends Ways>(
  { serverId, portId, ip, network, routers, others }: Target<R>,
  outside: string,
  own?: string,
): { router: R } | { missing: Missing } | null {
  const isAt = (one: Target['others'][number]): boolean =>
    portId === undefined ? one.attachment?.object_id === serverId : one.port_id === portId;
  const taken = others.find((one) => one.id !== own && isAt(one) && one.fixed_ip_address === ip && one.floating_network_id === outside);
  if (taken) return { missing: { what: 'taken', params: { address: taken.floating_ip_address } } };
  if (!network || network.rbac_policies === null) return null;
  const found = findGateway(routersAt(ip, network, routers), outside);
  if (!found) return { missing: { what: 'router', params: { network: network.name } } };
  return found.lacks ? { missing: found.lacks } : { router: found.router };
}

/** Why a floating IP cannot lead to an address; undefined where it can, or where the cloud decides. */
export function missingFor(target: Target, outside: string, own?: string): Missing | undefined {
  const found = findRouterTo(target, outside, own);
  return found && 'missing' in found ? found.missing : undefined;
}
