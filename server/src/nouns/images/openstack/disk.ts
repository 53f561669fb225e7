import type { Image } from '@gantry/contract/nouns/images/entity';
import { leastVolumeOf, type ImageDisk } from '@gantry/contract/nouns/images/media';
import type { Row } from '../../../port/store/rows.ts';

/** What of an image says how large a disk of it is. */
export const diskOf = ({ document }: Row): ImageDisk & { disk_format: string | null } => ({
  min_disk: 0,
  disk_format: null,
  ...(document as Partial<Image>),
});

/** GiB that an image needs as a disk. */
export const smallestVolume = (image: Row): number => leastVolumeOf(diskOf(image));
