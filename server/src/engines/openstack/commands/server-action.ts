import { hasArrived } from '@gantry/contract/nouns/servers/rules';
import type { Command } from '../../engine.ts';
import { askToChange, required, showAtOnce, type Parts } from './parts.ts';
import { acceptedAction } from './recover.ts';
import { arriveIn, settle } from './settle.ts';

interface ServerAction<B> {
  /** Name in the rules of the contract: what status ends the wait. */
  name: 'start' | 'stop' | 'reboot';
  /** Body of the compute service's action call. */
  body(body: B): Readonly<Record<string, unknown>>;
}

/** A command that is one action of the compute service on one server. */
export const serverAction = <B>(parts: Parts, action: ServerAction<B>): Command<B> => ({
  async accept(context, target, body) {
    const { id, projectId } = required(target);
    const path = `/servers/${encodeURIComponent(id)}/action`;
    const requestId = await askToChange(parts, context, projectId, { method: 'POST', path, body: action.body(body) });
    await showAtOnce(parts, context, id);
    return { id, requestId };
  },
  settle: (context, { id, requestId }) =>
    settle(parts, context, { id, requestId, look: arriveIn((server) => hasArrived(action.name, server)) }),
  async recover(context, id) {
    const accepted = await acceptedAction(parts, context, required(id), action.name);
    return accepted && { id: required(id), requestId: accepted.request_id };
  },
});
