/** VMDK: sparse extents as VMware's "Virtual Disk Format 5.0" has them, with the descriptor inside. */
import type { Inspected } from '../../../wire/upload.ts';
import type { Bytes } from './bytes.ts';
import { FILES, KIB, ofVersion, PARENT, SECTOR, sized, TRUNCATED, UNREADABLE, type DiskFound } from './disk.ts';

/** Kinds whose data are all in the file itself. */
const WHOLE = /^createType="(monolithicSparse|streamOptimized)"\r?$/m;
const EXTENT = /^(?:RW|RDONLY|NOACCESS)\s+\d+\s+(\S+)/gm;
const VERSIONS = [1, 2, 3];
/** What a sparse extent begins with, and one of ESX before version 3 or of GSX. */
const MARK = 'KDMV';
const OLD_MARK = 'COWD';
/** Place of the directory of grains that stands at the end of a stream. */
const AT_END = 2 ** 63;
/** Entries of the directory that are looked at: more tables than the beginning of a file holds. */
const TABLES_MAX = 1024;
/** Entries of a table, as QEMU takes them. */
const ENTRIES_MAX = 512;
/** Bytes at the end of a stream: a mark, the header once more, and the mark of the end. */
export const STREAM_END = 3 * SECTOR;

const isText = (bytes: Bytes): boolean => bytes.text(0, 21) === '# Disk DescriptorFile';

export const isVmdk = (bytes: Bytes): boolean => [MARK, OLD_MARK].includes(bytes.text(0, 4)) || isText(bytes);

/** The least bytes of a file with these grains, as far as its directory and tables are among the bytes. */
function leastOf(bytes: Bytes, directory: number, tables: number, entries: number): number {
  const place = (at: number): number => bytes.uint32(at, 'little') * SECTOR;
  let last = 0;
  for (let table = 0; table < Math.min(tables, TABLES_MAX); table += 1) {
    const at = place(directory + table * 4);
    if (at === 0) continue;
    last = Math.max(last, at + entries * 4 - 1);
    for (let entry = at; entry < at + entries * 4 && bytes.has(entry, 4); entry += 4) last = Math.max(last, place(entry));
  }
  // A last grain has a byte at least.
  return Math.max(last + 1, directory + tables * 4);
}

export function vmdk(bytes: Bytes): Inspected<DiskFound> {
  if (isText(bytes)) return FILES;
  if (bytes.text(0, 4) === OLD_MARK) return ofVersion('vmdk', OLD_MARK);
  const version = bytes.uint32(4, 'little');
  if (!VERSIONS.includes(version)) return ofVersion('vmdk', version);
  const at = bytes.uint64(28, 'little') * SECTOR;
  const length = Math.min(bytes.uint64(36, 'little') * SECTOR, 64 * KIB);
  const descriptor = bytes.text(at, length).split('\0')[0] ?? '';
  if (/^parentCID=(?!f{8}\s*$)/im.test(descriptor)) return PARENT;
  const extents = [...descriptor.matchAll(EXTENT)].map(([, kind]) => kind);
  if (!WHOLE.test(descriptor) || extents.length !== 1 || extents[0] !== 'SPARSE') return FILES;
  const sectors = bytes.uint64(12, 'little');
  const [grain, entries] = [bytes.uint64(20, 'little'), bytes.uint32(44, 'little')];
  if (entries > ENTRIES_MAX) return UNREADABLE;
  const directory = bytes.uint64(56, 'little');
  const header = bytes.uint64(64, 'little') * SECTOR;
  if (directory >= AT_END) return sized(sectors * SECTOR, { least: header + STREAM_END, end: 'vmdk_stream' });
  const tables = grain === 0 || entries === 0 ? 0 : Math.ceil(sectors / grain / entries);
  return sized(sectors * SECTOR, { least: Math.max(header, leastOf(bytes, directory * SECTOR, tables, entries)) });
}

/** What is wrong with the last bytes of a stream. */
export const streamEnd = (tail: Bytes) => (tail.text(tail.length - 2 * SECTOR, 4) === MARK ? undefined : TRUNCATED);
