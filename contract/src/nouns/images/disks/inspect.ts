import type { Inspected } from '../../../wire/upload.ts';
import type { DiskFormat } from '../formats.ts';
import { Bytes } from './bytes.ts';
import { KNOWN, SECTOR, type DiskFound } from './formats.ts';
import { wrappingOf } from './wrappings.ts';

/** Formats whose files can be told by their beginning; a VHD of fixed size has its mark at its end. */
const MARKED: ReadonlySet<string> = new Set(Object.keys(KNOWN).filter((format) => format !== 'vhd'));

const PACKED_FORMATS: ReadonlySet<DiskFormat> = new Set(['aki', 'ari']);

/** What the first bytes of a file are, where that can be told. */
export function formatOfBytes(head: Uint8Array): string | undefined {
  const bytes = new Bytes(head);
  return Object.keys(KNOWN).find((format) => KNOWN[format]!.is(bytes));
}

/**
 * Whether a file is what it is declared to be, and can be used by itself: what it is based on, or where else its data are, could be any file
 * of the machine that reads it. The codes are those of a field.
 */
export function inspectDisk({ disk_format: format }: { disk_format: DiskFormat }, head: Uint8Array): Inspected<DiskFound> {
  if (head.length === 0) return { problem: { code: 'image_empty' } };
  const found = formatOfBytes(head);
  if (found === format) return KNOWN[format]!.read(new Bytes(head));
  if (found !== undefined) return { problem: { code: 'image_unlike', params: { format, found } } };
  // A ramdisk or a kernel of Amazon is packed as a rule.
  const wrapped = PACKED_FORMATS.has(format) ? undefined : wrappingOf(new Bytes(head));
  if (wrapped) return { problem: wrapped };
  if (MARKED.has(format)) return { problem: { code: 'image_not_format', params: { format } } };
  return PACKED_FORMATS.has(format) || head.length >= SECTOR ? { found: { virtualSize: null } } : { problem: { code: 'image_too_short' } };
}
