/** How many addresses of a network's subnets are in use, as the network service counts them. */
import { z } from 'zod';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import type { Subnet, SubnetAddresses } from '@gantry/contract/nouns/networks/subnets';
import { routerKind } from '@gantry/contract/nouns/routers/entity';
import type { Document } from '../../../port/store/rows.ts';
import type { Reader } from '../../../port/store/reader.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { LiveRead } from '../../../port/engine.ts';
import { addressesOf, isPooled } from '../shared.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import type { Parts } from '../../../engines/openstack/commands/parts.ts';

const counted = z.object({
  network_ip_availability: z.object({
    subnet_ip_availability: z.array(z.object({ subnet_id: z.string(), used_ips: z.number().int().nonnegative() })),
  }),
});

/** Most routers of one subnet that are looked at. */
const MOST = 1000;

/** The service counts each address in use; those outside the pools, which it never hands out, are as a rule those of routers. */
async function besidePools(read: Pick<Reader, 'list'>, { id, allocation_pools: pools }: Subnet): Promise<number> {
  const { rows } = await read.list({
    kind: routerKind,
    visibility: EVERYTHING,
    filters: { subnet: { operator: 'is', values: [id] } },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  const addresses = rows.flatMap(({ document }) => document.interfaces_info.flatMap(({ fixed_ips: fixed }) => fixed));
  return addresses.filter(({ subnet_id: subnet, ip_address: ip }) => subnet === id && !isPooled(pools, ip)).length;
}

/** `network.addresses`, asked with the service's own right: a tenant may not. Nothing where the service does not count (`network-ip-availability`). */
export const readAddresses =
  ({ api }: Parts): LiveRead<{ data: SubnetAddresses[] }> =>
  async ({ store, requestId, signal }, { id, document }) => {
    const { subnets } = document as Document & Pick<Network, 'subnets'>;
    if (subnets.length === 0) return { data: [] };
    const path = `/network-ip-availabilities/${encodeURIComponent(id)}`;
    const answer = await ignoreNotFound(api.ask('network', { path, requestId, signal, answer: counted }));
    const all = answer?.body.network_ip_availability.subnet_ip_availability ?? [];
    const used = new Map(all.map((one) => [one.subnet_id, one.used_ips]));
    const data: SubnetAddresses[] = [];
    for (const subnet of subnets) {
      const count = used.get(subnet.id);
      if (count === undefined) continue;
      const beside = isSelfAddressed(subnet) ? 0 : await besidePools(store.read, subnet);
      data.push(addressesOf(subnet, subnet.allocation_pools, Math.max(0, count - beside)));
    }
    return { data };
  };
