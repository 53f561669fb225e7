/** Whether what a server boots from holds its image: one rule wherever a boot disk is made or written over. */
import type { CodedText } from '../../wire/errors.ts';
import { isMedium, leastVolumeOf, type ImageDisk } from '../images/media.ts';

/** What a body says of the volume that it boots from. */
interface BootWish {
  volume_size?: number | undefined;
  storage_policy_id?: string | undefined;
  delete_on_termination?: boolean | undefined;
}

/** Whether a volume of its own is asked for: by a size, a storage policy, or a disk that shall stay. */
export const asksForVolume = ({ volume_size: size, storage_policy_id: policy, delete_on_termination: goes }: BootWish): boolean =>
  (size ?? policy) !== undefined || goes === false;

/** What is wrong with the boot disk of a new server, and the field that says so; `flavor.disk` in GiB, 0: it has none of its own. */
export function bootDiskProblem(
  image: ImageDisk & { disk_format: string | null },
  flavor: { disk: number },
  body: BootWish,
): { field: 'volume_size' | 'flavor_id'; problem: CodedText } | undefined {
  const least = leastVolumeOf(image);
  const { volume_size: size } = body;
  if (size !== undefined)
    return size < least ? { field: 'volume_size', problem: { code: 'too_small', params: { min: least } } } : undefined;
  // What is installed from a medium goes to another disk; a volume without a size is as large as the image needs.
  if (flavor.disk === 0 || isMedium(image) || asksForVolume(body) || flavor.disk >= least) return undefined;
  return { field: 'flavor_id', problem: { code: 'flavor_disk_too_small', params: { disk: least } } };
}

/** What is wrong with an image that is to be written over a disk of so many GiB; 0: the disk has no bound. */
export function rebuildProblem(image: ImageDisk, disk: number): { code: 'image_too_large'; params: { disk: number } } | undefined {
  const least = leastVolumeOf(image);
  return disk > 0 && disk < least ? { code: 'image_too_large', params: { disk: least } } : undefined;
}
