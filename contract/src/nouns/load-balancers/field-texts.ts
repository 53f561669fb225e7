/** What can be wrong with a load balancer, beside what any value may have. */
export const loadBalancerFieldTexts = {
  network_unmanaged: 'A load balancer needs a network with IP address management.',
  subnet_version_missing: 'This network has no subnet of this IP version.',
  address_self_made: 'Addresses in this subnet are assigned automatically. Leave the field empty.',
  floating_ip_in_use: 'This floating IP is already assigned.',
  floating_ip_unreachable: 'No router connects this network to the network of the floating IP.',
} as const;
