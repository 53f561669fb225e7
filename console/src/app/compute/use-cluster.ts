import { isComputeConfigured } from '@gantry/contract/nouns/compute-cluster/statuses';
import type { ComputeCluster } from '@gantry/contract/nouns/compute-cluster/entity';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/calls.ts';
import type { ApiError } from '../api/errors.ts';
import { healsIn, readOptions } from '../api/queries.ts';
import type { ScopeKey } from '../scope.ts';
import { useScopeKey } from '../session/use-session.ts';

/** Kind and id that events of the compute cluster carry. */
const ABOUT = { kind: 'compute_cluster', id: 'compute' };

/** How the compute cluster is read, so that whoever shows it is told of its changes. */
export const clusterOptions = (scope: ScopeKey) => ({ ...readOptions(scope, api.computeCluster.read), meta: ABOUT });

/** The compute cluster as this scope sees it. */
export function useCluster(enabled = true): UseQueryResult<ComputeCluster, ApiError> {
  return useQuery({ ...clusterOptions(useScopeKey()), enabled, refetchInterval: ({ state }) => healsIn(state.error) });
}

/** Whether there is a compute cluster to work with; undefined as long as that is not known. */
export function useHasCompute(enabled = true): boolean | undefined {
  const { data } = useCluster(enabled);
  return data && isComputeConfigured(data);
}
