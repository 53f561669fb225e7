/** How floating IPs reach what they lead to. */
import { findRouterTo } from '@gantry/contract/nouns/floating-ips/reach';
import type { FloatingIpDocument, RouterDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { routersIn } from '../../networks/embedded/connected.ts';
import { floatingIpsOf } from './floating-ips-of.ts';

/** What a floating IP has that leads nowhere. */
export const NOWHERE = {
  status: 'DOWN',
  fixed_ip_address: null,
  port_id: null,
  router_id: null,
  router_name: null,
  attachment: null,
} as const;

/** What a floating IP is to lead to, and the fields at which a refusal stands. */
interface Wanted {
  floating: Pick<FloatingIpDocument, 'id' | 'floating_network_id'>;
  /** A server or a load balancer. */
  objectId: string;
  portId: string | null;
  networkId: string | null;
  ip: string;
  taken: string;
  unreachable: { field: string; code: string };
}

/** The router through which a floating IP leads to an address. Throws validation_failed. */
export async function routerTo(platform: Platform, writer: Writer, wanted: Wanted): Promise<RouterDocument> {
  const { floating, objectId, portId, networkId, ip, taken, unreachable } = wanted;
  const document = networkId === null ? undefined : await platform.document(writer, 'network', networkId);
  // Whoever has an interface in a network of somebody else is led there by its routers all the same.
  const network = document && { ...document, rbac_policies: [] };
  const routers = document ? await routersIn(platform, 'network', document.id) : [];
  const others = await floatingIpsOf(platform, 'server', objectId);
  const target = { serverId: objectId, portId, ip, network, routers, others };
  const found = findRouterTo(target, floating.floating_network_id, floating.id);
  if (found && 'router' in found) return found.router;
  if (found?.missing.what === 'taken') throw invalid(taken, { code: 'fixed_ip_taken' });
  throw invalid(unreachable.field, { code: unreachable.code });
}
