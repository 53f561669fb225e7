import { COMPUTE_CLUSTER_ID } from '@gantry/contract/nouns/compute-cluster/entity';
import { computeNodeKind } from '@gantry/contract/nouns/nodes/entity';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

const EVERY = 10_000;

/** Disks of the machines, each with a service that keeps parts: those that are up, and those that are not. */
export async function disksOf(platform: Platform): Promise<{ up: number[]; down: number[] }> {
  const { rows } = await platform.store.read.list({
    kind: computeNodeKind,
    visibility: EVERYTHING,
    filters: {},
    sort: { key: 'host', descending: false },
    limit: EVERY,
  });
  const nodes = rows.filter(({ engine }) => engine === platform.id).map((row) => row.document);
  const sizes = (offline: boolean) =>
    nodes.filter(({ state }) => (state === 'offline') === offline).map(({ statistics }) => statistics.compute.disk_capacity);
  const cluster = await platform.document(platform.store.read, 'compute_cluster', COMPUTE_CLUSTER_ID);
  const others = (cluster?.available_nodes ?? []).map(({ disk }) => disk);
  return { up: [...sizes(false), ...others], down: sizes(true) };
}
