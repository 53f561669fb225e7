/** What can be wrong with a security group or a rule, beside what any value may have. */
export const securityGroupFieldTexts = {
  default_group_name: 'Each project has one group of this name already.',
  ip_protocol: 'Give the name of a protocol, such as tcp, or its number from 0 to 255.',
  other_ip_version: 'The addresses are of the other IP version.',
  protocol_other_version: 'Only IPv6 has this protocol.',
  ports_unknown: 'Only TCP, UDP, UDP-Lite, SCTP and DCCP have ports.',
  port_list: 'Give ports and ranges, separated by commas, such as 22, 8000-8100.',
  port_zero: 'Ports begin with 1.',
  port_order: 'The last port must not be lower than the first one.',
  icmp_type_missing: 'A code needs its type.',
  icmp_number: 'ICMP types and codes go to 255.',
  rule_exists: 'The group has this rule already.',
} as const;
