/** What can be wrong with a floating IP, beside what any value may have. */
export const floatingIpFieldTexts = {
  fixed_ip_unknown: 'The interface does not have this IPv4 address.',
  fixed_ip_missing: "Choose one of the interface's IPv4 addresses.",
  fixed_ip_taken: 'This address already has a floating IP from this network.',
  interface_unreachable: 'Connect the network of this interface to a router with the external network of the floating IP first.',
  floating_ip_one_target: 'Assign the floating IP to either a virtual machine or a load balancer, not both.',
} as const;
