import { hasArrived } from '@gantry/contract/nouns/servers/expected';
import type { Row } from '../../../../port/store/rows.ts';
import type { Command, CommandContext } from '../../../../port/engine.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { acceptedAction } from './recover.ts';
import { arriveIn, settle, type Seen } from './settle.ts';

type Json = Readonly<Record<string, unknown>>;

/** One action call of the compute service on one server. */
interface ActionRequest<B> {
  /** Body of the call. */
  body(body: B, context: CommandContext): Json | Promise<Json>;
  /** Lowest microversion that knows it; the very first one where absent. */
  needs?(body: B, server: Row): string | undefined;
}

interface ServerAction<B> extends ActionRequest<B> {
  /** Name in the rules of the contract: what status ends the wait. */
  name: string;
  /** The compute service's own name of it in a server's history, where that is another one. */
  recorded?: string;
  /** Where the contract's rule does not say it: whether the server is there. `from`: the node it was on, where known. */
  hasArrived?(server: Seen, from: string | null): boolean;
  /** The server ends as it began, also where the cloud failed: only its history tells. */
  endsInHistory?: boolean;
}

const askFor = async <B>(
  parts: Parts,
  context: CommandContext,
  target: Row,
  body: B,
  request: ActionRequest<B>,
): Promise<string | undefined> => {
  const requestId = await askToChange(parts, context, target.projectId, {
    method: 'POST',
    path: `/servers/${encodeURIComponent(target.id)}/action`,
    needs: request.needs?.(body, target),
    body: await request.body(body, context),
  });
  await refreshNow(parts, context, target.id);
  return requestId;
};

/** Where a server was when it was asked to go. */
interface Origin {
  host: string | null;
}

/** What a memo says of it. */
export const originOf = (memo: unknown): Origin =>
  typeof memo === 'object' && memo !== null && 'host' in memo && typeof memo.host === 'string' ? { host: memo.host } : { host: null };

/** A command that is one action of the compute service on one server. */
export const serverAction = <B>(parts: Parts, action: ServerAction<B>): Command<B> => ({
  async accept(context, target, body) {
    const server = required(target);
    const requestId = await askFor(parts, context, server, body, action);
    return { id: server.id, requestId, memo: originOf(server.document) };
  },
  settle(context, { id, requestId, memo }) {
    const { host } = originOf(memo);
    const isThere = (server: Seen) => (action.hasArrived ? action.hasArrived(server, host) : hasArrived(action.name, server));
    const { endsInHistory = false } = action;
    return settle(parts, context, { id, requestId, look: arriveIn(isThere), endsInHistory });
  },
  async recover(context, id) {
    const accepted = await acceptedAction(parts, context, required(id), action.recorded ?? action.name);
    return accepted && { id: required(id), requestId: accepted.request_id };
  },
});

/** A command that is done when accepted, and changes nothing when requested again. */
export const instantAction = <B>(parts: Parts, request: ActionRequest<B>): Command<B> => ({
  async accept(context, target, body) {
    const server = required(target);
    return { id: server.id, requestId: await askFor(parts, context, server, body, request) };
  },
});
