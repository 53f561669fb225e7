import { GantryError } from '@gantry/contract/wire/errors';
import { isDeletable } from '@gantry/contract/nouns/servers/rules';
import type { Rule } from '@gantry/contract/wire/verdict';
import type { Writer } from '../../../../store/port.ts';
import type { Acceptance, Command, CommandContext } from '../../../engine.ts';
import { documentOf, type ServerDocument } from '../../platform/documents.ts';
import type { Action } from './plans.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginAction, giveUp, progressOf } from './transitions.ts';
import { acceptedBefore, acceptOnce } from '../../platform/accept.ts';
import { settled } from '../../platform/settle.ts';

/** The server as it is inside the transaction, allowed by the rule. Throws not_found or state_conflict. */
export async function serverNow(
  platform: Platform,
  writer: Writer,
  id: string | null,
  rule: Rule<ServerDocument>,
): Promise<ServerDocument> {
  const row = id === null ? undefined : await platform.row(writer, 'server', id);
  if (!row) throw new GantryError('not_found');
  const server = documentOf('server', row);
  const verdict = rule(server);
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
  return server;
}

/** What a command asks of one server. */
export interface Asked {
  action: Action;
  rule: Rule<ServerDocument>;
  /** Seconds that a guest which is asked has, -1 for as long as it takes. */
  timeout?: number | undefined;
  /** Checks and reserves what the action needs, in the transaction that begins it; throws where that is not to be had. */
  prepare?: (writer: Writer, server: ServerDocument, context: CommandContext) => Promise<{ imageId?: string } | void>;
}

/**
 * A command that sets an existing server on its way. Where the rule lets it take the place of something that is going on, that ends before.
 */
export function serverAction<B = unknown>(platform: Platform, choose: (body: B) => Asked): Command<B> {
  const begin = async (context: CommandContext, id: string | null, body: B): Promise<Acceptance> => {
    platform.assertUp();
    const { action, rule, prepare, timeout } = choose(body);
    return acceptOnce(platform, context, id, async (writer, accepted) => {
      const found = await serverNow(platform, writer, id, rule);
      const server = await giveUp(platform, writer, found, `${action} took its place`);
      const { imageId } = (await prepare?.(writer, server, context)) ?? {};
      const { requestId, actor } = context;
      await beginAction(platform, writer, { server, action, accepted, requestId, userId: actor.userId, imageId, timeout });
      return { id: server.id, done: false };
    });
  };
  return {
    accept: (context, target, body) => begin(context, target?.id ?? null, body),
    settle: (context, acceptance) => settled(platform, context, acceptance, (id, key) => progressOf(platform, id, key)),
    // Beginning is idempotent by task, so a command that had not come through may simply begin now.
    recover: async (context, id, body) => (await acceptedBefore(platform, context, id)) ?? begin(context, id, body),
  };
}

/** A server that is gone when a crash has been survived is what the task was for, whoever deleted it. */
export function deleteServer(platform: Platform): Command {
  const action = serverAction(platform, () => ({ action: 'delete', rule: isDeletable }));
  return {
    ...action,
    recover: async (context, id, body) => {
      const gone = id !== null && !(await platform.row(platform.store.read, 'server', id));
      const before = await acceptedBefore(platform, context, id);
      return gone && !before ? acceptOnce(platform, context, id, async () => ({ id, done: true })) : action.recover?.(context, id, body);
    },
  };
}
