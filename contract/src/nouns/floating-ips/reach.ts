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

/** The routers that are connected to the subnet of an address. */
export const routersAt = <R extends Pick<Ways, 'interfaces_info'>>(ip: string, { subnets }: Subnets, routers: readonly R[]): R[] => {
  const ids = new Set(subnets.flatMap(({ id, cidr }) => (isHostIn(cidr, ip) ? id : [])));
  return routers.filter(({ interfaces_info: interfaces }) =>
    interfaces.some(({ fixed_ips: fixed }) => fixed.some(({ subnet_id: id }) => id !== null && ids.has(id))),
  );
};

/** Whether a router leads out through an external network. */
export const leadsThrough = ({ external_gateway_info: gateway }: Pick<Ways, 'external_gateway_info'>, networkId: string): boolean =>
  gateway?.network_id === networkId;

/** An address of an interface, and what is known of its surroundings. */
export interface Target {
  serverId: string;
  ip: string;
  /** Of the interface; undefined where it is not seen. */
  network: (Subnets & Pick<Network, 'name' | 'rbac_policies'>) | undefined;
  routers: readonly Ways[];
  /** All floating IPs that might lead there. */
  others: readonly Pick<FloatingIp, 'id' | 'floating_ip_address' | 'floating_network_id' | 'fixed_ip_address' | 'attachment'>[];
}

/** What is missing for a floating IP to lead to an address, with what its sentence names. */
export interface Missing {
  what: 'taken' | 'router' | 'gateway' | 'elsewhere';
  params: Readonly<Record<string, string>>;
}

/**
 * Why a floating IP of an external network cannot lead to an address; undefined where it can. What stands around a network of somebody else
 * is not seen: there the cloud decides. @param own id of the floating IP, where there is one already
 */
export function missingFor({ serverId, ip, network, routers, others }: Target, outside: string, own?: string): Missing | undefined {
  const taken = others.find(
    (one) => one.id !== own && one.attachment?.object_id === serverId && one.fixed_ip_address === ip && one.floating_network_id === outside,
  );
  if (taken) return { what: 'taken', params: { address: taken.floating_ip_address } };
  if (!network || network.rbac_policies === null) return undefined;
  const near = routersAt(ip, network, routers);
  if (near.some((router) => leadsThrough(router, outside))) return undefined;
  const [first] = near;
  if (!first) return { what: 'router', params: { network: network.name } };
  const { name: router, external_gateway_info: gateway } = first;
  if (gateway === null) return { what: 'gateway', params: { router } };
  return { what: 'elsewhere', params: { router, network: gateway.network_name ?? gateway.network_id } };
}
