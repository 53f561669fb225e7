/** Another flavor for a server: while it is shut off, to be confirmed or reverted, or while it runs. */
import { memoryProblem } from '@gantry/contract/nouns/images/rules';
import type { Resize } from '@gantry/contract/nouns/servers/bodies';
import { resizeProblem } from '@gantry/contract/nouns/servers/resize';
import { isLiveResizable, isResizable } from '@gantry/contract/nouns/servers/rules';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { flavorOf } from './documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { reserveGrowth, reservePlace } from './reservations.ts';
import { serverAction } from './actions.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';

const FIELD = 'flavor_id';

/** The flavor that is requested. Throws validation_failed where the server cannot have it. */
async function chosen(
  platform: Platform,
  writer: Writer,
  server: ServerDocument,
  { actor }: CommandContext,
  { flavor_id: id }: Resize,
  live: boolean,
): Promise<ServerDocument['flavor']> {
  const [flavor] = await referenced(platform, 'flavor', [id], actor, FIELD);
  const image = server.image && (await platform.document(writer, 'image', server.image.id));
  const problem = resizeProblem(flavor!, server, live) ?? (image ? memoryProblem(flavor!, image) : undefined);
  if (problem) throw invalid(FIELD, problem);
  return flavorOf(flavor!);
}

/** `server.resize`: the new flavor is reserved beside the old one, on any node. */
export const resizeServer = (platform: Platform): Command<Resize> =>
  serverAction(platform, (body) => ({
    action: 'resize',
    rule: isResizable,
    prepare: async (writer, server, context) => {
      const flavor = await chosen(platform, writer, server, context, body, false);
      await reservePlace(platform, writer, server, { flavor });
    },
  }));

/** `server.liveResize`: what the new flavor needs beyond the old one is reserved where the server runs. */
export const liveResizeServer = (platform: Platform): Command<Resize> =>
  serverAction(platform, (body) => ({
    action: 'liveResize',
    rule: isLiveResizable,
    prepare: async (writer, server, context) => {
      const flavor = await chosen(platform, writer, server, context, body, true);
      await reserveGrowth(platform, writer, server, flavor);
    },
  }));
