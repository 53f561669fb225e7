import type { VolumeExtend } from '@gantry/contract/nouns/volumes/bodies';
import { isGrowth, isVolumeExtendable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, Command, CommandContext, Engine } from '../../engine.ts';
import type { Platform } from '../platform.ts';
import { beginVolumeExtension } from '../volume-extension.ts';
import { acceptedBefore, acceptOnce } from './accept.ts';
import { invalid } from './seen.ts';
import { settled } from './settle.ts';

/** Lets a volume grow, also one that a server has. */
function extendVolume(platform: Platform): Command<VolumeExtend> {
  const begin = async (context: CommandContext, id: string | null, body: VolumeExtend): Promise<Acceptance> => {
    platform.assertUp();
    return acceptOnce(platform, context, id, async (writer, accepted) => {
      const volume = id === null ? undefined : await platform.document(writer, 'volume', id);
      if (!volume) throw new GantryError('not_found');
      // The platform gives a volume to one server only.
      const [attachment] = volume.attachments;
      const server = attachment && (await platform.document(writer, 'server', attachment.server_id));
      const verdict = isVolumeExtendable(volume, server ? [server] : []);
      if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
      const growth = isGrowth(volume, body);
      if (growth !== true) throw invalid('size', growth);
      const { requestId, actor } = context;
      const by = body.size - volume.size;
      await beginVolumeExtension(platform, writer, { volume, server, by, accepted, requestId, userId: actor.userId });
      return { id: volume.id, done: false };
    });
  };
  return {
    accept: (context, target, body) => begin(context, target?.id ?? null, body),
    settle: (context, acceptance) => settled(platform, context, acceptance),
    recover: async (context, id, body) => (await acceptedBefore(platform, context, id)) ?? begin(context, id, body),
  };
}

/** What is done with volumes themselves, by the names of the contract's calls. */
export const volumeCommands = (platform: Platform): Engine['commands'] => ({ 'volume.extend': extendVolume(platform) });
