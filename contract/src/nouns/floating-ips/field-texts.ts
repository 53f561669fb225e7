/** What can be wrong with a floating IP, beside what any value may have. */
export const floatingIpFieldTexts = {
  fixed_ip_unknown: 'The interface does not have this IPv4 address.',
  fixed_ip_missing: 'Say which of the interface’s IPv4 addresses is meant.',
  fixed_ip_taken: 'Another floating IP of this network leads to this address.',
  interface_unreachable: 'No router leads from this interface to the network of the floating IP.',
  floating_ip_one_target: 'A floating IP leads to a server or to a load balancer, not to both.',
} as const;
