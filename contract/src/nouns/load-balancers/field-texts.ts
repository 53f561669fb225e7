/** What can be wrong with a load balancer, beside what any value may have. */
export const loadBalancerFieldTexts = {
  network_unmanaged: 'A load balancer needs a network that hands out addresses.',
  subnet_version_missing: 'The network has no subnet of this version of IP.',
  address_self_made: 'In this subnet addresses are made by the interfaces themselves: leave the field empty.',
  floating_ip_in_use: 'This floating IP leads somewhere already.',
  floating_ip_unreachable: 'No router leads from this network to the network of the floating IP.',
} as const;
