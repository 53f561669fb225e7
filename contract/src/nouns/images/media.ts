/** `disk_format` of installation media. */
export const ISO = 'iso';

const GIB = 1024 ** 3;

/** GiB that a volume of an image has at least: what the image asks for, and what its disk takes. */
export const leastVolumeOf = (image: { min_disk: number; virtual_size: number | null; size: number | null }): number =>
  Math.max(1, image.min_disk, Math.ceil((image.virtual_size ?? image.size ?? 0) / GIB));

/** Whether servers see it as a CD: there is nothing on it that they could keep. */
export const isMedium = ({ disk_format: format }: { disk_format: string | null }): boolean => format === ISO;
