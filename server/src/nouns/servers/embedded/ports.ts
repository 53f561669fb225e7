/**
 * Interfaces of servers: hardware address, addresses, and what they let through. A hardware address that is made from one of the interface's
 * own addresses is as unique as that; each other one is kept in a record, so that nobody gets it twice.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { InterfaceWanted, UpdateInterface } from '@gantry/contract/nouns/servers/interfaces';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import {
  handsOut,
  isFree,
  isOwnMade,
  releaseAddresses,
  subnetOf,
  takeAny,
  takeAny6,
  takeAnywhere,
  takeOwn,
} from '../../networks/embedded/addresses.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Port } from './documents.ts';
import { parseIpv4 } from '../../networks/embedded/ipv4.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { idOf } from '../../../engines/embedded/platform/ids.ts';
import { defaultGroupId } from '../../security-groups/embedded/defaults.ts';

/** First bytes of the addresses that the platform gives in a network: locally administered, and one that tells the network. */
const prefixOf = (networkId: string): Buffer =>
  Buffer.concat([Buffer.from([0x02]), createHash('sha256').update(networkId).digest().subarray(0, 1)]);

const written = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');

/** Made from an address, so that it is unique within its network as long as that one is. */
export function macAddress(networkId: string, address: number): string {
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(address);
  return written(Buffer.concat([prefixOf(networkId), tail]));
}

/** The address that a hardware address would be made from; undefined where it is not of the platform's own. */
function addressIn(networkId: string, mac: string): number | undefined {
  const bytes = Buffer.from(mac.replaceAll(':', ''), 'hex');
  return bytes.subarray(0, 2).equals(prefixOf(networkId)) ? bytes.readUInt32BE(2) : undefined;
}

/** Id of an interface, by which floating IPs and routers name it: it follows from what is unique in its network. */
export const portIdOf = (engine: string, networkId: string, key: string): string => idOf(engine, 'port', `${networkId} ${key}`);

const macKey = (networkId: string, mac: string): string => `${networkId}:${mac}`;

/** Whether it needs no record. */
const isMadeOf = (networkId: string, mac: string, ips: readonly string[]): boolean =>
  ips.some((ip) => isIPv4(ip) && macAddress(networkId, parseIpv4(ip)) === mac);

/** Keeps an interface's hardware address for it, where nothing else does. */
async function keepMac(platform: Platform, writer: Writer, networkId: string, { mac_addr: mac, ips }: Pick<Port, 'mac_addr' | 'ips'>) {
  const { macs } = platform.buckets;
  if (isMadeOf(networkId, mac, ips)) await macs.remove(writer.records, macKey(networkId, mac));
  else await macs.put(writer.records, macKey(networkId, mac), true);
}

async function isMacTaken(platform: Platform, writer: Writer, network: NetworkDocument, mac: string): Promise<boolean> {
  if ((await platform.buckets.macs.get(writer.records, macKey(network.id, mac))) === true) return true;
  const address = addressIn(network.id, mac);
  const subnet = address === undefined ? undefined : subnetOf(network, address);
  return address !== undefined && subnet !== undefined && !(await isFree(platform, writer, subnet.id, address));
}

/** One that nobody has: made from the address where that is possible. */
async function freshMac(platform: Platform, writer: Writer, network: NetworkDocument, ip: string | undefined): Promise<string> {
  const made = ip === undefined ? undefined : macAddress(network.id, parseIpv4(ip));
  const { macs } = platform.buckets;
  if (made !== undefined && (await macs.get(writer.records, macKey(network.id, made))) !== true) return made;
  for (;;) {
    const mac = written(Buffer.concat([prefixOf(network.id), randomBytes(4)]));
    if (!(await isMacTaken(platform, writer, network, mac))) return mac;
  }
}

/** What is requested, whose it is, and where in the request's body it stands: `interfaces.0.`, or nothing. */
export interface PortWanted {
  wanted: InterfaceWanted;
  projectId: string;
  at: string;
}

const refused = (field: string, problem: CodedText) => new GantryError('validation_failed', { fields: { [field]: [problem] } });

/** Groups by what was requested. Throws validation_failed where the network cannot have any, or the interface not now. */
function groupsOf(platform: Platform, network: NetworkDocument, request: Guards & Pick<PortWanted, 'projectId' | 'at'>): string[] {
  const { isProtected, groups, projectId, at } = request;
  const field = `${at}security_group_ids`;
  if (groups !== undefined && groups.length > 0) {
    if (!isProtected) throw refused(field, { code: 'groups_unprotected' });
    if (!network.ipam_enabled) throw refused(field, { code: 'groups_unmanaged' });
  }
  return groups ?? (isProtected && network.ipam_enabled ? [defaultGroupId(platform.id, projectId)] : []);
}

interface Guards {
  isProtected: boolean;
  /** Absent: nothing was said. */
  groups: string[] | undefined;
}

async function takeAll(platform: Platform, writer: Writer, network: NetworkDocument, ips: readonly string[], at: string): Promise<void> {
  for (const [index, ip] of ips.entries()) {
    const code = await takeAnywhere(platform, writer, network, ip);
    if (code) throw refused(`${at}fixed_ips.${index}`, { code });
  }
}

