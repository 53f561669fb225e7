/** Where floating IPs lead: an interface of a server, whose row shows the address beside its own. */
import { isIPv4 } from 'node:net';
import type { FloatingIpAssign } from '@gantry/contract/nouns/floating-ips/bodies';
import { attachedKind } from '@gantry/contract/nouns/floating-ips/reach';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { FloatingIpDocument, ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned, putServer } from '../../../engines/embedded/platform/rows.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import { portIdOf } from '../../servers/embedded/ports.ts';
import { ledToBalancer, showOnBalancer } from './balancers.ts';
import { floatingIpsOf } from './floating-ips-of.ts';
import { NOWHERE, routerTo } from './reach.ts';

interface Wanted {
  floating: FloatingIpDocument;
  target: FloatingIpAssign;
  /** Where it stands in the body: `assign.`, or nothing. */
  at: string;
}

/** The address of an interface that is meant. Throws validation_failed. */
function fixedOf(fixed: readonly string[], { target, at }: Wanted): string {
  const own = fixed.filter((ip) => isIPv4(ip));
  const wanted = target.fixed_ip_address ?? (own.length === 1 ? own[0] : undefined);
  if (wanted === undefined) throw invalid(`${at}fixed_ip_address`, { code: 'fixed_ip_missing' });
  if (!own.includes(wanted)) throw invalid(`${at}fixed_ip_address`, { code: 'fixed_ip_unknown' });
  return wanted;
}

/** A floating IP that leads to an interface, which shows it. Throws validation_failed. */
export async function assignFloatingIp(
  platform: Platform,
  writer: Writer,
  { actor }: CommandContext,
  wanted: Wanted,
): Promise<FloatingIpDocument> {
  const { floating, target, at } = wanted;
  const { server_id: serverId, mac_addr: mac } = target;
  if (serverId === undefined || mac === undefined) return leadElsewhere(platform, writer, actor, wanted);
  await referenced(platform, 'server', [serverId], actor, `${at}server_id`);
  const server = await platform.document(writer, 'server', serverId);
  if (server?.project_id !== floating.project_id) throw invalid(`${at}server_id`, { code: 'unknown_id' });
  const nic = server.networks.find((one) => one.mac_addr === mac.toLowerCase());
  if (!nic) throw new GantryError('state_conflict', { reason: no('interface_not_attached') });
  const fixed = fixedOf(server.network_data.find(({ mac_addr: mac }) => mac === nic.mac_addr)?.fixed_ips ?? [], wanted);
  const port_id = portIdOf(platform.id, nic.network_id ?? '', nic.mac_addr);
  const router = await routerTo(platform, writer, {
    floating,
    objectId: server.id,
    portId: port_id,
    networkId: nic.network_id,
    ip: fixed,
    taken: `${at}fixed_ip_address`,
    unreachable: { field: `${at}mac_addr`, code: 'interface_unreachable' },
  });
  const shown = await show(platform, writer, server, { mac: nic.mac_addr, ip: floating.floating_ip_address });
  return {
    ...floating,
    status: 'ACTIVE',
    fixed_ip_address: fixed,
    port_id,
    router_id: router.id,
    attachment: { object_name: null, object_id: shown.id, device_owner: 'compute:nova' },
  };
}

/** The same for one that is to lead to a load balancer. */
async function leadElsewhere(platform: Platform, writer: Writer, actor: CommandContext['actor'], { floating, target, at }: Wanted) {
  const id = target.load_balancer_id ?? '';
  await referenced(platform, 'load_balancer', [id], actor, `${at}load_balancer_id`);
  const balancer = await platform.document(writer, 'load_balancer', id);
  if (!balancer) throw invalid(`${at}load_balancer_id`, { code: 'unknown_id' });
  const led = await ledToBalancer(platform, writer, { floating, balancer, field: `${at}load_balancer_id` });
  await showOnBalancer(platform, writer, id, floating.floating_ip_address);
  return led;
}

async function show(platform: Platform, writer: Writer, server: ServerDocument, { mac, ip }: { mac: string; ip: string }) {
  const networks = server.networks.map((one) => {
    const ips = one.ips.filter((other) => other !== ip);
    return { ...one, ips: one.mac_addr === mac ? [...ips, ip] : ips };
  });
  await putServer(platform, writer, { ...server, networks });
  return server;
}

/** Takes a floating IP off what it leads to. */
export async function releaseFloatingIp(
  platform: Platform,
  writer: Writer,
  { id, attachment, floating_ip_address: ip }: FloatingIpDocument,
): Promise<void> {
  if (attachment && attachedKind(attachment) === 'load_balancer') {
    const others = await floatingIpsOf(platform, 'server', attachment.object_id);
    const left = others.find((one) => one.id !== id)?.floating_ip_address ?? null;
    return showOnBalancer(platform, writer, attachment.object_id, left);
  }
  const server = attachment && (await platform.document(writer, 'server', attachment.object_id));
  if (server) await putServer(platform, writer, without(server, [ip]));
}

const without = (server: ServerDocument, ips: readonly string[]): ServerDocument => ({
  ...server,
  networks: server.networks.map((one) => ({ ...one, ips: one.ips.filter((ip) => !ips.includes(ip)) })),
});

/** A server, not written yet, without the floating IPs that lead to interfaces or addresses which it is about to lose; they lead nowhere now. */
export async function leaveFloating(
  platform: Platform,
  writer: Writer,
  server: ServerDocument,
  isLost: (port: { mac: string; fixed: string }) => boolean,
): Promise<ServerDocument> {
  const macOf = new Map(server.networks.map(({ network_id: network, mac_addr: mac }) => [portIdOf(platform.id, network ?? '', mac), mac]));
  const lost = (await floatingIpsOf(platform, 'server', server.id)).filter(({ port_id: port, fixed_ip_address: fixed }) =>
    isLost({ mac: macOf.get(port ?? '') ?? '', fixed: fixed ?? '' }),
  );
  for (const one of lost) await putOwned(platform, writer, 'floating_ip', { ...one, ...NOWHERE });
  return without(
    server,
    lost.map(({ floating_ip_address: ip }) => ip),
  );
}
