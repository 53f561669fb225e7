import { isRenamable } from '@gantry/contract/nouns/servers/rules';
import type { Command } from '../../engine.ts';
import type { Platform } from '../platform.ts';
import { putServer } from '../transitions.ts';
import { acceptedBefore, acceptOnce } from './accept.ts';
import { serverNow } from './actions.ts';

interface Change {
  name?: string | undefined;
  description?: string | undefined;
}

/** `server.update`: changes name and description; done when accepted. */
export function updateServer(platform: Platform): Command<Change> {
  const accept: Command<Change>['accept'] = async (context, target, { name, description }) => {
    platform.assertUp();
    return acceptOnce(platform, context, target, async (writer) => {
      const server = await serverNow(platform, writer, target, isRenamable);
      await putServer(platform, writer, {
        ...server,
        name: name ?? server.name,
        description: description ?? server.description,
        updated: platform.now(),
      });
      return { id: server.id, done: true };
    });
  };
  return {
    accept,
    recover: async (context, target, body) => (await acceptedBefore(platform, context, target)) ?? accept(context, target, body),
  };
}
