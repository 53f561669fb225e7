import type { NodeServers } from '@gantry/contract/nouns/compute-cluster/on-nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../app/api/calls.ts';
import { readOptions } from '../../../app/api/queries.ts';
import { useScopeKey } from '../../../app/session/use-session.ts';

/** Milliseconds between two readings while somebody looks. Not at each change of a server: two thousand are read at once. */
const REFRESH_MS = 5000;

/** What is on some nodes, in one question. `of`: by the node's host. */
export function useNodeServers(hosts: readonly string[]) {
  const scope = useScopeKey();
  const { data, error, refetch } = useQuery({
    ...readOptions(scope, api.computeCluster.servers, { query: { host: `in:${hosts.join(',')}` } }),
    refetchInterval: REFRESH_MS,
    placeholderData: (previous, query) => (query?.queryKey[0] === scope ? keepPreviousData(previous) : undefined),
    enabled: hosts.length > 0,
  });
  const of = useMemo(() => new Map<string, NodeServers>(data?.data.map((one) => [one.host, one])), [data]);
  return { of, error, refetch };
}
