import type { Image } from '@gantry/contract/nouns/images/entity';
import { leastVolumeOf } from '@gantry/contract/nouns/images/media';
import type { Row } from '../../../port/store/rows.ts';

/** GiB that an image needs as a disk. */
export const smallestVolume = ({ document }: Row): number =>
  leastVolumeOf({ min_disk: 0, size: null, virtual_size: null, ...(document as Partial<Image>) });
