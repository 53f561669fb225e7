/** Addresses of routers: those that are handed out are taken from there, the others only have to be nobody else's. */
import { isHostIn } from '@gantry/contract/validation/cidr';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import { routerKind } from '@gantry/contract/nouns/routers/entity';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { NetworkDocument, RouterDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid } from '../../../engines/embedded/platform/seen.ts';
import { rangesOf, releaseAddresses, takeOne } from '../../networks/embedded/addresses.ts';
import { parseIpv4 } from '../../networks/embedded/ipv4.ts';
import { isPooled6, take6 } from '../../networks/embedded/ipv6.ts';

type Subnet = NetworkDocument['subnets'][number];

/** Most rows of one read. */
const MOST = 1000;

/** Routers with an interface in a subnet. */
export async function routersIn({ store }: Platform, subnetId: string): Promise<RouterDocument[]> {
  const { rows } = await store.read.list({
    kind: routerKind,
    visibility: EVERYTHING,
    filters: { subnet: { operator: 'is', values: [subnetId] } },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  return rows.map(({ document }) => document);
}

const isHandedOut = (subnet: Subnet, ip: string): boolean =>
  subnet.ip_version === 4
    ? rangesOf(subnet).some(({ start, end }) => start <= parseIpv4(ip) && parseIpv4(ip) <= end)
    : isPooled6(subnet, ip);

/** Takes an address of a subnet for a router. Throws validation_failed at the field. */
export async function takeInside(
  platform: Platform,
  writer: Writer,
  { network, subnet, ip, field }: { network: NetworkDocument; subnet: Subnet; ip: string; field: string },
): Promise<void> {
  if (!isHostIn(subnet.cidr, ip)) throw invalid(field, { code: 'address_outside' });
  if (isHandedOut(subnet, ip)) {
    const code = await takeOne(platform, writer, network, ip);
    if (code) throw invalid(field, { code });
    return;
  }
  // Beside those that interfaces make themselves a router may have any that none of them has.
  if (isSelfAddressed(subnet)) {
    if (!(await take6(platform, writer, subnet.id, ip))) throw invalid(field, { code: 'address_taken' });
    return;
  }
  const others = await routersIn(platform, subnet.id);
  const isTaken = others.some((router) =>
    router.interfaces_info.some((one) => one.fixed_ips.some(({ ip_address: other }) => other === ip)),
  );
  if (isTaken) throw invalid(field, { code: 'address_taken' });
}

/** Gives back the addresses of a router in a network that were handed out. */
export async function giveBack(
  platform: Platform,
  writer: Writer,
  network: NetworkDocument | undefined,
  fixed: readonly { subnet_id: string | null; ip_address: string }[],
): Promise<void> {
  if (!network) return;
  const taken = fixed.filter(({ ip_address: ip }) =>
    network.subnets.some((subnet) => isHostIn(subnet.cidr, ip) && (isHandedOut(subnet, ip) || isSelfAddressed(subnet))),
  );
  await releaseAddresses(
    platform,
    writer,
    network,
    taken.map(({ ip_address: ip }) => ip),
  );
}
