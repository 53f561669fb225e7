import { NETWORK_PATHS, networkPath, type NetworkPath } from './bodies.ts';
import type { Network } from './entity.ts';

/** How the path of a call names a type of networks; clouds have several ways to make private ones, and tell their users none of them. */
export const networkPathOf = (type: string | null): NetworkPath =>
  networkPath.options.find((path) => NETWORK_PATHS[path] === type) ?? 'private';

/** Whether only routers may use a network (S1 §5, decision F10): it leads out, its addresses are managed, and the caller sees no subnet of it. */
export const isRoutedOnly = ({
  router_external: isExternal,
  ipam_enabled: isManaged,
  subnets,
}: Pick<Network, 'router_external' | 'ipam_enabled'> & { subnets: readonly unknown[] }): boolean =>
  isExternal && isManaged && subnets.length === 0;
