import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import type { Subnet, SubnetAddresses } from '@gantry/contract/nouns/networks/subnets';
import { ipValue } from '@gantry/contract/validation/ip-values';

type Pools = readonly { start: string; end: string }[];

/** Whether an address is in one of the pools. */
export const isPooled = (pools: Pools, ip: string): boolean =>
  pools.some(({ start, end }) => ipValue(start) <= ipValue(ip) && ipValue(ip) <= ipValue(end));

/** How many addresses of a subnet are in use, beside how many there are and are free where those can be counted. */
export function addressesOf(
  subnet: Pick<Subnet, 'id' | 'ipv6_ra_mode' | 'ipv6_address_mode'>,
  pools: Pools,
  used: number,
): SubnetAddresses {
  const all = pools.reduce((sum, { start, end }) => sum + ipValue(end) - ipValue(start) + 1n, 0n);
  const total = isSelfAddressed(subnet) || all > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(all);
  return { subnet_id: subnet.id, total, used, free: total === null ? null : Math.max(0, total - used) };
}
