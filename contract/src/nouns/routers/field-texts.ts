/** What can be wrong with a router, beside what any value may have. */
export const routerFieldTexts = {
  network_not_external: 'This network is not external. Choose an external network.',
  subnet_missing: 'This network has no subnet. Create one first.',
  router_has_subnet: 'The router is already connected to this subnet.',
  router_subnet_overlaps: 'This subnet overlaps the connected subnet {cidr}.',
  nexthop_unreachable: 'Enter a next hop in a subnet that the router is connected to.',
} as const;