/** An address as it is kept: IPv6 has many ways to write the same one. */
const inShort = (ip: string): string => (isIPv4(ip) ? ip : ipaddr.IPv6.parse(ip).toString());

/** Addresses that nobody asked for: the next free one of each version that the network hands out. Throws no_free_address. */
async function takeFree(platform: Platform, writer: Writer, network: NetworkDocument): Promise<string[]> {
  const { ipv4, ipv6 } = handsOut(network);
  const free: string[] = [];
  for (const take of [...(ipv4 ? [takeAny] : []), ...(ipv6 ? [takeAny6] : [])]) {
    const ip = await take(platform, writer, network);
    if (ip === undefined) throw new GantryError('no_free_address', { detail: network.name });
    free.push(ip);
  }
  return free;
}

/**
 * An interface in a network: with the addresses that are requested, else with a free one of each version that is handed out there; besides
 * with one in each subnet where interfaces make theirs themselves, from the hardware address. Throws no_free_address, or validation_failed
 * at the field that cannot be had.
 */
export async function takePort(platform: Platform, writer: Writer, { id }: NetworkDocument, request: PortWanted): Promise<Port> {
  const { wanted, projectId, at } = request;
  // As it is now: it may have been changed, or deleted, since it was chosen.
  const network = await platform.document(writer, 'network', id);
  if (!network) throw refused(`${at}network_id`, { code: 'unknown_id' });
  const { mac_addr: mac, spoofing_protection: isProtected = true } = wanted;
  const fixed = (wanted.fixed_ips ?? []).map(inShort);
  const groups = groupsOf(platform, network, { isProtected, groups: wanted.security_group_ids, projectId, at });
  // Before its own address is taken, which may be the one that its hardware address would be made from.
  if (mac !== undefined && (await isMacTaken(platform, writer, network, mac))) throw refused(`${at}mac_addr`, { code: 'mac_taken' });
  await takeAll(platform, writer, network, fixed, at);
  const given = fixed.length > 0 ? fixed : await takeFree(platform, writer, network);
  const made = await withOwn(platform, writer, network, { mac, ipv4: given.find((ip) => isIPv4(ip)) });
  if (!made) throw refused(`${at}mac_addr`, { code: 'mac_taken' });
  const ips = [...given, ...made.own];
  await keepMac(platform, writer, network.id, { mac_addr: made.mac, ips });
  return { network_id: network.id, mac_addr: made.mac, ips, spoofing_protection: isProtected, security_group_ids: groups };
}

/** Tries at a hardware address from which all of the interface's own addresses can be made; chance gives a free one at once. */
const TRIES = 20;

/** A hardware address, and the addresses that the interface makes of it; undefined where somebody has one of these. */
async function withOwn(
  platform: Platform,
  writer: Writer,
  network: NetworkDocument,
  { mac: wanted, ipv4 }: { mac: string | undefined; ipv4: string | undefined },
): Promise<{ mac: string; own: string[] } | undefined> {
  for (let left = wanted === undefined ? TRIES : 1; left > 0; left -= 1) {
    const mac = wanted ?? (await freshMac(platform, writer, network, left === TRIES ? ipv4 : undefined));
    const own = await takeOwn(platform, writer, network, mac);
    if (own) return { mac, own };
  }
  return undefined;
}

/** An interface as it is asked to be; the addresses that it makes itself stay. Throws as `takePort`. */
export async function changePort(
  platform: Platform,
  writer: Writer,
  network: NetworkDocument,
  port: Port,
  { body, projectId }: { body: UpdateInterface; projectId: string },
): Promise<Port> {
  const was = port.spoofing_protection ?? true;
  const isProtected = body.spoofing_protection ?? was;
  // Groups go with the protection, and the default one comes with it.
  const kept = isProtected && was ? port.security_group_ids : undefined;
  const groups = groupsOf(platform, network, { isProtected, groups: body.security_group_ids ?? kept, projectId, at: '' });
  const wanted = body.fixed_ips?.map(inShort) ?? port.ips;
  for (const [index, ip] of wanted.entries()) {
    const code = port.ips.includes(ip) ? undefined : await takeAnywhere(platform, writer, network, ip);
    if (code) throw refused(`fixed_ips.${index}`, { code });
  }
  const ips = [...wanted, ...port.ips.filter((ip) => !wanted.includes(ip) && isOwnMade(network, ip))];
  await releaseAddresses(
    platform,
    writer,
    network,
    port.ips.filter((ip) => !ips.includes(ip)),
  );
  await keepMac(platform, writer, network.id, { mac_addr: port.mac_addr, ips });
  return { ...port, ips, spoofing_protection: isProtected, security_group_ids: groups };
}

/** Gives back what an interface has. */
export async function releasePort(
  platform: Platform,
  writer: Writer,
  network: NetworkDocument,
  { mac_addr: mac, ips }: Pick<Port, 'mac_addr' | 'ips'>,
): Promise<void> {
  await releaseAddresses(platform, writer, network, ips);
  await platform.buckets.macs.remove(writer.records, macKey(network.id, mac));
}
