import { z } from 'zod';
import type { Command } from '../../engine.ts';
import { changingToken, required, showAtOnce, type Parts } from './parts.ts';

interface Update {
  name?: string | undefined;
  description?: string | undefined;
}

/** Lowest version in which servers have a description. */
const DESCRIPTION = '2.19';

/** Renames or describes a server. Done as soon as it is accepted; doing it twice changes nothing. */
export const updateServer = (parts: Parts): Command<Update> => ({
  async accept(context, target, { name, description }) {
    const { id, projectId } = required(target);
    const as = await changingToken(parts, context, projectId);
    const { requestId } = await parts.api.ask('compute', {
      method: 'PUT',
      path: `/servers/${encodeURIComponent(id)}`,
      ...(description !== undefined && { needs: DESCRIPTION }),
      body: { server: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) } },
      as,
      requestId: context.requestId,
      signal: context.signal,
      answer: z.unknown(),
    });
    await showAtOnce(parts, context, id);
    return { id, requestId };
  },
});
