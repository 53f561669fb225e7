/** What can be wrong with a security group or a rule, beside what any value may have. */
export const securityGroupFieldTexts = {
  default_group_name: 'Each project already has a security group with this name. Enter another name.',
  ip_protocol: 'Enter the name of a protocol, such as tcp, or its number from 0 to 255.',
  other_ip_version: 'These addresses have a different IP version.',
  protocol_other_version: 'This protocol is not available for IPv4.',
  ports_unknown: 'Ports are available only for TCP, UDP, UDP-Lite, SCTP and DCCP.',
  port_list: 'Enter ports and ranges separated by commas, such as 22, 8000-8100.',
  port_zero: 'Port numbers begin at 1.',
  port_order: 'The last port must not be lower than the first.',
  icmp_type_missing: 'A code requires a type. Enter both.',
  icmp_number: 'ICMP types and codes are numbers from 0 to 255.',
  rule_exists: 'The security group already has this rule.',
} as const;
