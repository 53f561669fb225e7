/** What the first bytes of disks look like, and what they say. A disk that needs another file is none that a cloud can use. */
import { IMAGE_LIMITS } from '../../../constants.ts';
import type { Inspected } from '../../../wire/upload.ts';
import type { Bytes } from './bytes.ts';

/** What is learnt of a disk: how large it is for a guest, in bytes; null where its beginning does not say it. */
export interface DiskFound {
  virtualSize: number | null;
}

type Format = (bytes: Bytes) => Inspected<DiskFound>;

const KIB = 1024;
const MIB = 1024 * KIB;
/** Bytes of the smallest part of a disk. */
export const SECTOR = 512;

const TIB = 1024 ** 4;
const TOO_LARGE = { problem: { code: 'image_disk_too_large', params: { max: IMAGE_LIMITS.virtualBytes / TIB } } };

/** A size that a file claims is stored and answered, so it is bounded here for every format. */
function of(virtualSize: number | null): Inspected<DiskFound> {
  if (virtualSize === 0) return { problem: { code: 'image_no_disk' } };
  return virtualSize !== null && virtualSize > IMAGE_LIMITS.virtualBytes ? TOO_LARGE : { found: { virtualSize } };
}
const PARENT = { problem: { code: 'image_has_parent' } };
const FILES = { problem: { code: 'image_needs_files' } };

/** The features of version 3 that one has to know (QEMU's docs/interop/qcow2.rst): dirty, corrupt, external data, compression type, extended L2. */
const CORRUPT = 2;
const EXTERNAL_DATA = 4;
const KNOWN_FEATURES = 0b1_1111;

const qcow2: Format = (bytes) => {
  if (bytes.uint64(8, 'big') !== 0) return PARENT;
  const version = bytes.uint32(4, 'big');
  if (version !== 2 && version !== 3) return { problem: { code: 'image_version', params: { format: 'qcow2', version } } };
  const features = version === 3 ? bytes.uint32(76, 'big') : 0;
  if ((features & EXTERNAL_DATA) !== 0) return FILES;
  if ((features & CORRUPT) !== 0) return { problem: { code: 'image_corrupt' } };
  const beyond = version === 3 ? bytes.uint32(72, 'big') : 0;
  if (beyond !== 0 || (features & ~KNOWN_FEATURES) !== 0) return { problem: { code: 'image_features' } };
  if (bytes.uint32(32, 'big') !== 0) return { problem: { code: 'image_encrypted' } };
  const size = of(bytes.uint64(24, 'big'));
  return 'found' in size && isCut(bytes) ? { problem: { code: 'image_truncated' } } : size;
};

/** Whether a qcow2 file that is known to its end ends before its tables: of a longer one the beginning does not tell. */
function isCut(bytes: Bytes): boolean {
  if (bytes.length >= headBytesOf('qcow2')) return false;
  const cluster = 2 ** bytes.uint32(20, 'big');
  const tables = [
    [bytes.uint64(40, 'big'), bytes.uint32(36, 'big') * 8],
    [bytes.uint64(48, 'big'), bytes.uint32(56, 'big') * cluster],
  ] as const;
  return tables.some(([at, length]) => at === 0 || at + length > bytes.length);
}

/** Kinds whose data are all in the file itself. */
const WHOLE_VMDK = /^createType="(monolithicSparse|streamOptimized)"\r?$/m;
const EXTENT = /^(?:RW|RDONLY|NOACCESS)\s+\d+\s+(\S+)/gm;

function vmdk(bytes: Bytes): Inspected<DiskFound> {
  if (isText(bytes)) return FILES;
  const at = bytes.uint64(28, 'little') * SECTOR;
  const length = Math.min(bytes.uint64(36, 'little') * SECTOR, 64 * KIB);
  const descriptor = bytes.text(at, length).split('\0')[0] ?? '';
  if (/^parentCID=(?!f{8}\s*$)/im.test(descriptor)) return PARENT;
  const extents = [...descriptor.matchAll(EXTENT)].map(([, kind]) => kind);
  if (!WHOLE_VMDK.test(descriptor) || extents.length !== 1 || extents[0] !== 'SPARSE') return FILES;
  return of(bytes.uint64(12, 'little') * SECTOR);
}

