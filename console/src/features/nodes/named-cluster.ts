import type { ComputeCluster } from '@gantry/contract/nouns/compute-cluster/entity';

/** The cluster, with what it is called on the screen. */
export interface NamedCluster extends ComputeCluster {
  name: string;
}
