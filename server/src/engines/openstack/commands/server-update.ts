import type { Command } from '../../engine.ts';
import { askToChange, required, showAtOnce, type Parts } from './parts.ts';

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
    const requestId = await askToChange(parts, context, projectId, {
      method: 'PUT',
      path: `/servers/${encodeURIComponent(id)}`,
      needs: description === undefined ? undefined : DESCRIPTION,
      body: { server: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) } },
    });
    await showAtOnce(parts, context, id);
    return { id, requestId };
  },
});
