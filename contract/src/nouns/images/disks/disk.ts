/** What is learnt of a disk from the beginning of its file, and what is wrong with one. */
import { IMAGE_LIMITS } from '../../../constants.ts';
import type { CodedText } from '../../../wire/errors.ts';
import type { Inspected } from '../../../wire/upload.ts';
import type { Bytes } from './bytes.ts';

/** Bytes at the end of a file that a format needs, as `KNOWN_ENDS` judges them. */
export type EndOf = 'vhd' | 'vhd_fixed' | 'vmdk_stream';

export interface DiskFound {
  /** How large it is for a guest, in bytes; null where its beginning does not say it. */
  virtualSize: number | null;
  /** Bytes that the file has at least: what its tables say of where they and the data are. Absent: nothing is known. */
  least?: number;
  /** What the end of the file has to be; absent: anything. */
  end?: EndOf;
}

/** Reads the beginning of a file whose format is known. */
export type Format = (bytes: Bytes) => Inspected<DiskFound>;

export const KIB = 1024;
export const MIB = 1024 * KIB;
const TIB = 1024 ** 4;
/** Bytes of the smallest part of a disk. */
export const SECTOR = 512;

export const PARENT = { problem: { code: 'image_has_parent' } };
export const FILES = { problem: { code: 'image_needs_files' } };
export const UNREADABLE = { problem: { code: 'image_unreadable' } };
export const TRUNCATED: CodedText = { code: 'image_truncated' };
export const ofVersion = (format: string, version: number | string) => ({
  problem: { code: 'image_version', params: { format, version } },
});

/** What is wrong with a size that a file claims: it is stored and answered, so it is bounded here for every format. */
export function problemOfSize(virtualSize: number): CodedText | undefined {
  if (virtualSize === 0) return { code: 'image_no_disk' };
  return virtualSize > IMAGE_LIMITS.virtualBytes
    ? { code: 'image_disk_too_large', params: { max: IMAGE_LIMITS.virtualBytes / TIB } }
    : undefined;
}

/** A disk of that size, unless that is none. */
export function sized(virtualSize: number | null, more: Omit<DiskFound, 'virtualSize'> = {}): Inspected<DiskFound> {
  const problem = virtualSize === null ? undefined : problemOfSize(virtualSize);
  return problem ? { problem } : { found: { virtualSize, ...more } };
}
