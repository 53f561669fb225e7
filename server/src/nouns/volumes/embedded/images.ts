/** Images that are made of volumes, and of snapshots of them. */
import { randomUUID } from 'node:crypto';
import type { UploadToImage } from '@gantry/contract/nouns/volumes/bodies';
import { isVolumeImageableNow } from '@gantry/contract/nouns/volumes/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { acceptAnew } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import { GIB, type ImageDocument, type VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putImage } from '../../../engines/embedded/platform/rows.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import { newImage } from '../../images/embedded/documents.ts';
import { hasAgent } from '../../servers/embedded/documents.ts';
import { rested, serversOf } from './attachments.ts';

/** The image that is made. */
export type Imaging = Readonly<{ imageId: string }>;

/** Writes an image that has no bytes yet, of a volume of this size (GiB). */
export async function beginImage(platform: Platform, writer: Writer, volume: VolumeDocument, name: string): Promise<Imaging> {
  const { volume_image_metadata: source, size, project_id, domain_id } = volume;
  const now = platform.now();
  const image: ImageDocument = {
    ...newImage,
    id: randomUUID(),
    name,
    status: 'saving',
    type: 'template',
    disk_format: 'raw',
    size: null,
    min_disk: size,
    os_type: source?.os_type ?? null,
    username: source?.os_admin_user ?? null,
    allow_set_password: source !== null && hasAgent(source),
    hw_firmware_type: source?.hw_firmware_type ?? null,
    created_at: now,
    updated_at: now,
    project_id,
    domain_id,
  };
  await putImage(platform, writer, image);
  return { imageId: image.id };
}

/** The bytes are there. Returns why they are not; null where they are. */
export async function endImage(platform: Platform, writer: Writer, { imageId }: Imaging): Promise<string | null> {
  const image = await platform.document(writer, 'image', imageId);
  if (!image) return 'the image is gone';
  const bytes = image.min_disk * GIB;
  await putImage(platform, writer, { ...image, status: 'active', size: bytes, virtual_size: bytes, updated_at: platform.now() });
  return null;
}

/** Nothing comes of it. */
export async function dropImage(platform: Platform, writer: Writer, { imageId }: Imaging): Promise<void> {
  await writer.remove(platform.key('image', imageId));
}

export const imaging: AsyncOperation<'volume', Imaging> = {
  kind: 'volume',
  does: 'volume.uploadToImage',
  timing: 'image',
  through: () => ['uploading'],
  end: async (platform, writer, volume, details) => ({ document: rested(volume), failure: await endImage(platform, writer, details) }),
};

/** Makes an image of a volume that nobody writes to meanwhile. */
export const uploadVolume = (platform: Platform): Command<UploadToImage> => ({
  ...acceptAnew<UploadToImage>(platform, async (writer, { id, body }, accepted) => {
    const volume = await documentFor({ platform, writer }, 'volume', id);
    assertAllowed(isVolumeImageableNow(volume, await serversOf(platform, writer, volume)));
    const details = await beginImage(platform, writer, volume, body.image_name);
    await beginChange(platform, writer, imaging, { document: volume, accepted, details });
    return { id: volume.id, report: { image_id: details.imageId }, done: false };
  }),
  settle: (context, acceptance) => settled(platform, context, acceptance),
});
