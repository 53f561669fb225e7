/** What can be wrong with a router, beside what any value may have. */
export const routerFieldTexts = {
  network_not_external: 'No router leads out through this network.',
  subnet_missing: 'The network has no subnet.',
  router_has_subnet: 'The router has an interface in this subnet already.',
  router_subnet_overlaps: 'This subnet overlaps one that the router is connected to: {cidr}.',
  nexthop_unreachable: 'The next hop must be in a subnet that the router is connected to.',
} as const;
