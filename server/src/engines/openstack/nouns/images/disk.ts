import type { Row } from '../../../../store/port/rows.ts';

const GIB = 1024 ** 3;

/** GiB that an image needs as a disk. */
export function smallestVolume({ document }: Row): number {
  const { min_disk: minDisk, virtual_size: virtual, size } = document;
  const bytes = typeof virtual === 'number' ? virtual : Number(size ?? 0);
  return Math.max(1, Number(minDisk ?? 0), Math.ceil(bytes / GIB));
}
