import { statfs } from 'node:fs/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Disk } from '../port/disk.ts';

/** Bytes of the disk that files leave to the store: a busy store's log grows by as much between two looks. With less it counts as full. */
export const RESERVE = 64 * 1024 * 1024;
/** Bytes promised at a time to a file of which nobody knows the size. */
const STEP = 16 * 1024 * 1024;

/** Bytes that this user may still write to the file system of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The one account of what files will still take of a disk. */
export function createDisk(freeBytes: () => Promise<number>): Disk {
  let promised = 0;
  async function take(size: number): Promise<void> {
    if ((await freeBytes()) - promised - size < RESERVE) throw new GantryError('no_capacity', { detail: 'the disk is full' });
    promised += size;
  }
  return {
    async promise(size) {
      let left = size ?? STEP;
      await take(left);
      const give = (bytes: number): void => {
        left -= bytes;
        promised -= bytes;
      };
      return {
        async wrote(bytes) {
          give(Math.min(left, bytes));
          if (size !== null || left > 0) return;
          await take(STEP);
          left = STEP;
        },
        end: () => give(left),
      };
    },
  };
}

/** The data folder's file system. `full`: nothing more should be sent here until there is room again. */
export interface DiskState {
  /** Null where the system does not tell. */
  free_bytes: number | null;
  full: boolean;
}

/** `holdsStore`: a database elsewhere has a disk of its own, of which only its refusal is known. `hasRoom`: whether the last change found room. */
export const diskState = (free: number | null, holdsStore: boolean, hasRoom: boolean): DiskState => ({
  free_bytes: free,
  full: !hasRoom || (holdsStore && free !== null && free < RESERVE),
});
