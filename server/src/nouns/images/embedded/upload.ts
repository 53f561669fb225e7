import type { DiskFound } from '@gantry/contract/nouns/images/disks/disk';
import type { ImageCreate } from '@gantry/contract/nouns/images/bodies';
import { imageKind } from '@gantry/contract/nouns/images/entity';
import { containerOf, DEFAULT_DISTRO, typeOfFormat } from '@gantry/contract/nouns/images/formats';
import { ISO } from '@gantry/contract/nouns/images/media';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { GIB, type ImageDocument } from '../../../engines/embedded/platform/documents.ts';
import type { NewResource, CommandRequest } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putImage } from '../../../engines/embedded/platform/rows.ts';
import { hasAgent } from '../../servers/embedded/documents.ts';
import { newImage } from './documents.ts';
import { DIGEST, removeImage, writeImage } from './files.ts';

const FULL = { params: { resource: 'image_storage' } };
/** Pages in which a project's images are added up. */
const PAGE = 200;

/** Bytes that a project may still put into images. */
async function roomOf({ store, settings }: Platform, { project_id: projectId, domain_id: domainId }: ImageDocument): Promise<number> {
  let used = 0;
  const scope = { type: 'project' as const, projectId: projectId ?? '', domainId: domainId ?? '' };
  for (let marker: string | undefined; ;) {
    const page = await store.read.list({
      kind: imageKind,
      visibility: { scope, userId: '', domainId: '' },
      filters: {},
      sort: { key: 'name', descending: false },
      limit: PAGE,
      marker,
    });
    for (const row of page.rows) if (row.projectId === projectId) used += row.document.size ?? 0;
    marker = page.marker;
    if (marker === undefined) return settings.imageStorage * GIB - used;
  }
}

/** What a new image is before its bytes are there. Throws quota_exceeded where those are more than its project may have. */
export async function imageOf({ platform, context, body }: CommandRequest<ImageCreate>, fresh: NewResource): Promise<ImageDocument> {
  const { id, created_at, project_id, domain_id } = fresh;
  const { name, disk_format, container_format = containerOf(disk_format), hw_firmware_type = null, os_type = null } = body;
  const { os_distro = DEFAULT_DISTRO, min_disk = 0, min_ram = 0, protected: isProtected = false, visibility = 'private' } = body;
  const image: ImageDocument = {
    ...newImage,
    id,
    name,
    disk_format,
    container_format,
    hw_firmware_type,
    os_type,
    os_distro,
    min_disk,
    min_ram,
    visibility,
    type: typeOfFormat(disk_format),
    protected: isProtected,
    allow_set_password: disk_format !== ISO && hasAgent({ os_type, disk_format }),
    status: 'queued',
    size: null,
    created_at,
    updated_at: created_at,
    project_id,
    domain_id,
  };
  const size = context.bytes?.size ?? 0;
  if (size > (await roomOf(platform, image))) throw new GantryError('quota_exceeded', FULL);
  return image;
}

/** Takes in the bytes of an image that is there already; where that comes to nothing, the image goes again. */
export const filling = (platform: Platform): NonNullable<Command<ImageCreate>['settle']> => {
  const change = (id: string, members: Partial<ImageDocument>) =>
    platform.change(async (writer) => {
      const image = await platform.document(writer, 'image', id);
      if (!image) throw new GantryError('not_found');
      await putImage(platform, writer, { ...image, ...members, updated_at: platform.now() });
      return image;
    });
  const discard = async (id: string): Promise<void> => {
    await platform.change((writer) => writer.remove(platform.key('image', id)));
    await removeImage(platform, id);
  };
  const fill = async ({ bytes, signal, progress }: CommandContext, id: string): Promise<void> => {
    if (!bytes) throw new GantryError('interrupted', { detail: 'the server ended while the bytes were sent' });
    const image = await change(id, { status: 'saving' });
    const most = await roomOf(platform, image);
    const onBytes = (count: number): void => void (bytes.size !== null && progress(count / bytes.size));
    const written = await writeImage(platform, id, bytes.stream, { size: bytes.size, most, signal, onBytes });
    if (written.bytes > (await roomOf(platform, image))) throw new GantryError('quota_exceeded', FULL);
    const { virtualSize } = bytes.found as DiskFound;
    const digest = { os_hash_algo: DIGEST, os_hash_value: written.digest };
    await change(id, { status: 'active', size: written.bytes, virtual_size: virtualSize ?? written.bytes, ...digest });
  };
  return async (context, { id }) => {
    const there = await platform.document(platform.store.read, 'image', id);
    // Its end was not stored before the process died.
    if (there?.status === 'active') return;
    try {
      await fill(context, id);
    } catch (error) {
      context.bytes?.stream.destroy();
      await discard(id);
      throw error;
    }
  };
};
