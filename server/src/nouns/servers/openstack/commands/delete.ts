import { z } from 'zod';
import type { Command } from '../../../../port/engine.ts';
import { isGone } from '../../../../engines/openstack/client/errors.ts';
import { getServer } from '../client.ts';
import { askToChange, required, scopeProject, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { drainMembersOf } from '../../../load-balancer-pools/openstack/draining.ts';
import { tidyPorts } from './ports.ts';
import { acceptedAction } from './recover.ts';
import { settle } from './settle.ts';

/** Whose ports it may leave behind. After a crash nobody knows: then they are looked for. */
const memoShape = z.object({ projectId: z.string().nullable().optional(), leavesPorts: z.boolean().default(true) });

/** Deletes a server, with the ports that were made for it; one that is already gone is a success. */
export const deleteServer = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId, document } = required(target);
    const memo = { projectId, leavesPorts: document['made_ports'] === true };
    try {
      const path = `/servers/${encodeURIComponent(id)}`;
      const requestId = await askToChange(parts, context, projectId, { method: 'DELETE', path });
      await refreshNow(parts, context, id);
      return { id, requestId, memo };
    } catch (error) {
      if (!isGone(error)) throw error;
      await refreshNow(parts, context, id);
      return { id, memo };
    }
  },
  async settle(context, { id, requestId, memo }) {
    await settle(parts, context, {
      id,
      requestId,
      look: (server) => {
        if (!server || server.status === 'DELETED' || server.status === 'SOFT_DELETED') return 'arrived';
        return server.task_state === null ? 'resting' : 'under way';
      },
    });
    const { projectId, leavesPorts } = memoShape.parse(memo ?? {});
    if (leavesPorts) await tidyPorts(parts, context, projectId ?? scopeProject(context));
    await drainMembersOf(parts, context, id);
  },
  // A server that is gone when a crash has been survived is what the task was for, whoever deleted it.
  async recover(context, target) {
    const id = required(target);
    try {
      const accepted = await acceptedAction(parts, context, id, 'delete');
      if (accepted) return { id, requestId: accepted.request_id };
      await getServer(parts.api, id);
      return undefined;
    } catch (error) {
      if (isGone(error)) return { id };
      throw error;
    }
  },
});
