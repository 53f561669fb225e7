import type { StorageCluster } from '@gantry/contract/nouns/storage-clusters/entity';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../app/api/calls.ts';
import { ApiError } from '../../app/api/errors.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';

/** There is no storage cluster (S0 §8). */
export class NoClusterError extends ApiError {
  constructor() {
    super('not-found', 'Error while getting a storage cluster', { code: 'no_cluster' });
  }
}

function theOnly({ data }: { data: readonly StorageCluster[] }): StorageCluster {
  const [cluster] = data;
  if (!cluster) throw new NoClusterError();
  return cluster;
}

/** The storage cluster of the installation, read again every so many milliseconds; where there is none its error is NoClusterError. */
export function useStorageCluster(refetchInterval: number, enabled = true): UseQueryResult<StorageCluster, ApiError> {
  return useQuery({ ...readOptions(useScopeKey(), api.storageClusters.list, {}), select: theOnly, refetchInterval, enabled });
}
