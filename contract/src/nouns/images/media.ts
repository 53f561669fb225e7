import type { Image } from './entity.ts';

/** `disk_format` of installation media. */
export const ISO = 'iso';

/** Whether servers see it as a CD: there is nothing on it that they could keep. */
export const isMedium = ({ disk_format: format }: Pick<Image, 'disk_format'>): boolean => format === ISO;
