import type { NodeServers } from '@gantry/contract/nouns/compute-cluster/on-nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../app/api/calls.ts';
import { readOptions } from '../../../app/api/queries.ts';
import { useScopeKey } from '../../../app/session/use-session.ts';

/** What is on some nodes, in one question, asked again whenever a server changes. `of`: by the node's host. */
export function useNodeServers(hosts: readonly string[]) {
  const scope = useScopeKey();
  const { data, error, refetch } = useQuery({
    ...readOptions(scope, api.computeCluster.servers, { query: { host: `in:${hosts.join(',')}` } }),
    meta: { kind: undefined, id: undefined, follows: 'server' },
    placeholderData: (previous, query) => (query?.queryKey[0] === scope ? keepPreviousData(previous) : undefined),
    enabled: hosts.length > 0,
  });
  const of = useMemo(() => new Map<string, NodeServers>(data?.data.map((one) => [one.host, one])), [data]);
  return { of, error, refetch };
}
