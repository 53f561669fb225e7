/** `disk_format` of installation media. */
export const ISO = 'iso';

const GIB = 1024 ** 3;

/** What of an image says how large a disk of it is: `min_disk` in GiB, the others in bytes. */
export interface ImageDisk {
  min_disk: number;
  virtual_size?: number | null | undefined;
  size?: number | null | undefined;
}

/** GiB that a volume of an image has at least: what the image asks for, and what its disk takes. */
export const leastVolumeOf = (image: ImageDisk): number =>
  Math.max(1, image.min_disk, Math.ceil((image.virtual_size ?? image.size ?? 0) / GIB));

/** Whether servers see it as a CD: there is nothing on it that they could keep. */
export const isMedium = ({ disk_format: format }: { disk_format: string | null }): boolean => format === ISO;
