/** Internal interfaces of routers, which stand in their document. */
import { ROUTER_LIMITS } from '@gantry/contract/constants';
import { networksOverlap } from '@gantry/contract/nouns/networks/subnet-rules';
import type { AddRouterInterface, RemoveRouterInterface } from '@gantry/contract/nouns/routers/bodies';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import type { CommandContext, Engine } from '../../../port/engine.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { NetworkDocument, RouterDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import { floatingIpsOf } from '../../floating-ips/embedded/floating-ips-of.ts';
import { assertNoVpn } from '../../vpn-connections/embedded/in-use.ts';
import { takeAny, takeAny6 } from '../../networks/embedded/addresses.ts';
import { portIdOf } from '../../servers/embedded/ports.ts';
import { giveBack, takeInside } from './addresses.ts';

type Subnet = NetworkDocument['subnets'][number];

/** All subnets that a router is connected to, that of its way out first. */
export async function connectedTo(platform: Platform, writer: Writer, router: RouterDocument): Promise<Subnet[]> {
  const fixed = [...(router.external_gateway_info?.external_fixed_ips ?? []), ...router.interfaces_info.flatMap((one) => one.fixed_ips)];
  const ids = new Set(fixed.map(({ subnet_id: id }) => id));
  const networks = new Set([router.external_gateway_info?.network_id, ...router.interfaces_info.map((one) => one.network_id)]);
  const found: Subnet[] = [];
  for (const id of networks) {
    const network = id === undefined ? undefined : await platform.document(writer, 'network', id);
    found.push(...(network?.subnets ?? []).filter((subnet) => ids.has(subnet.id)));
  }
  return found;
}

/** The subnet that is meant. Throws validation_failed. */
async function chosenSubnet(
  platform: Platform,
  writer: Writer,
  router: RouterDocument,
  { network, id, at }: { network: NetworkDocument; id: string | undefined; at: string },
): Promise<Subnet> {
  const subnet = id === undefined ? network.subnets[0] : network.subnets.find((one) => one.id === id);
  if (!subnet && id === undefined) throw invalid(`${at}network_id`, { code: 'subnet_missing' });
  if (!subnet) throw invalid(`${at}subnet_id`, { code: 'unknown_id' });
  for (const other of await connectedTo(platform, writer, router)) {
    if (other.id === subnet.id) throw invalid(`${at}network_id`, { code: 'router_has_subnet' });
    if (networksOverlap(other.cidr, subnet.cidr))
      throw invalid(`${at}network_id`, { code: 'router_subnet_overlaps', params: { cidr: other.cidr } });
  }
  return subnet;
}

/** An address of a subnet, of whichever version that is; undefined where it hands out none. */
const takeAnyOf = async (platform: Platform, writer: Writer, network: NetworkDocument) =>
  (await takeAny(platform, writer, network)) ?? (await takeAny6(platform, writer, network));

const put = (platform: Platform, writer: Writer, router: RouterDocument) =>
  putOwned(platform, writer, 'router', { ...router, updated_at: platform.now() });

/** A router with one interface more, its address taken; `at`: where that stands in the body. Throws validation_failed, no_free_address. */
export async function withInterface(
  platform: Platform,
  writer: Writer,
  { actor }: CommandContext,
  { router, wanted, at = '' }: { router: RouterDocument; wanted: AddRouterInterface; at?: string },
): Promise<RouterDocument> {
  const field = `${at}network_id`;
  await referenced(platform, 'network', [wanted.network_id], actor, field);
  const network = await platform.document(writer, 'network', wanted.network_id);
  if (!network) throw invalid(field, { code: 'unknown_id' });
  const subnet = await chosenSubnet(platform, writer, router, { network, id: wanted.subnet_id, at });
  // A gateway outside of the subnet is an address that each router has of itself on that link: fe80::1.
  const gateway = subnet.gateway_ip !== null && isHostIn(subnet.cidr, subnet.gateway_ip) ? subnet.gateway_ip : undefined;
  const named = wanted.ip_address ?? gateway;
  if (named !== undefined) await takeInside(platform, writer, { network, subnet, ip: named, field: `${at}ip_address` });
  const ip = named ?? (await takeAnyOf(platform, writer, { ...network, subnets: [subnet] }));
  if (ip === undefined) throw new GantryError('no_free_address', { detail: network.name });
  const added = {
    port_id: portIdOf(platform.id, network.id, `${router.id} ${ip}`),
    network_id: network.id,
    network_name: null,
    fixed_ips: [{ subnet_id: subnet.id, ip_address: ip }],
    status: 'ACTIVE',
  };
  return { ...router, interfaces_info: [...router.interfaces_info, added] };
}

/** `router.addInterface` and `router.removeInterface`. */
export const interfaceCommands = (platform: Platform): Engine['commands'] => ({
  'router.addInterface': doneAtOnce<AddRouterInterface>(platform, async (writer, { context, id, body }) => {
    const router = await documentFor({ platform, writer }, 'router', id);
    if (router.interfaces_info.length >= ROUTER_LIMITS.interfaces)
      assertAllowed(no('router_interfaces_full', { max: ROUTER_LIMITS.interfaces }));
    await put(platform, writer, await withInterface(platform, writer, context, { router, wanted: body }));
    return router.id;
  }),
  'router.removeInterface': doneAtOnce<RemoveRouterInterface>(platform, async (writer, { context, id, body, again }) => {
    const router = await documentFor({ platform, writer }, 'router', id);
    const isOther = (one: RouterDocument['interfaces_info'][number]): boolean => one.network_id !== body.network_id;
    const [left, gone] = [router.interfaces_info.filter(isOther), router.interfaces_info.filter((one) => !isOther(one))];
    // One that is gone when a crash has been survived is what the task was for.
    if (gone.length === 0 && again) return router.id;
    if (gone.length === 0) assertAllowed(no('router_not_connected'));
    const after = { ...router, interfaces_info: left };
    const network = await platform.document(writer, 'network', body.network_id);
    const subnets = (network?.subnets ?? []).filter((subnet) => gone.some((one) => one.fixed_ips.some((ip) => ip.subnet_id === subnet.id)));
    const inside = (ip: string | null): boolean => ip !== null && subnets.some(({ cidr }) => isHostIn(cidr, ip));
    if ((await floatingIpsOf(platform, 'router', router.id)).some((one) => inside(one.fixed_ip_address)))
      assertAllowed(no('router_interface_in_use'));
    if (router.routes.some(({ nexthop }) => inside(nexthop))) assertAllowed(no('router_interface_routed'));
    for (const { id: subnetId } of subnets) await assertNoVpn(platform, context.actor, { field: 'local_subnet', id: subnetId });
    const fixed = gone.flatMap((one) => one.fixed_ips);
    await giveBack(platform, writer, network, fixed);
    await put(platform, writer, after);
    return router.id;
  }),
});
