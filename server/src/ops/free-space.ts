import { statfs } from 'node:fs/promises';

/** Bytes below which a disk counts as full: a busy store's log grows by as much between two looks. */
const FULL_BELOW = 64 * 1024 * 1024;

/** Bytes that this user may still write to the file system of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
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
  full: !hasRoom || (holdsStore && free !== null && free < FULL_BELOW),
});
