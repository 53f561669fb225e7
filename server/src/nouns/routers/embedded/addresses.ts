/** Addresses of routers: those that are handed out are taken from there, the others only have to be nobody else's. */
import { isHostIn } from '@gantry/contract/validation/cidr';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import type { Writer } from '../../../port/store/writer.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { isHandedOut, releaseAddresses, takeOne } from '../../networks/embedded/addresses.ts';
import { hasRouterAt } from '../../networks/embedded/connected.ts';
import { isUsed, takeUsed } from '../../networks/embedded/in-use.ts';

type Subnet = NetworkDocument['subnets'][number];

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
    if (!(await takeUsed(platform, writer, subnet.id, ip))) throw invalid(field, { code: 'address_taken' });
    return;
  }
  const isTaken = (await hasRouterAt(platform, subnet.id, ip)) || (await isUsed(platform, writer, subnet.id, ip));
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
