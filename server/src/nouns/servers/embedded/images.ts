/** Images that a server boots from, is written over with, or becomes. */
import { imageProblem, memoryProblem } from '@gantry/contract/nouns/images/rules';
import { randomUUID } from 'node:crypto';
import { rebuildProblem } from '@gantry/contract/nouns/servers/boot-disk';
import type { CreateImage, Rebuild, Rescue } from '@gantry/contract/nouns/servers/bodies';
import { isImageable, isRebuildable, isRescuable } from '@gantry/contract/nouns/servers/rules';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { newImage } from '../../images/embedded/documents.ts';
import type { ImageDocument, ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putImage } from '../../../engines/embedded/platform/rows.ts';
import { serverAction } from './actions.ts';
import { assertOffered } from './bound.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';

const FIELD = 'image_id';

/** An image that the server can boot from. Throws validation_failed. */
async function bootable(platform: Platform, server: ServerDocument, { actor }: CommandContext, id: string): Promise<ImageDocument> {
  const image = (await referenced(platform, 'image', [id], actor, FIELD))[0]!;
  const problem = imageProblem(image) ?? memoryProblem(server.flavor, image);
  if (problem) throw invalid(FIELD, problem);
  return image;
}

const bootVolume = async (platform: Platform, writer: Writer, { volumes: [boot] }: ServerDocument) =>
  boot && (await platform.document(writer, 'volume', boot.id));

/** `server.rescue`: from the image that is given, or its own. */
export const rescueServer = (platform: Platform): Command<Rescue> =>
  serverAction(platform, (body) => ({
    action: 'rescue',
    rule: isRescuable,
    prepare: async (_writer, server, context) => {
      const id = body.image_id ?? server.image?.id;
      if (id === undefined) throw invalid(FIELD, { code: 'required' });
      return { imageId: (await bootable(platform, server, context, id)).id };
    },
  }));

/** `server.rebuild`: the boot disk stays the same volume. */
export const rebuildServer = (platform: Platform): Command<Rebuild> =>
  serverAction(platform, (body) => ({
    action: 'rebuild',
    rule: isRebuildable,
    prepare: async (writer, server, context) => {
      const image = await bootable(platform, server, context, body.image_id);
      await assertOffered(platform, writer, server, image.traits, FIELD);
      const boot = await bootVolume(platform, writer, server);
      const tooLarge = boot && rebuildProblem(image, boot.size);
      if (tooLarge) throw invalid(FIELD, tooLarge);
      return { imageId: image.id };
    },
  }));

/** `server.createImage`: an image of the boot disk, for the server's project; it outlives the server. */
export const createImage = (platform: Platform): Command<CreateImage> =>
  serverAction(platform, ({ name }) => ({
    action: 'createImage',
    rule: isImageable,
    prepare: async (writer, server) => {
      const boot = await bootVolume(platform, writer, server);
      const from = server.image && (await platform.document(writer, 'image', server.image.id));
      const now = platform.now();
      const image: ImageDocument = {
        ...newImage,
        id: randomUUID(),
        name,
        status: 'queued',
        type: 'template',
        disk_format: 'raw',
        size: null,
        min_disk: boot?.size ?? server.flavor.disk,
        min_ram: from?.min_ram ?? 0,
        os_type: server.image?.os_type ?? boot?.volume_image_metadata?.os_type ?? null,
        username: server.username,
        allow_set_password: server.allow_set_password,
        hw_firmware_type: boot?.volume_image_metadata?.hw_firmware_type ?? null,
        created_at: now,
        updated_at: now,
        project_id: server.project_id,
        domain_id: server.domain_id,
      };
      await putImage(platform, writer, image);
      return { imageId: image.id, report: { image_id: image.id } };
    },
  }));
