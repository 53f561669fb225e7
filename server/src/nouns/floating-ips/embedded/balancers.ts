/** Floating IPs that lead to load balancers, whose rows show the address. */
import { OF_BALANCER } from '@gantry/contract/nouns/floating-ips/reach';
import { isFloatingIpAssignable } from '@gantry/contract/nouns/load-balancers/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { FloatingIpDocument, LoadBalancerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { floatingIpsOf } from './floating-ips-of.ts';
import { NOWHERE, routerTo } from './reach.ts';

/** A floating IP that leads to a balancer, not written yet. Throws validation_failed at `field`, state_conflict. */
export async function ledToBalancer(
  platform: Platform,
  writer: Writer,
  { floating, balancer, field }: { floating: FloatingIpDocument; balancer: LoadBalancerDocument; field: string },
): Promise<FloatingIpDocument> {
  const { address: own, network_id: networkId } = balancer;
  if (balancer.project_id !== floating.project_id) throw invalid(field, { code: 'unknown_id' });
  assertAllowed(isFloatingIpAssignable(balancer));
  const address = own ?? '';
  const unreachable = { field, code: 'floating_ip_unreachable' };
  if (address.includes(':')) throw invalid(field, { code: unreachable.code });
  const { id: objectId, port_id: portId } = balancer;
  const router = await routerTo(platform, writer, { floating, objectId, portId, networkId, ip: address, taken: field, unreachable });
  return {
    ...floating,
    status: 'ACTIVE',
    fixed_ip_address: address,
    port_id: balancer.port_id,
    router_id: router.id,
    attachment: { object_name: null, object_id: balancer.id, device_owner: OF_BALANCER },
  };
}

/** Lets a floating IP that leads nowhere lead to a balancer, and returns that as it shows it, not written yet. Throws as above. */
export async function leadToBalancer(
  platform: Platform,
  writer: Writer,
  { actor }: CommandContext,
  { id, balancer, field }: { id: string; balancer: LoadBalancerDocument; field: string },
): Promise<LoadBalancerDocument> {
  await referenced(platform, 'floating_ip', [id], actor, field);
  const floating = await platform.document(writer, 'floating_ip', id);
  if (!floating) throw invalid(field, { code: 'unknown_id' });
  if (floating.port_id !== null) throw invalid(field, { code: 'floating_ip_in_use' });
  await putOwned(platform, writer, 'floating_ip', await ledToBalancer(platform, writer, { floating, balancer, field }));
  return { ...balancer, floating_ip_address: floating.floating_ip_address };
}

/** Lets a balancer show the floating IP that leads to it; null: none does. */
export async function showOnBalancer(platform: Platform, writer: Writer, id: string, ip: string | null): Promise<void> {
  const balancer = await platform.document(writer, 'load_balancer', id);
  if (balancer) await putOwned(platform, writer, 'load_balancer', { ...balancer, floating_ip_address: ip });
}

/** Lets the floating IPs of a balancer that is gone lead nowhere. */
export async function leaveBalancer(platform: Platform, writer: Writer, { id }: LoadBalancerDocument): Promise<void> {
  for (const one of await floatingIpsOf(platform, 'server', id)) await putOwned(platform, writer, 'floating_ip', { ...one, ...NOWHERE });
}
