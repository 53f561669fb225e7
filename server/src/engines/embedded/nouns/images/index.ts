import type { ImageCreate, ImageUpdate } from '@gantry/contract/nouns/images/bodies';
import { imageKind } from '@gantry/contract/nouns/images/entity';
import { isPublic } from '@gantry/contract/nouns/images/formats';
import { isImageChangeable, isImageDeletable } from '@gantry/contract/nouns/images/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Share } from '../../../../store/port/rows.ts';
import { sharedWith } from '../../../shared-with.ts';
import type { ImageDocument } from '../../platform/documents.ts';
import { kept, type Born, type CommandRequest, type NounParts } from '../../platform/kept.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeImage } from './files.ts';
import { filling, imageOf } from './upload.ts';

/** Who else sees an image: everybody, or the projects that it is shared with. */
function sharesOf({ visibility, members }: ImageDocument): Share[] {
  if (visibility === 'public') return sharedWith('everyone');
  return visibility === 'shared' ? (members ?? []).map(({ project_id: id, status: state }) => ({ target: `project:${id}`, state })) : [];
}

/** Only administrators of the system give an image to all projects, or take it from them. Throws forbidden. */
async function assertSystemAdmin({ platform, writer, context }: CommandRequest<unknown>): Promise<void> {
  const user = await platform.document(writer, 'user', context.actor.userId);
  if (user?.role !== 'system_admin') throw new GantryError('forbidden');
}

/** What an image becomes. Throws forbidden where somebody who is no administrator of the system gives it to all projects, or takes it from them. */
async function changed(image: ImageDocument, request: CommandRequest<ImageUpdate>): Promise<ImageDocument> {
  const { platform, body } = request;
  const { name = image.name, description = image.description, os_type = image.os_type, os_distro = image.os_distro } = body;
  const { min_disk = image.min_disk, min_ram = image.min_ram, protected: isProtected = image.protected } = body;
  const { visibility = image.visibility } = body;
  const words = { name, description: description || null, os_type, os_distro };
  const next = { ...image, ...words, min_disk, min_ram, protected: isProtected, visibility, updated_at: platform.now() };
  if (isPublic(next) === isPublic(image)) return next;
  await assertSystemAdmin(request);
  return next;
}

/** What servers and volumes are made of. */
export function images(platform: Platform): NounParts {
  const { commands, lastings } = kept<'image', ImageCreate, ImageUpdate>(platform, {
    kind: imageKind,
    of: 'project',
    makes: { create: created },
    change: changed,
    sharesOf,
    mayChange: (image) => isImageChangeable(image),
    mayDelete: (image) => isImageDeletable(image),
    closed: (_platform, _writer, { id }) => removeImage(platform, id),
  });
  return { commands: { ...commands, 'image.create': { ...commands['image.create']!, settle: filling(platform) } }, lastings };
}

const created = async (request: CommandRequest<ImageCreate>, born: Born): Promise<ImageDocument> => {
  const image = await imageOf(request, born);
  if (isPublic(image)) await assertSystemAdmin(request);
  return image;
};
