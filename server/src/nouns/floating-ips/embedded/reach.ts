/** How floating IPs reach what they lead to. */
import { leadsThrough } from '@gantry/contract/nouns/floating-ips/reach';
import { isHostIn } from '@gantry/contract/validation/cidr';
import type { RouterDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { routersIn } from '../../networks/embedded/connected.ts';

/** What a floating IP has that leads nowhere. */
export const NOWHERE = {
  status: 'DOWN',
  fixed_ip_address: null,
  port_id: null,
  router_id: null,
  router_name: null,
  attachment: null,
} as const;

/** The router that leads from an address of a network to the network of a floating IP. */
export async function routerTo(
  platform: Platform,
  writer: Writer,
  { networkId, ip, outside }: { networkId: string | null; ip: string; outside: string },
): Promise<RouterDocument | undefined> {
  const network = networkId === null ? undefined : await platform.document(writer, 'network', networkId);
  const subnet = network?.subnets.find(({ cidr }) => isHostIn(cidr, ip));
  const routers = subnet ? await routersIn(platform, subnet.id) : [];
  return routers.find((router) => leadsThrough(router, outside));
}
