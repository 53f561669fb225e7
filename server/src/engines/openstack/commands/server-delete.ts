import { z } from 'zod';
import type { Command } from '../../engine.ts';
import { isGone } from '../client/errors.ts';
import { changingToken, required, showAtOnce, type Parts } from './parts.ts';
import { acceptedAction } from './recover.ts';
import { settle } from './settle.ts';

/** Deletes a server; one that is already gone is a success. */
export const deleteServer = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId } = required(target);
    const as = await changingToken(parts, context, projectId);
    try {
      const { requestId } = await parts.api.ask('compute', {
        method: 'DELETE',
        path: `/servers/${encodeURIComponent(id)}`,
        as,
        requestId: context.requestId,
        signal: context.signal,
        answer: z.unknown(),
      });
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
  async recover(context, target) {
    const { id } = required(target);
    try {
      const accepted = await acceptedAction(parts, context, id, 'delete');
      return accepted && { id, requestId: accepted.request_id };
    } catch (error) {
      if (isGone(error)) return { id };
      throw error;
    }
  },
});
