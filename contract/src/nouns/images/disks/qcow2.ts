/** qcow2 (QEMU's docs/interop/qcow2.rst). */
import type { Bytes } from './bytes.ts';
import { FILES, ofVersion, PARENT, sized, TRUNCATED, UNREADABLE, type Format } from './disk.ts';

/** The features of version 3 that one has to know: dirty, corrupt, external data, compression type, extended L2. */
const CORRUPT = 2;
const EXTERNAL_DATA = 4;
const KNOWN_FEATURES = 0b1_1111;
/** Clusters have 512 bytes to 2 MiB. */
const CLUSTER_BITS = { min: 9, max: 21 };
const ENTRY_BYTES = 8;
/** Bits of an entry of a table that are a place in the file. */
const PLACE = 0x00_ff_ff_ff_ff_ff_fe_00n;
const COMPRESSED = 1n << 62n;
const READS_ZERO = 1n;
/** Tables whose entries are 16 bytes long. */
const EXTENDED_TABLES = 16;

interface Tables {
  first: number;
  count: number;
  clusterBits: number;
  isExtended: boolean;
}

/** Where what an entry of a second table names begins; 0 where that has no bytes in the file. */
function placeOf(entry: bigint, clusterBits: number): number {
  if ((entry & COMPRESSED) !== 0n) return Number(entry & ((1n << BigInt(70 - clusterBits)) - 1n));
  return (entry & READS_ZERO) === 0n ? Number(entry & PLACE) : 0;
}

/** The least bytes of a file with these tables, as far as they are among the bytes. */
function leastOf(bytes: Bytes, { first, count, clusterBits, isExtended }: Tables): number {
  const cluster = 2 ** clusterBits;
  const entriesOf = function* (at: number, length: number): Generator<bigint> {
    for (let entry = at; entry < at + length && bytes.has(entry, ENTRY_BYTES); entry += ENTRY_BYTES) yield bytes.bits64(entry, 'big');
  };
  const read = new Set<number>();
  let least = first + count * ENTRY_BYTES;
  for (const entry of entriesOf(first, count * ENTRY_BYTES)) {
    const table = Number(entry & PLACE);
    if (table === 0) continue;
    least = Math.max(least, table + cluster);
    // At places where no table can be, or again, nothing is read: the work is bounded by the bytes, whatever they say.
    if (isExtended || table % cluster !== 0 || read.has(table)) continue;
    read.add(table);
    for (const data of entriesOf(table, cluster)) {
      const place = placeOf(data, clusterBits);
      // The last bytes of a disk need not fill their cluster.
      if (place !== 0) least = Math.max(least, place + 1);
    }
  }
  return least;
}

export const qcow2: Format = (bytes) => {
  if (bytes.uint64(8, 'big') !== 0) return PARENT;
  const version = bytes.uint32(4, 'big');
  if (version !== 2 && version !== 3) return ofVersion('qcow2', version);
  const features = version === 3 ? bytes.uint32(76, 'big') : 0;
  if ((features & EXTERNAL_DATA) !== 0) return FILES;
  if ((features & CORRUPT) !== 0) return { problem: { code: 'image_corrupt' } };
  const beyond = version === 3 ? bytes.uint32(72, 'big') : 0;
  if (beyond !== 0 || (features & ~KNOWN_FEATURES) !== 0) return { problem: { code: 'image_features' } };
  if (bytes.uint32(32, 'big') !== 0) return { problem: { code: 'image_encrypted' } };
  const clusterBits = bytes.uint32(20, 'big');
  if (clusterBits < CLUSTER_BITS.min || clusterBits > CLUSTER_BITS.max) return UNREADABLE;
  const [first, count] = [bytes.uint64(40, 'big'), bytes.uint32(36, 'big')];
  const [counts, clusters] = [bytes.uint64(48, 'big'), bytes.uint32(56, 'big')];
  const tables = { first, count, clusterBits, isExtended: (features & EXTENDED_TABLES) !== 0 };
  const least = Math.max(counts + clusters * 2 ** clusterBits, leastOf(bytes, tables));
  const disk = sized(bytes.uint64(24, 'big'), { least });
  return 'found' in disk && (first === 0 || counts === 0) ? { problem: TRUNCATED } : disk;
};
