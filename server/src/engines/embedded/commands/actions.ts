import { GantryError } from '@gantry/contract/wire/errors';
import type { Reboot } from '@gantry/contract/nouns/servers/calls';
import { isDeletable, isHardRebootable, isRebootable, isStartable, isStoppable } from '@gantry/contract/nouns/servers/rules';
import type { Rule } from '@gantry/contract/wire/verdict';
import type { Row, Writer } from '../../../store/port.ts';
import type { Command } from '../../engine.ts';
import { documentOf, type ServerDocument } from '../documents.ts';
import type { Action } from '../plans.ts';
import type { Platform } from '../platform.ts';
import { beginAction } from '../transitions.ts';
import { acceptedBefore, acceptOnce } from './accept.ts';
import { settled } from './settle.ts';

/** The server as it is inside the transaction, allowed by the rule. Throws not_found or state_conflict. */
export async function serverNow(
  platform: Platform,
  writer: Writer,
  target: Row | null,
  rule: Rule<ServerDocument>,
): Promise<ServerDocument> {
  const row = target && (await platform.row(writer, 'server', target.id));
  if (!row) throw new GantryError('not_found');
  const server = documentOf('server', row);
  const verdict = rule(server);
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
  return server;
}

/** A command that sets an existing server on its way. */
function serverAction<B>(platform: Platform, choose: (body: B) => { action: Action; rule: Rule<ServerDocument> }): Command<B> {
  const accept: Command<B>['accept'] = async (context, target, body) => {
    platform.assertUp();
    const { action, rule } = choose(body);
    return acceptOnce(platform, context, target, async (writer, accepted) => {
      const server = await serverNow(platform, writer, target, rule);
      // Only a server that is being built has no node yet, and nothing can be done to that.
      if (server.host === null) throw new Error(`server ${server.id} rests without a node`);
      const { requestId, actor } = context;
      await beginAction(platform, writer, { server, action, nodeId: server.host, accepted, requestId, userId: actor.userId });
      return { id: server.id, done: false };
    });
  };
  return {
    accept,
    settle: (context, acceptance) => settled(platform, context, acceptance),
    recover: async (context, target, body) => (await acceptedBefore(platform, context, target)) ?? accept(context, target, body),
  };
}

export const startServer = (platform: Platform): Command => serverAction(platform, () => ({ action: 'start', rule: isStartable }));

export const stopServer = (platform: Platform): Command => serverAction(platform, () => ({ action: 'stop', rule: isStoppable }));

export const rebootServer = (platform: Platform): Command<Reboot> =>
  serverAction(platform, ({ type }: Reboot) =>
    type === 'HARD' ? { action: 'hardReboot', rule: isHardRebootable } : { action: 'reboot', rule: isRebootable },
  );

export const deleteServer = (platform: Platform): Command => serverAction(platform, () => ({ action: 'delete', rule: isDeletable }));
