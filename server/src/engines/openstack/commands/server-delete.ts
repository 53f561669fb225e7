import type { Command } from '../../engine.ts';
import { isGone } from '../client/errors.ts';
import { getServer } from '../client/nova.ts';
import { askToChange, required, showAtOnce, type Parts } from './parts.ts';
import { acceptedAction } from './recover.ts';
import { settle } from './settle.ts';

/** Deletes a server; one that is already gone is a success. */
export const deleteServer = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId } = required(target);
    try {
      const path = `/servers/${encodeURIComponent(id)}`;
      const requestId = await askToChange(parts, context, projectId, { method: 'DELETE', path });
      await showAtOnce(parts, context, id);
      return { id, requestId };
    } catch (error) {
      if (!isGone(error)) throw error;
      await showAtOnce(parts, context, id);
      return { id };
    }
  },
  settle: (context, { id, requestId }) =>
    settle(parts, context, {
      id,
      requestId,
      look: (server) => {
        if (!server || server.status === 'DELETED' || server.status === 'SOFT_DELETED') return 'arrived';
        return server.task_state === null ? 'resting' : 'under way';
      },
    }),
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
