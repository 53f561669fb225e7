import { no, type Rule } from '../../wire/rule-result.ts';
import type { Router } from './entity.ts';

/**
 * The way out of a router may lead through another network, or through none: not while floating IPs lead through it (Neutron).
 * @param networkId of the external network that is wanted; null: none. @param floatingIps how many lead through the router
 */
export const isGatewayReplaceable: Rule<Pick<Router, 'external_gateway_info'>, { networkId: string | null; floatingIps: number }> = (
  { external_gateway_info: gateway },
  { networkId, floatingIps },
) => (gateway === null || gateway.network_id === networkId || floatingIps === 0 ? true : no('router_gateway_in_use'));

/** Only a router without internal interfaces is deleted (screens F1). */
export const isRouterDeletable: Rule<Pick<Router, 'interfaces_info'>> = ({ interfaces_info: interfaces }) =>
  interfaces.length === 0 ? true : no('router_has_interfaces');
