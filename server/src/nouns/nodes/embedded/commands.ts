/** Nodes join the compute cluster, rest in maintenance, are fenced, and leave. */
import type { Fence, NodeJoin } from '@gantry/contract/nouns/nodes/bodies';
import { isComputeConfigured } from '@gantry/contract/nouns/compute-cluster/statuses';
import {
  isNodeFenceable,
  isNodeMaintainable,
  isNodeReleasable,
  isNodeReturnable,
  isNodeUnfenceable,
} from '@gantry/contract/nouns/nodes/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no, type Rule } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { acceptAnew, doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, asyncOperation, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { NodeDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Details } from '../../../engines/embedded/platform/records.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import { changeAvailable, clusterFor, machinesOf } from '../../compute-cluster/embedded/available.ts';
import { balancersOn } from '../../load-balancers/embedded/takeover.ts';
import { beginEvacuation, endEvacuation, evacuated, evacuationsOf } from './evacuation.ts';
import { putNode } from './index.ts';
import { machineLeft, nodeOf } from './machines.ts';
import { noteOutage } from './outages.ts';
import { indexNode, unindexNode } from './placement.ts';

type NodeWork = AsyncOperation<'node', Details>;

/** Those that join together are one piece of work, kept with the first of them. */
const joining: NodeWork = {
  kind: 'node',
  does: 'node.join',
  timing: 'join',
  through: () => [],
  end: async (platform, writer, _first, { ids }) => {
    for (const id of ids as string[]) {
      const node = await platform.document(writer, 'node', id);
      if (node?.state === 'joining') await putNode(platform, writer, node, { state: 'healthy' });
    }
    return { document: null, failure: null };
  },
};

const leaving: NodeWork = {
  kind: 'node',
  does: 'node.release',
  timing: 'join',
  through: () => [],
  end: async (platform, writer, node) => {
    await unindexNode(platform, writer, node);
    await noteOutage(platform, writer, node.id, false);
    await writer.remove(platform.key('node', node.id));
    await changeAvailable(platform, writer, { back: [machineLeft(node)] });
    return { document: null, failure: null };
  },
};

const join = (platform: Platform): Command<NodeJoin> => ({
  ...acceptAnew<NodeJoin>(platform, async (writer, { body }, accepted) => {
    const cluster = await clusterFor(platform, writer, ({ status }) =>
      isComputeConfigured({ status }) ? true : no('cluster_status', { status, needed: 'active' }),
    );
    const ids = body.map(({ node_id: id }) => id);
    const nodes = machinesOf(cluster, ids, 'nodes').map((machine, index): NodeDocument => ({
      ...nodeOf(machine, body[index]!.roles),
      state: 'joining',
    }));
    await changeAvailable(platform, writer, { taken: ids });
    for (const node of nodes) {
      await putNode(platform, writer, node, {});
      await indexNode(platform, writer, node);
    }
    const [first] = nodes;
    await beginChange(platform, writer, joining, { document: first!, accepted, details: { ids } });
    return { id: first!.id, done: false };
  }),
  settle: (context, acceptance) => settled(platform, context, acceptance),
});

/** What a command does to one node, in the transaction that accepts it. `done` says that nothing is left to wait for. */
type Begin<B> = (writer: Writer, node: NodeDocument, accepted: string, body: B) => Promise<{ done: boolean }>;

const nodeCommand = <B = unknown>(platform: Platform, rule: Rule<NodeDocument>, begin: Begin<B>): Command<B> => ({
  ...acceptAnew<B>(platform, async (writer, { id, body }, accepted) => {
    const node = await documentFor({ platform, writer }, 'node', id, rule);
    return { id: node.id, ...(await begin(writer, node, accepted, body)) };
  }),
  settle: (context, acceptance) => settled(platform, context, acceptance, (id) => evacuated(platform, id)),
});

const release = (platform: Platform): Command =>
  nodeCommand(platform, isNodeReleasable, async (writer, node, accepted) => {
    const { length: count } = await balancersOn(platform, node.id);
    if (count > 0) assertAllowed(no('node_has_load_balancers', { count }));
    await endEvacuation(platform, writer, node.id, 'the node leaves the cluster');
    await putNode(platform, writer, node, { state: 'releasing' });
    await beginChange(platform, writer, leaving, { document: node, accepted, details: {} });
    return { done: false };
  });

const enterMaintenance = (platform: Platform): Command =>
  nodeCommand(platform, isNodeMaintainable, async (writer, node, accepted) => {
    await putNode(platform, writer, node, { in_maintenance: true });
    if (node.hypervisor.vms === 0 && (await balancersOn(platform, node.id)).length === 0) return { done: true };
    await beginEvacuation(platform, writer, node, { mode: 'maintenance', accepted });
    return { done: false };
  });

const leaveMaintenance = (platform: Platform): Command =>
  doneAtOnce(platform, async (writer, { id }) => {
    const node = await documentFor({ platform, writer }, 'node', id, isNodeReturnable);
    await endEvacuation(platform, writer, node.id, 'the node was taken out of maintenance');
    await putNode(platform, writer, node, { in_maintenance: false });
    return node.id;
  });

const fence = (platform: Platform): Command<Fence> =>
  nodeCommand<Fence>(platform, isNodeFenceable, async (writer, node, accepted, { reason }) => {
    await endEvacuation(platform, writer, node.id, 'the node was fenced');
    const hypervisor = { ...node.hypervisor, status: 'disabled' };
    await putNode(platform, writer, node, { state: 'offline', fenced_reason: reason, hypervisor });
    await beginEvacuation(platform, writer, node, { mode: 'restart', accepted });
    return { done: false };
  });

const unfence = (platform: Platform): Command =>
  doneAtOnce(platform, async (writer, { id }) => {
    const node = await documentFor({ platform, writer }, 'node', id, isNodeUnfenceable);
    await endEvacuation(platform, writer, node.id, 'the node came back');
    const hypervisor = { ...node.hypervisor, status: 'enabled' };
    await putNode(platform, writer, node, { state: 'healthy', fenced_reason: null, hypervisor });
    return node.id;
  });

/** What is done to compute nodes. */
export const nodes = (platform: Platform): NounParts => ({
  asyncOperations: [asyncOperation(joining), asyncOperation(leaving)],
  works: [evacuationsOf(platform)],
  commands: {
    'node.join': join(platform),
    'node.release': release(platform),
    'node.enterMaintenance': enterMaintenance(platform),
    'node.leaveMaintenance': leaveMaintenance(platform),
    'node.fence': fence(platform),
    'node.unfence': unfence(platform),
  },
});
