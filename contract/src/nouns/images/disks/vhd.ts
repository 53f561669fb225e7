/** VHD: its footer stands at the end of the file, and once more at the beginning unless the disk is of fixed size. */
import type { CodedText } from '../../../wire/errors.ts';
import type { Bytes } from './bytes.ts';
import { PARENT, problemOfSize, SECTOR, sized, TRUNCATED, UNREADABLE, type Format } from './disk.ts';

const MARK = 'conectix';
const [FIXED, DYNAMIC, DIFFERENCING] = [2, 3, 4];

export const isVhd = (bytes: Bytes): boolean => bytes.text(0, MARK.length) === MARK;

export const vhd: Format = (bytes) => {
  const type = bytes.uint32(60, 'big');
  if (type === DIFFERENCING) return PARENT;
  return type === DYNAMIC || type === FIXED ? sized(bytes.uint64(48, 'big'), { least: 2 * SECTOR, end: 'vhd' }) : UNREADABLE;
};

/** Where the footer begins; before Virtual PC 2004 it had 511 bytes. */
const footerOf = (tail: Bytes): number | undefined =>
  [tail.length - SECTOR, tail.length - SECTOR + 1].find((at) => at >= 0 && tail.text(at, MARK.length) === MARK);

/** What is wrong with the last bytes of a file that has its footer at the beginning, too. */
export const vhdEnd = (tail: Bytes): CodedText | undefined => (footerOf(tail) === undefined ? TRUNCATED : undefined);

/** What is wrong with the last bytes of a disk of fixed size. */
export function fixedVhdEnd(tail: Bytes, bytes: number): CodedText | undefined {
  const at = footerOf(tail);
  const type = at === undefined ? undefined : tail.uint32(at + 60, 'big');
  if (at === undefined || type === DYNAMIC) return { code: 'image_not_format', params: { format: 'vhd' } };
  if (type === DIFFERENCING) return PARENT.problem;
  if (type !== FIXED) return UNREADABLE.problem;
  const size = tail.uint64(at + 48, 'big');
  return problemOfSize(size) ?? (bytes - (tail.length - at) < size ? TRUNCATED : undefined);
}
