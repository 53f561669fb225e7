import type { Network } from './entity.ts';

/** Whether only routers may use a network (S1 §5, decision F10): it leads out, its addresses are managed, and the caller sees no subnet of it. */
export const isRoutedOnly = ({
  router_external: isExternal,
  ipam_enabled: isManaged,
  subnets,
}: Pick<Network, 'router_external' | 'ipam_enabled'> & { subnets: readonly unknown[] }): boolean =>
  isExternal && isManaged && subnets.length === 0;
