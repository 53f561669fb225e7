import type { NodeServers } from '@gantry/contract/nouns/compute-cluster/on-nodes';
import { useMemo } from 'react';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';

/** Milliseconds between two readings while somebody looks. Not at each change of a server: two thousand are read at once. */
const REFRESH_MS = 5000;

/** What is on some nodes, in one question. `of`: by the node's host. */
export function useNodeServers(hosts: readonly string[]) {
  const options = { enabled: hosts.length > 0, refetchInterval: REFRESH_MS };
  const { data, error, refetch } = useList(api.computeCluster.servers, { host: `in:${hosts.join(',')}` }, undefined, options);
  const of = useMemo(() => new Map<string, NodeServers>(data?.data.map((one) => [one.host, one])), [data]);
  return { of, error, refetch };
}
