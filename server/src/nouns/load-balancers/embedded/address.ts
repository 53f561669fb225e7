/** Where a load balancer takes what arrives: an address of one subnet of its network. */
import { randomBytes } from 'node:crypto';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { CommandRequest } from '../../../engines/embedded/platform/lifecycle.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import { releaseAddresses, takeAny, takeAny6, takeAnywhere, takeOwn } from '../../networks/embedded/addresses.ts';
import { assertDirect } from '../../networks/embedded/policies.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { chosenSubnet, type PlaceWanted } from '../shared/subnet.ts';

type Subnet = NetworkDocument['subnets'][number];

/** An address, and where it is. */
export interface Place {
  network: NetworkDocument;
  subnet: Subnet;
  address: string;
}

/** An address that an interface makes itself of a hardware address that nobody has. */
async function takeMade(platform: Platform, writer: Writer, within: NetworkDocument): Promise<string | undefined> {
  const bytes = Buffer.concat([Buffer.from([0x02]), randomBytes(5)]);
  const mac = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
  return (await takeOwn(platform, writer, within, mac))?.[0];
}

/** Takes the address that is asked for, or a free one. Throws validation_failed at the field that cannot be had, no_free_address. */
export async function takePlace({ platform, writer, context, body }: CommandRequest<PlaceWanted>): Promise<Place> {
  await referenced(platform, 'network', [body.network_id], context.actor, 'network_id');
  // As it is now: it may have been changed, or deleted, since it was chosen.
  const network = await platform.document(writer, 'network', body.network_id);
  if (!network) throw invalid('network_id', { code: 'unknown_id' });
  assertDirect(network, context.actor, 'network_id');
  if (!network.ipam_enabled) throw invalid('network_id', { code: 'network_unmanaged' });
  const subnet = chosenSubnet(network, body);
  const within = { ...network, subnets: [subnet] };
  if (body.address !== undefined) {
    if (isSelfAddressed(subnet)) throw invalid('address', { code: 'address_self_made' });
    const code = await takeAnywhere(platform, writer, within, body.address);
    if (code) throw invalid('address', { code });
    return { network, subnet, address: body.address };
  }
  const take = isSelfAddressed(subnet) ? takeMade : subnet.ip_version === 4 ? takeAny : takeAny6;
  const address = await take(platform, writer, within);
  if (address === undefined) throw new GantryError('no_free_address', { detail: network.name });
  return { network, subnet, address };
}

/** Gives the address of a balancer back. */
export async function leavePlace(
  platform: Platform,
  writer: Writer,
  { network_id: id, address }: { network_id: string | null; address: string | null },
): Promise<void> {
  const network = id === null ? undefined : await platform.document(writer, 'network', id);
  if (network && address !== null) await releaseAddresses(platform, writer, network, [address]);
}
