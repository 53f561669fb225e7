import type { ClusterDeploy, ClusterUpdate } from '@gantry/contract/nouns/compute-cluster/bodies';
import { COMPUTE_CLUSTER_ID } from '@gantry/contract/nouns/compute-cluster/entity';
import { isClusterDeployable, isClusterDestroyable, isClusterEditable } from '@gantry/contract/nouns/compute-cluster/rules';
import { computeNodeKind } from '@gantry/contract/nouns/nodes/entity';
import { loadBalancerKind } from '@gantry/contract/nouns/load-balancers/entity';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { no } from '@gantry/contract/wire/rule-result';
import type { Kind } from '@gantry/contract/wire/kind';
import type { z } from 'zod';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Row } from '../../../port/store/rows.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { acceptAnew } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, asyncOperation, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { ComputeClusterDocument, NodeDocument } from '../../../engines/embedded/platform/documents.ts';
import { type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Details } from '../../../engines/embedded/platform/records.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import { machineLeft, nodeOf } from '../../nodes/embedded/machines.ts';
import { indexNode, unindexNode } from '../../nodes/embedded/placement.ts';
import { clusterFor, machinesOf, putCluster } from './available.ts';

type Nodes = ClusterDeploy['nodes'];
type Work = AsyncOperation<'compute_cluster', Details>;

const EVERY = 10_000;

/** Up to so many rows of a kind, of this engine. */
async function rowsOf<K extends string>(platform: Platform, kind: Kind<z.ZodType, K>, key: string): Promise<Row<K>[]> {
  const sort = { key, descending: false };
  const { rows } = await platform.store.read.list({ kind, visibility: EVERYTHING, filters: {}, sort, limit: EVERY });
  return rows.filter(({ engine }) => engine === platform.id);
}

const nodesOf = async (platform: Platform): Promise<NodeDocument[]> =>
  (await rowsOf(platform, computeNodeKind, 'host')).map((row) => row.document);

/** Machines become nodes of the cluster. */
async function install(platform: Platform, writer: Writer, cluster: ComputeClusterDocument, nodes: Nodes): Promise<ComputeClusterDocument> {
  const ids = nodes.map(({ node_id: id }) => id);
  for (const [index, machine] of machinesOf(cluster, ids, 'nodes').entries()) {
    const node = nodeOf(machine, nodes[index]!.roles);
    await putOwned(platform, writer, 'node', node);
    await indexNode(platform, writer, node);
  }
  return { ...cluster, available_nodes: (cluster.available_nodes ?? []).filter(({ id }) => !ids.includes(id)) };
}

const ended = (cluster: ComputeClusterDocument, status: ComputeClusterDocument['status']): ComputeClusterDocument => ({
  ...cluster,
  status,
  task_id: null,
});

const deploying: Work = {
  kind: 'compute_cluster',
  does: 'compute_cluster.deploy',
  timing: 'cluster',
  through: () => ['deploying'],
  end: async (platform, writer, cluster, { nodes }) => {
    const installed = await install(platform, writer, cluster, nodes as Nodes);
    return { document: ended(installed, 'active'), failure: null };
  },
};

const updating: Work = {
  kind: 'compute_cluster',
  does: 'compute_cluster.update',
  timing: 'cluster',
  through: () => ['reconfiguring'],
  end: async (_platform, _writer, cluster, { features, options }) => ({
    document: {
      ...ended(cluster, 'active'),
      features: features as string[],
      options: options as ComputeClusterDocument['options'],
    },
    failure: null,
  }),
};

const destroying: Work = {
  kind: 'compute_cluster',
  does: 'compute_cluster.destroy',
  timing: 'cluster',
  through: () => ['destroying'],
  end: async (platform, writer, cluster) => {
    const nodes = await nodesOf(platform);
    for (const node of nodes) {
      await unindexNode(platform, writer, node);
      await writer.remove(platform.key('node', node.id));
    }
    const available = [...(cluster.available_nodes ?? []), ...nodes.map(machineLeft)].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return {
      document: { ...ended(cluster, 'absent'), available_nodes: available, features: [], options: { endpoint_hostname: null } },
      failure: null,
    };
  },
};

/** A command that sets the cluster on its way. `details`: what is known at its end; throws what is wrong with the body. */
function clusterCommand<B>(
  platform: Platform,
  work: Work,
  rule: Parameters<typeof clusterFor>[2],
  details: (cluster: ComputeClusterDocument, body: B, writer: Writer) => Promise<Details>,
): Command<B> {
  return {
    ...acceptAnew<B>(platform, async (writer, { context, body }, accepted) => {
      const cluster = await clusterFor(platform, writer, rule);
      const document = { ...cluster, task_id: context.taskId };
      await beginChange(platform, writer, work, { document, accepted, details: await details(cluster, body, writer) });
      return { id: COMPUTE_CLUSTER_ID, done: false };
    }),
    settle: (context, acceptance) => settled(platform, context, acceptance),
  };
}

/** Installing, changing and removing the compute cluster. */
export const computeCluster = (platform: Platform): NounParts => ({
  asyncOperations: [asyncOperation(deploying), asyncOperation(updating), asyncOperation(destroying)],
  commands: {
    'compute_cluster.deploy': clusterCommand<ClusterDeploy>(platform, deploying, isClusterDeployable, async (cluster, body, writer) => {
      machinesOf(
        cluster,
        body.nodes.map(({ node_id: id }) => id),
        'nodes',
      );
      const { features = [], options = { endpoint_hostname: null } } = body;
      await putCluster(platform, writer, { ...cluster, features: features.toSorted(), options });
      return { nodes: body.nodes, features, options };
    }),
    'compute_cluster.update': clusterCommand<ClusterUpdate>(platform, updating, isClusterEditable, async (cluster, body) => {
      const { features = cluster.features, options = cluster.options } = body;
      if (cluster.features.some((feature) => !features.some((one) => one === feature)))
        throw invalid('features', { code: 'cluster_feature_kept' });
      return { features: features.toSorted(), options };
    }),
    'compute_cluster.destroy': clusterCommand<unknown>(platform, destroying, isClusterDestroyable, async (_cluster, _body, writer) => {
      const { length: count } = await rowsOf(platform, serverKind, 'name');
      if (count > 0) assertAllowed(no('cluster_has_servers', { count }));
      const { length: balancers } = await rowsOf(platform, loadBalancerKind, 'name');
      if (balancers > 0) assertAllowed(no('cluster_has_load_balancers', { count: balancers }));
      for (const node of await nodesOf(platform)) await putOwned(platform, writer, 'node', { ...node, state: 'releasing' });
      return {};
    }),
  },
});
