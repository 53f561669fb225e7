import type { Image } from '@gantry/contract/nouns/images/entity';
import { isMedium, leastVolumeOf, type ImageDisk } from '@gantry/contract/nouns/images/media';
import { placeAfterMedium } from '@gantry/contract/nouns/servers/media';
import type { Draft, DraftVolume } from './draft.ts';

/** GiB of the disk that is installed on, unless another size is typed or the medium says that it needs more. */
const DISK_GIB = 20;

type Disks = Pick<Draft, 'volumes' | 'volume_size' | 'device_type' | 'disk_bus' | 'firmware'>;
type Medium = Pick<Image, 'disk_format'> & ImageDisk;

/**
 * What the disks of a draft become when an image is chosen in the place of another one, or none (undefined). With an installation medium
 * comes an empty disk that is booted from after it; with the medium that disk goes again.
 */
export function disksFor(draft: Disks, image: Medium | undefined): Disks {
  const { volumes, volume_size: size, device_type: type, disk_bus: bus, firmware } = draft;
  const others = volumes.filter(({ installs }) => !installs);
  const hadMedium = type === 'cdrom';
  if (!image || !isMedium(image))
    return hadMedium
      ? { volumes: others, volume_size: undefined, device_type: undefined, disk_bus: undefined, firmware: '' }
      : { volumes, volume_size: size, device_type: type, disk_bus: bus, firmware };
  const before = volumes.find(({ installs }) => installs) ?? emptyDisk((hadMedium ? undefined : size) ?? DISK_GIB, others);
  return {
    volumes: [{ ...before, size: Math.max(before.size ?? 0, image.min_disk) }, ...others],
    volume_size: leastVolumeOf(image),
    device_type: 'cdrom',
    disk_bus: bus === 'virtio' ? undefined : bus,
    firmware,
  };
}

const emptyDisk = (size: number, others: readonly DraftVolume[]): DraftVolume => ({
  size,
  delete_on_termination: true,
  boot_order: placeAfterMedium(others),
  installs: true,
});
