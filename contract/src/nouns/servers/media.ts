/** Servers that boot from an installation medium (screens C3). */
import { GantryError } from '../../wire/errors.ts';
import type { ServerCreate } from './create.ts';

/** The first place in the boot order, after the medium, that none of the volumes has: of the disk that is installed on. */
export function placeAfterMedium(volumes: readonly { boot_order?: number | undefined }[]): number {
  const taken = new Set(volumes.map(({ boot_order: place }) => place));
  let place = 1;
  while (taken.has(place)) place += 1;
  return place;
}

/**
 * A body whose image is an installation medium, with what goes without saying: the guest sees the medium as a CD, and where no volume has a
 * place in the boot order, the first empty one comes after it, so that what is installed there boots. Throws validation_failed where the CD
 * drive is requested on a bus that has none.
 */
export function fromMedium<B extends Pick<ServerCreate, 'device_type' | 'disk_bus' | 'volumes'>>(body: B): B {
  const { device_type: type = 'cdrom', disk_bus: bus, volumes = [] } = body;
  if (type === 'cdrom' && bus === 'virtio') throw new GantryError('validation_failed', { fields: { disk_bus: [{ code: 'cdrom_bus' }] } });
  const first = volumes.findIndex(({ volume_id: id, snapshot_id: snapshot }) => id === undefined && snapshot === undefined);
  const isPlaced = first < 0 || volumes.some(({ boot_order: place }) => place !== undefined);
  const disks = volumes.map((volume, index) => (index === first ? { ...volume, boot_order: placeAfterMedium(volumes) } : volume));
  return {
    ...body,
    device_type: type,
    ...(!isPlaced && { volumes: disks }),
  };
}
