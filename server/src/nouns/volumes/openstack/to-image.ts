/** Images that the volume service makes of volumes. */
import { z } from 'zod';
import type { UploadToImage } from '@gantry/contract/nouns/volumes/bodies';
import { isVolumeImageableNow } from '@gantry/contract/nouns/volumes/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { required, refreshNow, sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { statusNow, untilDone } from '../../../engines/openstack/commands/wait.ts';
import { untilUsable } from '../../images/openstack/usable.ts';
import { actionOn, found, KIND } from './action.ts';
import { volumes } from './client.ts';

const ACTION = 'os-volume_upload_image';
const answer = z.object({ [ACTION]: z.object({ image_id: z.string() }) });
const memoShape = z.object({ imageId: z.string().nullable() });

/** Asks for an image of a volume. `force`: a server has it. Returns the image's id, which nobody has seen yet. */
export async function askForImage(
  parts: Parts,
  context: CommandContext,
  volume: { id: string; projectId: string | null },
  { name, force }: { name: string; force: boolean },
): Promise<{ imageId: string; requestId: string | undefined }> {
  const wanted = { image_name: name, disk_format: 'raw', container_format: 'bare', force };
  const made = await sendChange(parts, context, volume.projectId, { ...actionOn(volume.id, { [ACTION]: wanted }), answer });
  const imageId = made.body[ACTION]!.image_id;
  await Promise.all([refreshNow(parts, context, imageId, 'image'), refreshNow(parts, context, volume.id, KIND)]);
  return { imageId, requestId: made.requestId };
}

/** Waits until a volume is no longer read for an image. */
export const untilRead = (parts: Parts, context: CommandContext, id: string, requestId: string | undefined): Promise<void> =>
  untilDone(parts, context, requestId, async () => ((await statusNow(parts, KIND, id)) === 'uploading' ? 'under way' : 'done'));

/** Makes an image of a volume that nobody writes to: done when the image can be used. */
export const uploadVolume = (parts: Parts): Command<UploadToImage> => ({
  async accept(context, target, { image_name: name }) {
    const { row, volume, servers } = await found(parts, context, required(target).id);
    assertAllowed(isVolumeImageableNow(volume, servers));
    const { imageId, requestId } = await askForImage(parts, context, row, { name, force: volume.status === 'in-use' });
    return { id: row.id, requestId, memo: { imageId }, report: { image_id: imageId } };
  },
  async settle(context, { id, requestId, memo }) {
    const { imageId } = memoShape.parse(memo);
    await untilRead(parts, context, id, requestId);
    if (imageId !== null) await untilUsable(parts, context, imageId, requestId);
  },
  // The service keeps no mark: what is being read has been asked for.
  async recover(_context, target) {
    const id = required(target);
    const volume = await ignoreNotFound(volumes.get(parts.api, id));
    return volume?.status === 'uploading' ? { id, memo: { imageId: null } } : undefined;
  },
});
