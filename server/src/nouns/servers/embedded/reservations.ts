/**
 * What a server holds of its project's quota and of the nodes. Its document says what it holds where it is; a reservation says what it
 * holds beside that while it goes somewhere else, and until it is confirmed that it stays there.
 */
import { neededTraits } from '@gantry/contract/nouns/servers/placement';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { boundBy, withFlavor } from './documents.ts';
import { hostStatusOf } from '../../nodes/embedded/index.ts';
import { placeOn, placeServer, unloadNode } from '../../nodes/embedded/placement.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { changeOf } from '../../../engines/embedded/platform/changes.ts';
import { releaseQuota, reserveQuota } from '../../../engines/embedded/platform/quotas.ts';
import type { Demand } from '../../../engines/embedded/platform/records.ts';

type Flavor = ServerDocument['flavor'];

/** GiB of the disk it boots from, which is the one that lies on its node; of one that grows, what it grows to. */
async function bootSize(platform: Platform, writer: Writer, { volumes: [boot] }: ServerDocument): Promise<number> {
  if (boot === undefined) return 0;
  const growth = (await changeOf(platform, writer, 'volume', boot.id))?.details['by'];
  return ((await platform.document(writer, 'volume', boot.id))?.size ?? 0) + (typeof growth === 'number' ? growth : 0);
}

/** Room that a server with a flavor needs on a node. */
async function roomFor(platform: Platform, writer: Writer, server: ServerDocument, flavor: Flavor): Promise<Demand> {
  return { vcpus: flavor.vcpus, ram: flavor.ram, disk: await bootSize(platform, writer, server), servers: 1 };
}

/** What the quota counts for a flavor beyond another one. */
const beyond = (flavor: Flavor, other: Flavor) => ({
  cores: Math.max(0, flavor.vcpus - other.vcpus),
  ram: Math.max(0, flavor.ram - other.ram),
});

interface Aim {
  /** The server's own where absent. */
  flavor?: Flavor;
  /** The only node that will do. */
  nodeId?: string | undefined;
  /** A node that will not do. */
  except?: string | null;
}

/** Reserves room for a server on a node, and the quota of a larger flavor. Throws quota_exceeded, no_capacity. */
export async function reservePlace(
  platform: Platform,
  writer: Writer,
  server: ServerDocument,
  { flavor = server.flavor, nodeId, except }: Aim = {},
): Promise<void> {
  await reserveQuota(platform, writer, server.project_id, beyond(flavor, server.flavor));
  const room = await roomFor(platform, writer, server, flavor);
  const needs = neededTraits(flavor.extra_specs, server.own_traits, server.image_traits);
  if (nodeId !== undefined) await placeOn(platform, writer, nodeId, room, needs);
  const chosen = nodeId ?? (await placeServer(platform, writer, room, needs, except ?? undefined));
  await platform.buckets.reservations.put(writer.records, server.id, { nodeId: chosen, flavor, room });
}

/** Reserves on the server's own node what a larger flavor needs beyond the present one. Throws quota_exceeded, no_capacity. */
export async function reserveGrowth(platform: Platform, writer: Writer, server: ServerDocument, flavor: Flavor): Promise<void> {
  if (server.host === null) throw new GantryError('no_capacity');
  const { cores, ram } = beyond(flavor, server.flavor);
  await reserveQuota(platform, writer, server.project_id, beyond(flavor, server.flavor));
  const room = { vcpus: cores, ram, disk: 0, servers: 0 };
  await placeOn(platform, writer, server.host, room, neededTraits(flavor.extra_specs, server.own_traits, server.image_traits));
  await platform.buckets.reservations.put(writer.records, server.id, { nodeId: server.host, flavor, room });
}

const diskOf = (gib: number): Demand => ({ vcpus: 0, ram: 0, disk: gib, servers: 0 });

