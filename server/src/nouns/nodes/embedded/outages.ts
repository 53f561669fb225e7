/** When nodes were down: the storage over their disks was not whole then. */
import type { Writer } from '../../../port/store/writer.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Outage } from '../../../engines/embedded/platform/records.ts';

/** Outages that are kept of a node, the newest. */
const KEPT = 50;
const EVERY = 10_000;

/** A node goes down, or comes back; in the transaction that changes it. One that leaves the cluster is missed no longer either. */
export async function noteOutage(platform: Platform, writer: Writer, nodeId: string, isDown: boolean): Promise<void> {
  const { outages } = platform.buckets;
  const known = (await outages.get(writer.records, nodeId)) ?? [];
  const last = known.at(-1);
  const isOpen = last?.to === null;
  if (isOpen === isDown) return;
  const now = platform.now();
  const next = isOpen ? known.with(-1, { ...last, to: now }) : [...known, { from: now, to: null }];
  await outages.put(writer.records, nodeId, next.slice(-KEPT));
}

/** Those of all nodes. */
export async function outagesOf(platform: Platform): Promise<Outage[]> {
  const kept = await platform.buckets.outages.list(platform.store.records, { limit: EVERY });
  return kept.flatMap(({ value }) => value);
}
