/** The compute cluster's own row, which knows the machines that may join it. */
import { COMPUTE_CLUSTER_ID } from '@gantry/contract/nouns/compute-cluster/entity';
import type { Writer } from '../../../port/store/writer.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import type { ComputeClusterDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import type { Machine } from '../../nodes/embedded/machines.ts';

type Rule = Parameters<typeof documentFor<'compute_cluster'>>[3];

/** The cluster, as a command finds it. Throws state_conflict. */
export const clusterFor = (platform: Platform, writer: Writer, rule?: Rule): Promise<ComputeClusterDocument> =>
  documentFor({ platform, writer }, 'compute_cluster', COMPUTE_CLUSTER_ID, rule);

export const putCluster = async (platform: Platform, writer: Writer, cluster: ComputeClusterDocument): Promise<void> =>
  void (await putOwned(platform, writer, 'compute_cluster', cluster, { shares: sharedWith('everyone') }));

/** Machines become nodes, or come back. */
export async function changeAvailable(
  platform: Platform,
  writer: Writer,
  { taken = [], back = [] }: { taken?: readonly string[]; back?: readonly Machine[] },
): Promise<ComputeClusterDocument> {
  const cluster = await clusterFor(platform, writer);
  const left = (cluster.available_nodes ?? []).filter(({ id }) => !taken.includes(id));
  const changed = { ...cluster, available_nodes: [...left, ...back].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
  await putCluster(platform, writer, changed);
  return changed;
}

/** The machines of these ids. Throws validation_failed where one is none of them. */
export function machinesOf({ available_nodes: available }: ComputeClusterDocument, ids: readonly string[], field: string): Machine[] {
  return ids.map((id) => {
    const machine = available?.find((one) => one.id === id);
    if (!machine) throw invalid(field, { code: 'node_not_available' });
    return machine;
  });
}
