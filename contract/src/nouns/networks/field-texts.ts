/** What can be wrong with a network or a subnet, beside what any value may have. */
export const networkFieldTexts = {
  one_of_both: 'Give only one of the two.',
  subnets_unmanaged: 'A network with subnets hands out their addresses.',
  gateway_outside: 'The gateway must be an address in {cidr}.',
  gateway_taken: 'This address is in use.',
  gateway_in_pool: 'This address is in a range that is handed out.',
  pool_outside: 'Both addresses must be in {cidr}.',
  pool_order: 'The first address must not be greater than the last one.',
  pool_gateway: 'The range must not contain the gateway.',
  pool_overlap: 'This range overlaps another one.',
  pools_in_use: 'Addresses outside these ranges are in use: {addresses}.',
  ipv6_only: 'Only IPv6 subnets have this.',
  slaac_prefix: 'In this mode the prefix must be 64 bits long.',
  subnet_overlaps: 'This overlaps another subnet of the network: {cidr}.',
  vlan_taken: 'Another network uses this VLAN of the physical network.',
  physical_network_taken: 'Another network uses this physical network.',
} as const;
