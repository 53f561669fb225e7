import { OS_DISTRIBUTIONS } from '@gantry/contract/nouns/compute-cluster/distributions';
import { COMPUTE_CLUSTER_ID } from '@gantry/contract/nouns/compute-cluster/entity';
import type { ComputeClusterDocument } from '../engines/embedded/platform/documents.ts';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { FIRST } from '../engines/embedded/platform/records.ts';
import { ensureRows, rowOf } from '../engines/embedded/platform/rows.ts';
import { sharedWith } from '../engines/shared/shared-with.ts';
import { machineOf } from './resources.ts';

/** Gives the platform the row of its compute cluster, with machines that have not joined it, and that of its storage. Once: what becomes of them stays. */
export async function giveClusters(platform: Platform): Promise<void> {
  const seed = await platform.buckets.seed.get(platform.store.records, FIRST);
  const first = seed?.nodes ?? 0;
  const { nodes } = platform.settings;
  const document: ComputeClusterDocument = {
    id: COMPUTE_CLUSTER_ID,
    status: 'active',
    task_id: null,
    capabilities: { os_distributions: [...OS_DISTRIBUTIONS], k8saas_versions: [], k8saas_capabilities: [] },
    features: ['high_availability'],
    options: { endpoint_hostname: null },
    available_nodes: Array.from({ length: nodes.spare }, (_, index) => machineOf(nodes, first + index)),
  };
  await ensureRows(platform, 'compute_cluster', [rowOf(platform, 'compute_cluster', document, { shares: sharedWith('everyone') })]);
}
