/** Compute services are switched off and on, and what runs on their nodes moves away. Only administrators of the cloud may, with their own token. */
import { z } from 'zod';
import type { Fence } from '@gantry/contract/nouns/nodes/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { askToChange, refreshNow, required, scopeProject, sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { emptyNode } from './emptying.ts';

/** Lowest version in which hypervisors and services have unique ids, and a service is changed by its own. */
const SERVICES = '2.53';
/** What the cloud is told of a node in maintenance. */
const MAINTENANCE = 'maintenance';

const hypervisor = z.object({ hypervisor: z.object({ service: z.object({ id: z.string() }) }) });

interface ServiceChange {
  status: 'enabled' | 'disabled';
  disabled_reason?: string;
  /** Whether the cloud is told that the node is gone, which lets its servers be made elsewhere. */
  forced_down?: boolean;
}

/** Changes the compute service of a node. Asked for again it becomes the same. */
async function changeService(parts: Parts, context: CommandContext, { id }: Row, change: ServiceChange): Promise<string | undefined> {
  const project = scopeProject(context);
  const path = `/os-hypervisors/${encodeURIComponent(id)}`;
  const { body } = await sendChange(parts, context, project, { method: 'GET', path, needs: SERVICES, answer: hypervisor });
  const requestId = await askToChange(parts, context, project, {
    method: 'PUT',
    path: `/os-services/${encodeURIComponent(body.hypervisor.service.id)}`,
    needs: SERVICES,
    body: change,
  });
  await refreshNow(parts, context, id, 'node');
  return requestId;
}

/** A command that changes the service, and lets all servers leave the node if `how` says how. */
const nodeCommand = <B>(
  parts: Parts,
  change: (body: B, node: Row) => ServiceChange,
  how?: Parameters<typeof emptyNode>[2]['how'],
): Command<B> => ({
  async accept(context, target, body) {
    const node = required(target);
    const requestId = await changeService(parts, context, node, change(body, node));
    return { id: node.id, requestId };
  },
  ...(how && {
    settle: (context, { id, requestId }) => emptyNode(parts, context, { nodeId: id, requestId, how }),
  }),
});

/** A node that may still be running its servers is not to be declared dead: they would run twice. */
function assertDown({ document }: Row): void {
  if (document['state'] !== 'offline') throw new GantryError('state_conflict', { reason: { code: 'node_up' } });
}

export const nodeCommands = (parts: Parts): Engine['commands'] => ({
  'node.enterMaintenance': nodeCommand(parts, () => ({ status: 'disabled', disabled_reason: MAINTENANCE }), 'move'),
  'node.leaveMaintenance': nodeCommand(parts, () => ({ status: 'enabled' })),
  'node.fence': nodeCommand<Fence>(
    parts,
    ({ reason }, node) => {
      assertDown(node);
      return { status: 'disabled', disabled_reason: reason, forced_down: true };
    },
    'evacuate',
  ),
  'node.unfence': nodeCommand(parts, () => ({ status: 'enabled', forced_down: false })),
});
