import { imageProblem, memoryProblem } from '@gantry/contract/nouns/images/rules';
import type { Rebuild, Rescue } from '@gantry/contract/nouns/servers/bodies';
import { rebuildProblem } from '@gantry/contract/nouns/servers/boot-disk';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { bootVolumeOf } from '@gantry/contract/nouns/servers/rules';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { Row } from '../../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../../port/engine.ts';
import { required, type Parts } from '../../../../engines/openstack/commands/parts.ts';
import { visibilityOfActor } from '../../../../store/visibility/visibility.ts';
import { diskOf } from '../../../images/openstack/disk.ts';
import { serverAction } from './action.ts';

/** Lowest versions that rescue and rebuild a server whose boot disk is a volume. */
const RESCUE_OF_VOLUME = '2.87';
const REBUILD_OF_VOLUME = '2.93';

const ofVolume = (version: string, { document }: Row): string | undefined => (document['boots_from_volume'] === true ? version : undefined);

/** What a server boots from. */
export const diskCommands = (parts: Parts): Engine['commands'] => ({
  'server.rescue': rescueServer(parts),
  'server.unrescue': serverAction(parts, { name: 'unrescue', body: () => ({ unrescue: null }) }),
  'server.rebuild': rebuildServer(parts),
});

/** Throws validation_failed where a server cannot boot from an image that it is given; of one that is not seen the cloud judges. */
async function assertBoots(
  { store, actor }: CommandContext,
  server: Row,
  imageId: string,
  more?: (image: Row) => Promise<CodedText | undefined>,
): Promise<void> {
  const image = await store.read.find('image', imageId, visibilityOfActor(actor));
  if (!image) return;
  const { flavor } = server.document as Partial<Server>;
  const { status, min_ram: least } = image.document;
  const problem =
    imageProblem({ status: String(status) }) ??
    memoryProblem({ ram: Number(flavor?.ram) }, { min_ram: Number(least) }) ??
    (await more?.(image));
  if (problem) throw new GantryError('validation_failed', { fields: { image_id: [problem] } });
}

/** Rescue by an image that is in use and has memory enough, or by the server's own. Throws validation_failed. */
function rescueServer(parts: Parts): Command<Rescue> {
  const action = serverAction<Rescue>(parts, {
    name: 'rescue',
    needs: (_body, server) => ofVolume(RESCUE_OF_VOLUME, server),
    body: ({ image_id: image }) => ({ rescue: image === undefined ? {} : { rescue_image_ref: image } }),
  });
  return {
    ...action,
    async accept(context, target, body) {
      if (body.image_id !== undefined) await assertBoots(context, required(target), body.image_id);
      return action.accept(context, target, body);
    },
  };
}

/** Rebuild onto an image that the boot disk holds. Throws validation_failed. */
function rebuildServer(parts: Parts): Command<Rebuild> {
  const action = serverAction<Rebuild>(parts, {
    name: 'rebuild',
    needs: (_body, server) => ofVolume(REBUILD_OF_VOLUME, server),
    body: ({ image_id: image }) => ({ rebuild: { imageRef: image } }),
    endsInHistory: true,
  });
  return {
    ...action,
    async accept(context, target, body) {
      const server = required(target);
      await assertBoots(context, server, body.image_id, async (image) => rebuildProblem(diskOf(image), await bootDiskOf(context, server)));
      return action.accept(context, target, body);
    },
  };
}

/** GiB of what a server boots from, as the mirror knows it; 0 where it does not. */
async function bootDiskOf({ store }: CommandContext, { engine, document }: Row): Promise<number> {
  const { volumes = [], boots_from_volume: isVolume = false, flavor } = document as Partial<Server>;
  if (!isVolume) return flavor?.disk ?? 0;
  const id = bootVolumeOf({ volumes, boots_from_volume: isVolume });
  const volume = id === undefined ? undefined : await store.read.get({ engine, kind: 'volume', id });
  return Number(volume?.document.size ?? 0);
}
