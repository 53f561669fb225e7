/** How many addresses of a network's subnets are in use: those that the pools hand out, and those that hosts have made themselves. */
import { isSelfAddressed, poolsBeside } from '@gantry/contract/nouns/networks/subnet-rules';
import type { SubnetAddresses } from '@gantry/contract/nouns/networks/subnets';
import type { Store } from '../../../port/store/store.ts';
import type { LiveRead } from '../../../port/engine.ts';
import { addressesOf } from '../shared.ts';
import { documentOf, type NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { freeOf, rangesOf } from './addresses.ts';
import type { Range } from './ipv4.ts';
import { usedIn } from './in-use.ts';
import { isPooled6 } from './ipv6.ts';

type Subnet = NetworkDocument['subnets'][number];

const count = (ranges: readonly Range[]): number => ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);

async function usedOf(platform: Platform, store: Store, subnet: Subnet): Promise<number> {
  let used = subnet.ip_version === 4 ? count(rangesOf(subnet)) : 0;
  if (subnet.ip_version === 4) for await (const free of freeOf(platform, store, subnet.id)) used -= count([free]);
  else for await (const ip of usedIn(platform, store, subnet)) if (isSelfAddressed(subnet) || isPooled6(subnet, ip)) used += 1;
  return used;
}

/** `network.addresses`. */
export const readAddresses =
  (platform: Platform): LiveRead<{ data: SubnetAddresses[] }> =>
  async ({ store }, row) => {
    const data: SubnetAddresses[] = [];
    for (const subnet of documentOf('network', row).subnets) {
      const { cidr, gateway_ip: gateway, allocation_pools: kept } = subnet;
      const pools = kept.length > 0 ? kept : poolsBeside(cidr, gateway);
      data.push(addressesOf(subnet, pools, await usedOf(platform, store, subnet)));
    }
    return { data };
  };
