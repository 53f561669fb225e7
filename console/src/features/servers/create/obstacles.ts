import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import type { Image } from '@gantry/contract/nouns/images/entity';

/** What stands against a choice, as a key of the texts with the size it needs in bytes. */
export type Obstacle =
  { code: 'too-little-ram' | 'too-little-disk'; bytes: number } | { code: 'image-not-active'; status: string } | undefined;

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** An image that is not active cannot be booted from. */
export const imageObstacle = (image: Pick<Image, 'status'>): Obstacle =>
  image.status === 'active' ? undefined : { code: 'image-not-active', status: image.status };

/**
 * A flavor has to hold the image.
 * @param volumeGib size asked for the boot volume; where there is one the flavor's own disk does not count.
 */
export function flavorObstacle(
  flavor: Pick<Flavor, 'ram' | 'disk'>,
  image: Pick<Image, 'min_ram' | 'min_disk'> | undefined,
  volumeGib: number | undefined,
): Obstacle {
  if (!image) return undefined;
  if (flavor.ram < image.min_ram) return { code: 'too-little-ram', bytes: image.min_ram * MIB };
  if (volumeGib === undefined && flavor.disk > 0 && flavor.disk < image.min_disk)
    return { code: 'too-little-disk', bytes: image.min_disk * GIB };
  return undefined;
}