const isText = (bytes: Bytes): boolean => bytes.text(0, 21) === '# Disk DescriptorFile';

const REGION_TABLES = [192 * KIB, 256 * KIB];
/** Ids of the region and of its items, as they stand in the file. */
const METADATA_REGION = '06a27c8b90479a4bb8fe575f050f886e';
const FILE_PARAMETERS = '3767a1ca36fa434db3b633f0aa44e76b';
const VIRTUAL_SIZE = '2442a52f1bcd7648b2115dbed83bf4b8';
const HAS_PARENT = 2;

/** Entries of a table, 32 bytes each, that begin with an id. */
function entry(bytes: Bytes, first: number, count: number, id: string): number | undefined {
  for (let index = 0; index < Math.min(count, 2047); index += 1) {
    const at = first + index * 32;
    if (bytes.hex(at, 16) === id) return at;
  }
  return undefined;
}

const vhdx: Format = (bytes) => {
  for (const table of REGION_TABLES) {
    if (bytes.text(table, 4) !== 'regi') continue;
    const region = entry(bytes, table + 16, bytes.uint32(table + 8, 'little'), METADATA_REGION);
    if (region === undefined) continue;
    const at = bytes.uint64(region + 16, 'little');
    const count = bytes.uint32(at + 8, 'little') & 0xff_ff_00_00;
    const item = (id: string) => entry(bytes, at + 32, count >>> 16, id);
    const [parameters, size] = [item(FILE_PARAMETERS), item(VIRTUAL_SIZE)];
    // One that cannot be read may have a parent.
    if (parameters === undefined) continue;
    if ((bytes.uint32(at + bytes.uint32(parameters + 16, 'little') + 4, 'little') & HAS_PARENT) !== 0) return PARENT;
    return of(size === undefined ? null : bytes.uint64(at + bytes.uint32(size + 16, 'little'), 'little'));
  }
  return { problem: { code: 'image_unreadable' } };
};

const VHD_DIFFERENCING = 4;
const vhd: Format = (bytes) => (bytes.uint32(60, 'big') === VHD_DIFFERENCING ? PARENT : of(bytes.uint64(48, 'big')));

/** Images of changes: they need the one that they change. */
const VDI_CHANGES: ReadonlySet<number> = new Set([3, 4]);
const vdi: Format = (bytes) => (VDI_CHANGES.has(bytes.uint32(0x4c, 'little')) ? PARENT : of(bytes.uint64(0x170, 'little')));

const VOLUME_SECTOR = 2 * KIB;
/** Ids of the volume descriptors that begin at 32 KiB: of ISO 9660, or of UDF alone (ECMA-167: BEA01, NSR02 or NSR03). */
function isMedium(bytes: Bytes): boolean {
  const idAt = (index: number): string => bytes.text(32 * KIB + index * VOLUME_SECTOR + 1, 5);
  const ids = Array.from({ length: 8 }, (_, index) => idAt(index));
  return ids[0] === 'CD001' || (ids[0] === 'BEA01' && ids.some((id) => id === 'NSR02' || id === 'NSR03'));
}

/** Where a file of that format is known by its beginning: how, and what is read of it. */
export const KNOWN: Readonly<Record<string, { is(bytes: Bytes): boolean; read: Format }>> = {
  qcow2: { is: (bytes) => bytes.hex(0, 4) === '514649fb', read: qcow2 },
  vmdk: { is: (bytes) => bytes.text(0, 4) === 'KDMV' || isText(bytes), read: vmdk },
  vhdx: { is: (bytes) => bytes.text(0, 8) === 'vhdxfile', read: vhdx },
  vhd: { is: (bytes) => bytes.text(0, 8) === 'conectix', read: vhd },
  vdi: { is: (bytes) => bytes.uint32(0x40, 'little') === 0xbe_da_10_7f, read: vdi },
  ploop: { is: (bytes) => /^Witho(utFreeSpace|uFreSpacExt)/.test(bytes.text(0, 16)), read: () => of(null) },
  iso: { is: isMedium, read: () => of(null) },
};

/** Bytes that tell all that is asked: what a VHDX says of itself may stand megabytes from its beginning. */
export const headBytesOf = (format: string): number => (format === 'vhdx' ? 4 * MIB : 128 * KIB);
