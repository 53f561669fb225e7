/** Well-known services, as rules let them in (screens H). */
export interface Service {
  id: string;
  protocol: string;
  /** First and last port; null where the protocol has none. */
  ports: readonly [first: number, last: number] | null;
}

/** Those that are offered as templates, the usual ones first. */
export const SERVICES = [
  { id: 'SSH', protocol: 'tcp', ports: [22, 22] },
  { id: 'RDP', protocol: 'tcp', ports: [3389, 3389] },
  { id: 'HTTP', protocol: 'tcp', ports: [80, 80] },
  { id: 'HTTPS', protocol: 'tcp', ports: [443, 443] },
  { id: 'ICMP', protocol: 'icmp', ports: null },
  { id: 'DNS', protocol: 'udp', ports: [53, 53] },
  { id: 'NTP', protocol: 'udp', ports: [123, 123] },
  { id: 'SMTP', protocol: 'tcp', ports: [25, 25] },
  { id: 'IMAPS', protocol: 'tcp', ports: [993, 993] },
  { id: 'LDAPS', protocol: 'tcp', ports: [636, 636] },
  { id: 'NFS', protocol: 'tcp', ports: [2049, 2049] },
  { id: 'MySQL', protocol: 'tcp', ports: [3306, 3306] },
  { id: 'PostgreSQL', protocol: 'tcp', ports: [5432, 5432] },
  { id: 'VRRP', protocol: 'vrrp', ports: null },
] as const satisfies readonly Service[];

/** Those by which people sign in: open to everybody, they are tried by everybody. */
export const SIGN_IN_SERVICES: readonly Service[] = SERVICES.filter(({ id }) => id === 'SSH' || id === 'RDP');
