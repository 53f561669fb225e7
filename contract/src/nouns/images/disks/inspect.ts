import type { CodedText } from '../../../wire/errors.ts';
import type { Inspected } from '../../../wire/upload.ts';
import type { DiskFormat } from '../formats.ts';
import { Bytes } from './bytes.ts';
import { headBytesOf, KNOWN, KNOWN_ENDS } from './formats.ts';
import { SECTOR, TRUNCATED, type DiskFound } from './disk.ts';
import { wrappingOf } from './wrappings.ts';

/** Formats whose files can be told by their beginning; a VHD of fixed size has its mark at its end. */
const MARKED: ReadonlySet<string> = new Set(Object.keys(KNOWN).filter((format) => format !== 'vhd'));

const PACKED_FORMATS: ReadonlySet<DiskFormat> = new Set(['aki', 'ari']);

/** What the first bytes of a file are, where that can be told. */
export function formatOfBytes(head: Uint8Array): string | undefined {
  const bytes = new Bytes(head);
  return Object.keys(KNOWN).find((format) => KNOWN[format]!.is(bytes));
}

function inspectBeginning(format: DiskFormat, head: Uint8Array): Inspected<DiskFound> {
  if (head.length === 0) return { problem: { code: 'image_empty' } };
  const found = formatOfBytes(head);
  if (found === format) return KNOWN[format]!.read(new Bytes(head));
  if (found !== undefined) return { problem: { code: 'image_unlike', params: { format, found } } };
  // A ramdisk or a kernel of Amazon is packed as a rule.
  const wrapped = PACKED_FORMATS.has(format) ? undefined : wrappingOf(new Bytes(head), format);
  if (wrapped) return { problem: wrapped };
  if (MARKED.has(format)) return { problem: { code: 'image_not_format', params: { format } } };
  if (!PACKED_FORMATS.has(format) && head.length < SECTOR) return { problem: { code: 'image_too_short' } };
  return { found: { virtualSize: null, ...(format === 'vhd' && { end: 'vhd_fixed' as const }) } };
}

/** What is wrong with a file, now that its end is there. `tail`: its last `TAIL_BYTES` at least, or all; `size`: how many bytes it has. */
export function problemAtEnd({ least = 0, end }: DiskFound, tail: Uint8Array, size: number): CodedText | undefined {
  if (size < least) return TRUNCATED;
  return end && KNOWN_ENDS[end](new Bytes(tail), size);
}

/**
 * Whether a file is what it is declared to be, and can be used by itself: what it is based on, or where else its data are, could be any file
 * of the machine that reads it. The codes are those of a field. `size`: bytes of the file, where that is known. Of a file that is shorter than
 * what is looked at, the end is judged, too.
 */
export function inspectDisk(
  { disk_format: format }: { disk_format: DiskFormat },
  head: Uint8Array,
  size: number | null = null,
): Inspected<DiskFound> {
  const inspected = inspectBeginning(format, head);
  if ('problem' in inspected) return inspected;
  const { found } = inspected;
  const isWhole = head.length < headBytesOf(format);
  const cut = size !== null && size < (found.least ?? 0) ? TRUNCATED : undefined;
  const problem = isWhole ? problemAtEnd(found, head, head.length) : cut;
  return problem ? { problem } : inspected;
}
