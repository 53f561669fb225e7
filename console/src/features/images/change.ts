import { imageUpdateBody, type ImageUpdate } from '@gantry/contract/nouns/images/bodies';
import type { Image } from '@gantry/contract/nouns/images/entity';
import { isPublic } from '@gantry/contract/nouns/images/formats';
import { z } from 'zod';
import type { Change } from '../../app/view/forms.ts';

const shape = z.object({
  name: z.string(),
  description: z.string(),
  os_distro: z.string(),
  min_disk: z.number().optional(),
  min_ram: z.number().optional(),
  protected: z.boolean(),
  isPublic: z.boolean(),
});

/** What changes: who sees an image stays as it is unless it is given to all projects, or taken from them. */
const schemaOf = (image: Image): z.ZodType<ImageUpdate, z.input<typeof shape>> =>
  shape
    .transform(({ isPublic: toAll, min_disk = 0, min_ram = 0, ...words }): z.input<typeof imageUpdateBody> => ({
      ...words,
      min_disk,
      min_ram,
      ...(toAll !== isPublic(image) && { visibility: toAll ? 'public' : 'private' }),
    }))
    .pipe(imageUpdateBody);

/** Changes what is said of an image, and what it needs; administrators share it with everybody. */
export const change: Change<Image, 'images', z.input<typeof shape>, ImageUpdate> = {
  schema: schemaOf,
  draftOf: (image) => {
    const { name, description, os_distro, min_disk, min_ram, protected: isProtected } = image;
    return { name, description: description ?? '', os_distro, min_disk, min_ram, protected: isProtected, isPublic: isPublic(image) };
  },
};
