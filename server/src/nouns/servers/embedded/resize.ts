/** Another flavor for a server: while it is shut off, to be confirmed or reverted, or while it runs. */
import { memoryProblem } from '@gantry/contract/nouns/images/rules';
import type { Resize } from '@gantry/contract/nouns/servers/bodies';
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
): Promise<ServerDocument['flavor']> {
  const [flavor] = await referenced(platform, 'flavor', [id], actor, FIELD);
  if (id === server.flavor.id) throw invalid(FIELD, { code: 'flavor_same' });
  if (flavor!.disk < server.flavor.disk) throw invalid(FIELD, { code: 'flavor_disk_smaller', params: { disk: server.flavor.disk } });
  const image = server.image && (await platform.document(writer, 'image', server.image.id));
  const problem = image && memoryProblem(flavor!, image);
  if (problem) throw invalid(FIELD, problem);
  return flavorOf(flavor!);
}

/** `server.resize`: the new flavor is reserved beside the old one, on any node. */
export const resizeServer = (platform: Platform): Command<Resize> =>
  serverAction(platform, (body) => ({
    action: 'resize',
    rule: isResizable,
    prepare: async (writer, server, context) => {
      const flavor = await chosen(platform, writer, server, context, body);
      await reservePlace(platform, writer, server, { flavor });
    },
  }));

/** `server.liveResize`: what the new flavor needs beyond the old one is reserved where the server runs. */
export const liveResizeServer = (platform: Platform): Command<Resize> =>
  serverAction(platform, (body) => ({
    action: 'liveResize',
    rule: isLiveResizable,
    prepare: async (writer, server, context) => {
      const flavor = await chosen(platform, writer, server, context, body);
      const { max_vcpu: vcpus, max_mem: ram } = server;
      if (vcpus !== null && ram !== null && (flavor.vcpus > vcpus || flavor.ram > ram))
        throw invalid(FIELD, { code: 'flavor_beyond_live', params: { vcpus, ram } });
      await reserveGrowth(platform, writer, server, flavor);
    },
  }));