/** Reserves the growth (GiB) of the disk that a server boots from, where it is. Throws no_capacity. */
export async function reserveDisk(platform: Platform, writer: Writer, { host }: ServerDocument, by: number): Promise<void> {
  if (host !== null) await placeOn(platform, writer, host, diskOf(by), []);
}

/** Gives such a growth back: where the server is by now, and where it holds room beside that. */
export async function releaseDisk(platform: Platform, writer: Writer, { id, host }: ServerDocument, by: number): Promise<void> {
  if (host !== null) await unloadNode(platform, writer, host, diskOf(by));
  const held = await platform.buckets.reservations.get(writer.records, id);
  // Growth while it runs is reserved without the disk, which stays where it is.
  if (!held || held.room.servers === 0) return;
  await unloadNode(platform, writer, held.nodeId, diskOf(by));
  await platform.buckets.reservations.put(writer.records, id, { ...held, room: { ...held.room, disk: held.room.disk - by } });
}

/** Gives back what a server holds beside its document, if anything. */
export async function release(platform: Platform, writer: Writer, server: ServerDocument): Promise<ServerDocument> {
  const held = await platform.buckets.reservations.get(writer.records, server.id);
  if (!held) return server;
  await unloadNode(platform, writer, held.nodeId, held.room);
  await releaseQuota(platform, writer, server.project_id, beyond(held.flavor, server.flavor));
  await platform.buckets.reservations.remove(writer.records, server.id);
  return server;
}

/** Takes a server to what was reserved for it, and keeps where it came from reserved, if it was anywhere. */
export async function adopt(platform: Platform, writer: Writer, server: ServerDocument): Promise<ServerDocument> {
  const held = await platform.buckets.reservations.get(writer.records, server.id);
  if (!held) return server;
  const { host, flavor } = server;
  if (host === null) await platform.buckets.reservations.remove(writer.records, server.id);
  else {
    const room = await roomFor(platform, writer, server, flavor);
    await platform.buckets.reservations.put(writer.records, server.id, { nodeId: host, flavor, room });
  }
  const host_status = await hostStatusOf(platform, writer, held.nodeId);
  const shaped = held.flavor.id === flavor.id ? server : withFlavor(server, held.flavor);
  return { ...shaped, host: held.nodeId, host_status };
}

/** Gives a server, where it is, the flavor whose growth was reserved. */
export async function grow(platform: Platform, writer: Writer, server: ServerDocument): Promise<ServerDocument> {
  const held = await platform.buckets.reservations.get(writer.records, server.id);
  if (!held) return server;
  const { flavor: before } = server;
  const { flavor: after } = held;
  const less = beyond(before, after);
  await unloadNode(platform, writer, held.nodeId, { vcpus: less.cores, ram: less.ram, disk: 0, servers: 0 });
  await releaseQuota(platform, writer, server.project_id, less);
  await platform.buckets.reservations.remove(writer.records, server.id);
  return { ...server, ...boundBy(after, server.own_traits, server.image_traits) };
}

/** Ids of the nodes that a server holds room on: where it is, and where it goes to or can go back to. */
export async function nodesHeld(platform: Platform, writer: Writer, { id, host }: ServerDocument): Promise<string[]> {
  const held = await platform.buckets.reservations.get(writer.records, id);
  return [...new Set([host, held?.nodeId ?? null])].filter((node) => node !== null);
}

/** Takes a server off its node: it keeps all but the room there. */
export async function offload(platform: Platform, writer: Writer, server: ServerDocument): Promise<ServerDocument> {
  if (server.host === null) return server;
  await unloadNode(platform, writer, server.host, await roomFor(platform, writer, server, server.flavor));
  return { ...server, host: null, host_status: null };
}

/** Takes a server that is being made to another node, where that goes on. Not written yet. Throws no_capacity. */
export async function buildOnOtherNode(platform: Platform, writer: Writer, server: ServerDocument): Promise<ServerDocument> {
  await reservePlace(platform, writer, server, { except: server.host });
  return adopt(platform, writer, await offload(platform, writer, server));
}
