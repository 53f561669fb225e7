import type { IPV6_MODES, Subnet, SubnetWanted } from '@gantry/contract/nouns/networks/subnets';
import { networkProblem } from '@gantry/contract/validation/cidr';
import { partErrorsAt, type PartErrors } from '../../ui/form/field-errors.ts';

/** One range of addresses as it is typed. */
export interface Range {
  start: string;
  end: string;
}

/** A subnet as it is typed. */
export interface SubnetDraft {
  version: 4 | 6;
  cidr: string;
  gateway_ip: string;
  no_gateway: boolean;
  enable_dhcp: boolean;
  /** '': nobody hands out addresses. Of IPv6 only. */
  mode: '' | (typeof IPV6_MODES)[number];
  dns_nameservers: string[];
  allocation_pools: Range[];
}

/** Bytes of the global ID of a unique local network (RFC 4193). */
const GLOBAL_ID = 5;

/** A /64 that nobody else has: unique local, with a global ID of chance (RFC 4193). */
function freeNetwork(): string {
  const [first = '', ...rest] = [...crypto.getRandomValues(new Uint8Array(GLOBAL_ID))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `fd${first}:${rest.slice(0, 2).join('')}:${rest.slice(2).join('')}::/64`;
}

/** A new subnet; of IPv6 it proposes a free network in which hosts give themselves addresses. */
export const newSubnet = (version: 4 | 6): SubnetDraft => ({
  version,
  cidr: version === 6 ? freeNetwork() : '',
  gateway_ip: '',
  no_gateway: false,
  enable_dhcp: version === 4,
  mode: version === 6 ? 'slaac' : '',
  dns_nameservers: [],
  allocation_pools: [],
});

/** What can be changed of a subnet that is there. */
export const draftOf = ({ ip_version: version, cidr, gateway_ip: gateway, ...subnet }: Subnet): SubnetDraft => ({
  version,
  cidr,
  gateway_ip: gateway ?? '',
  no_gateway: gateway === null,
  enable_dhcp: subnet.enable_dhcp,
  mode: subnet.ipv6_address_mode ?? '',
  dns_nameservers: [...subnet.dns_nameservers],
  allocation_pools: subnet.allocation_pools.map(({ start, end }) => ({ start, end })),
});

const isServer = (text: string) => text.trim() !== '';
const isRange = ({ start, end }: Range) => isServer(start) || isServer(end);

/** What of it can be said beside its address, as it is sent: rows without text are left out. */
const membersOf = (draft: SubnetDraft) => ({
  ...(draft.no_gateway ? { gateway_ip: null } : draft.gateway_ip.trim() !== '' && { gateway_ip: draft.gateway_ip.trim() }),
  enable_dhcp: draft.enable_dhcp,
  dns_nameservers: draft.dns_nameservers.filter(isServer).map((text) => text.trim()),
  allocation_pools: draft.allocation_pools.filter(isRange).map(({ start, end }) => ({ start: start.trim(), end: end.trim() })),
});

/** What of it has been changed. What has not stays as the cloud has it: pools that nobody has named make room for another gateway. */
export function changesOf(draft: SubnetDraft, before: SubnetDraft): Partial<ReturnType<typeof membersOf>> {
  const [now, was]: Readonly<Record<string, unknown>>[] = [membersOf(draft), membersOf(before)];
  return Object.fromEntries(Object.entries(now!).filter(([member, value]) => JSON.stringify(value) !== JSON.stringify(was![member])));
}

/** A new subnet, as it is sent. */
export function bodyOf(draft: SubnetDraft): SubnetWanted {
  const { allocation_pools: pools, dns_nameservers: dns, ...rest } = membersOf(draft);
  return {
    cidr: draft.cidr.trim(),
    ...rest,
    ...(draft.version === 6 && { enable_dhcp: draft.mode !== '' }),
    ...(dns.length > 0 && { dns_nameservers: dns }),
    ...(pools.length > 0 && { allocation_pools: pools }),
    ...(draft.mode !== '' && { ipv6_ra_mode: draft.mode, ipv6_address_mode: draft.mode }),
  };
}

/** The network address of the other IP version: a right one, but not for this field. */
export function versionProblem({ version, cidr }: SubnetDraft): 'cidr_v4' | 'cidr_v6' | undefined {
  if (networkProblem(cidr.trim()) !== undefined) return undefined;
  return cidr.includes(':') === (version === 6) ? undefined : `cidr_v${version}`;
}

/** What is wrong with each row: marks count the rows that were sent. */
function byRow<T>(rows: readonly T[], isSent: (row: T) => boolean, marks: PartErrors): (PartErrors | undefined)[] {
  let sent = -1;
  return rows.map((row) => {
    if (!isSent(row)) return undefined;
    sent += 1;
    return partErrorsAt(marks, sent);
  });
}

const first = (marks: PartErrors | undefined): string | undefined => marks && Object.values(marks)[0];

/** What is wrong with the rows of a draft, in their order. */
export const rowErrors = (draft: SubnetDraft, marks: PartErrors) => ({
  dns: byRow(draft.dns_nameservers, isServer, partErrorsAt(marks, 'dns_nameservers')).map(first),
  pools: byRow(draft.allocation_pools, isRange, partErrorsAt(marks, 'allocation_pools')).map((row) => ({
    start: row?.['start'],
    end: row?.['end'],
    whole: row?.[''],
  })),
});
