import { isDeletable } from '@gantry/contract/nouns/servers/rules';
import type { Rule } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import type { Acceptance, Command, CommandContext } from '../../../port/engine.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Action } from '../../../engines/embedded/platform/plans.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { beginAction, giveUp, progressOf } from './transitions.ts';
import { acceptAnew, acceptedBefore, acceptOnce } from '../../../engines/embedded/platform/accept.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';

/** What a command asks of one server. */
export interface ActionRequest {
  action: Action;
  rule: Rule<ServerDocument>;
  /** Seconds that a guest which is asked has, -1 for as long as it takes. */
  timeout?: number | undefined;
  /** Checks and reserves what the action needs, in the transaction that begins it; throws where that is not to be had. */
  prepare?: (
    writer: Writer,
    server: ServerDocument,
    context: CommandContext,
  ) => Promise<{ imageId?: string; report?: Acceptance['report'] } | void>;
}

/**
 * A command that sets an existing server on its way. Where the rule lets it take the place of something that is going on, that ends before.
 */
export function serverAction<B = unknown>(platform: Platform, choose: (body: B) => ActionRequest): Command<B> {
  return {
    ...acceptAnew<B>(platform, async (writer, { context, id, body }, accepted) => {
      const { action, rule, prepare, timeout } = choose(body);
      const found = await documentFor({ platform, writer }, 'server', id, rule);
      const server = await giveUp(platform, writer, found, `${action} took its place`);
      const { imageId, report } = (await prepare?.(writer, server, context)) ?? {};
      const { requestId, actor } = context;
      await beginAction(platform, writer, { server, action, accepted, requestId, userId: actor.userId, imageId, timeout });
      return { id: server.id, report, done: false };
    }),
    settle: (context, acceptance) => settled(platform, context, acceptance, (id, key) => progressOf(platform, id, key)),
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
