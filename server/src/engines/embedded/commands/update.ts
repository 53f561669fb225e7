import { isRenamable } from '@gantry/contract/nouns/servers/rules';
import type { Command } from '../../engine.ts';
import type { Platform } from '../platform.ts';
import { putServer } from '../transitions.ts';
import { doneAtOnce } from './accept.ts';
import { serverNow } from './actions.ts';

interface Change {
  name?: string | undefined;
  description?: string | undefined;
}

/** `server.update`: changes name and description; done when accepted. */
export const updateServer = (platform: Platform): Command<Change> =>
  doneAtOnce(platform, async (writer, { id, body }) => {
    const server = await serverNow(platform, writer, id, isRenamable);
    await putServer(platform, writer, {
      ...server,
      name: body.name ?? server.name,
      description: body.description ?? server.description,
      updated: platform.now(),
    });
    return server.id;
  });
