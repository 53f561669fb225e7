import type { ImageCreate, ImageUpdate } from '@gantry/contract/nouns/images/bodies';
import { imageKind } from '@gantry/contract/nouns/images/entity';
import { isPublic } from '@gantry/contract/nouns/images/formats';
import { isImageChangeable, isImageDeletable, isImageReactivatable, isImageUsable } from '@gantry/contract/nouns/images/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { ImageDocument } from '../../../engines/embedded/platform/documents.ts';
import {
  documentFor,
  lifecycle,
  type NewResource,
  type CommandRequest,
  type NounParts,
} from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { actingOf } from '../../users/embedded/rights.ts';
import { removeImage } from './files.ts';
import { sharesOf, sharing } from './sharing.ts';
import { filling, imageOf } from './upload.ts';

/** Only who works on the whole system gives an image to all projects, or takes it from them. Throws forbidden. */
async function assertSystemAdmin({ platform, writer, context }: CommandRequest<unknown>): Promise<void> {
  if (context.actor.scope.type === 'system' || (await actingOf(platform, writer, context)).system) return;
  throw new GantryError('forbidden');
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
  const { commands, asyncOperations } = lifecycle<'image', ImageCreate, ImageUpdate>(platform, {
    kind: imageKind,
    of: 'project',
    creators: { create: created },
    change: changed,
    sharesOf,
    mayChange: (image) => isImageChangeable(image),
    mayDelete: (image) => isImageDeletable(image),
    closed: (_platform, _writer, { id }) => removeImage(platform, id),
  });
  /** An image gets a status, unless it has it when a crash has been survived. */
  const setting = (status: string, rule: Rule<ImageDocument>) =>
    doneAtOnce(platform, async (writer, { id, again }) => {
      const image = await documentFor({ platform, writer }, 'image', id, again ? undefined : rule);
      await putOwned(platform, writer, 'image', { ...image, status, updated_at: platform.now() });
      return image.id;
    });
  return {
    commands: {
      ...commands,
      ...sharing(platform),
      'image.create': { ...commands['image.create']!, settle: filling(platform) },
      'image.deactivate': setting('deactivated', isImageUsable),
      'image.reactivate': setting('active', isImageReactivatable),
    },
    asyncOperations,
  };
}

const created = async (request: CommandRequest<ImageCreate>, fresh: NewResource): Promise<ImageDocument> => {
  const image = await imageOf(request, fresh);
  if (isPublic(image)) await assertSystemAdmin(request);
  return image;
};
