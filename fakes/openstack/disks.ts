import { refused } from './refusals.ts';
import { member, text, unrecorded } from './reply.ts';

/** A volume that is to be made for a new server. */
export interface Disk {
  /** GiB */
  size: number;
  deleteOnTermination: boolean;
  /** By which the one who asked knows it again. */
  tag: string | null;
  /** Id or name of its volume type; undefined: the default. */
  type: string | undefined;
}

/** What a new server is asked to have beside its flavor's own disk. */
export interface Disks {
  /** The volume it boots from, and the image on it. */
  boot: (Disk & { imageId: string }) | undefined;
  further: readonly Disk[];
}

/** Reads the disks of a creation's body. Throws Refusal for those that were never recorded. */
export function disksIn(wanted: unknown): Disks {
  const disks: { boot: Disks['boot']; further: Disk[] } = { boot: undefined, further: [] };
  const mappings = member(wanted, 'block_device_mapping_v2');
  if (!Array.isArray(mappings)) return disks;
  for (const mapping of mappings as unknown[]) {
    const disk: Disk = {
      size: Number(member(mapping, 'volume_size')),
      deleteOnTermination: member(mapping, 'delete_on_termination') === true,
      tag: text(member(mapping, 'tag')) ?? null,
      type: text(member(mapping, 'volume_type')),
    };
    const kind = `${text(member(mapping, 'source_type'))} to ${text(member(mapping, 'destination_type'))}`;
    if (kind === 'image to volume') disks.boot = { ...disk, imageId: String(member(mapping, 'uuid')) };
    else if (kind === 'blank to volume') disks.further.push(disk);
    // The flavor's own disk, which the body names beside others.
    else if (kind !== 'image to local') throw unrecorded(`a disk of ${kind}`);
  }
  const places = (mappings as unknown[]).map((mapping) => Number(member(mapping, 'boot_index') ?? -1)).filter((place) => place >= 0);
  if (places.toSorted((a, b) => a - b).some((place, index) => place !== index)) throw refused(400, 'badRequest', SEQUENCE);
  return disks;
}

/** Nova wants those that are booted from to be numbered from 0, without gaps. */
const SEQUENCE = 'Block Device Mapping is Invalid: Boot sequence for the instance and image/block device mapping combination is not valid.';
