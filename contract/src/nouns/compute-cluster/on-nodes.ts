import { z } from 'zod';
import { patterned } from '../../wire/patterned.ts';

/** Nodes that may be asked about at once, and servers that are told of them: of each, and of all together. */
export const NODES_MAX = 100;
const SERVERS_OF_NODE_MAX = 100;
const SERVERS_MAX = 2000;

/** Servers that are told of each of so many nodes; of all others only how many there are. */
export const serversPerNode = (nodes: number): number => Math.min(SERVERS_OF_NODE_MAX, Math.floor(SERVERS_MAX / Math.max(1, nodes)));

/** Names of nodes, as lists of servers are narrowed by them: `node-1`, or `in:node-1,node-2`. */
export const onNodesQuery = z.strictObject({
  host: patterned('filter', z.string().min(1, { error: 'required' }).max(8192, { error: 'too_long' })),
});

const serverOnNode = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  task_state: z.string().nullable(),
  vcpus: z.number().int(),
  /** MiB */
  ram: z.number().int(),
});
export type ServerOnNode = z.infer<typeof serverOnNode>;

const nodeServers = z.object({
  host: z.string(),
  /** Of all servers on it. */
  count: z.number().int(),
  /** Those with most memory first; no more than `serversPerNode`. */
  servers: z.array(serverOnNode),
});

/** What is on each of the nodes, in the order of the question. */
export const onNodes = z.object({ data: z.array(nodeServers) }).meta({ id: 'ServersOnNodes' });
export type NodeServers = z.infer<typeof nodeServers>;
