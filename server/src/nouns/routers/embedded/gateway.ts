/** The way out of a router: an address of an external network. */
import type { GatewayWanted } from '@gantry/contract/nouns/routers/bodies';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { NetworkDocument, RouterDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import { handsOut, takeAny, takeAny6, takeOne } from '../../networks/embedded/addresses.ts';
import { giveBack } from './addresses.ts';

const FIELD = 'external_gateway_info';

type Gateway = Pick<RouterDocument, 'external_gateway_info' | 'external_interface'>;

export const NO_GATEWAY: Gateway = { external_gateway_info: null, external_interface: null };

const subnetIdOf = ({ subnets }: NetworkDocument, ip: string): string | null => subnets.find(({ cidr }) => isHostIn(cidr, ip))?.id ?? null;

/** An external network that the caller sees. Throws validation_failed at the field. */
export async function externalNetwork(
  platform: Platform,
  writer: Writer,
  { actor }: CommandContext,
  { id, field }: { id: string; field: string },
): Promise<NetworkDocument> {
  await referenced(platform, 'network', [id], actor, field);
  // As it is now: it may have been changed, or deleted, since it was chosen.
  const network = await platform.document(writer, 'network', id);
  if (!network) throw invalid(field, { code: 'unknown_id' });
  if (!network.router_external) throw invalid(field, { code: 'network_not_external' });
  return network;
}

/** The members of a router with this way out, its addresses taken. Throws validation_failed, no_free_address. */
export async function takeGateway(platform: Platform, writer: Writer, context: CommandContext, wanted: GatewayWanted): Promise<Gateway> {
  const network = await externalNetwork(platform, writer, context, { id: wanted.network_id, field: `${FIELD}.network_id` });
  const ips = (wanted.external_fixed_ips ?? []).map(({ ip_address: ip }) => ip);
  for (const [index, ip] of ips.entries()) {
    const code = await takeOne(platform, writer, network, ip);
    if (code) throw invalid(`${FIELD}.external_fixed_ips.${index}.ip_address`, { code });
  }
  if (ips.length === 0 && network.ipam_enabled) {
    const { ipv4, ipv6 } = handsOut(network);
    const any = [ipv4 && (await takeAny(platform, writer, network)), ipv6 && (await takeAny6(platform, writer, network))];
    const given = any.filter((ip) => typeof ip === 'string');
    if (given.length === 0) throw new GantryError('no_free_address', { detail: network.name });
    ips.push(...given);
  }
  const fixed = ips.map((ip) => ({ subnet_id: subnetIdOf(network, ip), ip_address: ip }));
  return {
    external_gateway_info: {
      network_id: network.id,
      network_name: null,
      external_fixed_ips: fixed,
      enable_snat: wanted.enable_snat ?? true,
    },
    external_interface: { network_id: network.id, status: 'ACTIVE', fixed_ips: fixed },
  };
}

/** Gives back the addresses of a router's way out. */
export async function leaveGateway(platform: Platform, writer: Writer, { external_gateway_info: gateway }: RouterDocument): Promise<void> {
  if (!gateway) return;
  await giveBack(platform, writer, await platform.document(writer, 'network', gateway.network_id), gateway.external_fixed_ips);
}
