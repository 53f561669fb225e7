/**
 * Instances of load balancers: they hold room on nodes and count there, though neither as machines of anybody nor in the cores of a project.
 * Where a node is emptied or fails, they are made again on another one; of two, the other one takes over first.
 */
import { randomUUID } from 'node:crypto';
import type { Topology } from '@gantry/contract/nouns/load-balancers/availability';
import type { Amphora } from '@gantry/contract/nouns/load-balancers/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { LoadBalancerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Demand } from '../../../engines/embedded/platform/records.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { placeServer, unloadNode } from '../../nodes/embedded/placement.ts';
import { balancersOn, withRoles } from './takeover.ts';

/** What one instance holds of its node: 1 core, 1 GiB of memory, 2 GiB of disk. */
const ROOM: Demand = { vcpus: 1, ram: 1024, disk: 2, servers: 0 };

/** A new instance on a node with room, though not on `except`. Throws no_capacity. */
async function placed(platform: Platform, writer: Writer, role: NonNullable<Amphora['role']>, except?: string): Promise<Amphora> {
  const host = await placeServer(platform, writer, ROOM, [], except);
  return { id: randomUUID(), role, active: true, compute_id: randomUUID(), host };
}

/** Instances for a balancer; two of them on different nodes. Throws no_capacity. */
export async function placeInstances(platform: Platform, writer: Writer, topology: Topology): Promise<Amphora[]> {
  if (topology === 'SINGLE') return [await placed(platform, writer, 'STANDALONE')];
  const master = await placed(platform, writer, 'MASTER');
  return [master, await placed(platform, writer, 'BACKUP', master.host!)];
}

/** Gives back the room that instances hold. */
export async function releaseInstances(platform: Platform, writer: Writer, amphorae: readonly Amphora[]): Promise<void> {
  for (const { host } of amphorae) if (host !== null) await unloadNode(platform, writer, host, ROOM);
}

/** Instances that do not share a node with the one that waits or works beside them. */
const besides = (amphorae: readonly Amphora[], { id }: Amphora): string | undefined =>
  amphorae.find((one) => one.id !== id)?.host ?? undefined;

/** A balancer of which one instance is made again elsewhere. Throws no_capacity. */
async function withReplaced(
  platform: Platform,
  writer: Writer,
  balancer: LoadBalancerDocument,
  gone: Amphora,
): Promise<LoadBalancerDocument> {
  const left = withRoles(balancer.amphorae.map((one) => (one.id === gone.id ? { ...one, active: false } : one)));
  const role = left.find(({ id }) => id === gone.id)!.role!;
  const fresh = await placed(platform, writer, role, besides(left, gone));
  await releaseInstances(platform, writer, [gone]);
  const amphorae = withRoles(left.map((one) => (one.id === gone.id ? fresh : one)));
  return { ...balancer, amphorae, updated_at: platform.now() };
}

/** A balancer all of whose instances are made again, one after the other. Throws no_capacity. */
export async function withAllReplaced(platform: Platform, writer: Writer, balancer: LoadBalancerDocument): Promise<LoadBalancerDocument> {
  let left = balancer;
  for (const { id } of balancer.amphorae.toReversed()) {
    const gone = left.amphorae.find((one) => one.id === id);
    if (gone) left = await withReplaced(platform, writer, left, gone);
  }
  return left;
}

/** Makes the instances of a node again elsewhere, and returns the names of the balancers for which there is no room. */
export async function clearInstances(platform: Platform, writer: Writer, nodeId: string): Promise<string[]> {
  const stuck: string[] = [];
  for (const { id } of await balancersOn(platform, nodeId)) {
    const balancer = await platform.document(writer, 'load_balancer', id);
    const gone = balancer?.amphorae.find(({ host }) => host === nodeId);
    if (!balancer || !gone) continue;
    try {
      await putOwned(platform, writer, 'load_balancer', await withReplaced(platform, writer, balancer, gone));
    } catch (error) {
      // The instance stays where it is.
      if (!(error instanceof GantryError) || error.code !== 'no_capacity') throw error;
      stuck.push(balancer.name);
    }
  }
  return stuck;
}
