/** VHDX (MS-VHDX). */
import type { Bytes } from './bytes.ts';
import { KIB, MIB, PARENT, sized, UNREADABLE, type Format } from './disk.ts';

const REGION_TABLES = [192 * KIB, 256 * KIB];
/** Ids of the regions and of items of the metadata, as they stand in the file. */
const METADATA_REGION = '06a27c8b90479a4bb8fe575f050f886e';
const BLOCKS_REGION = '6677c22d23f600429d64115e9bfd4a08';
const FILE_PARAMETERS = '3767a1ca36fa434db3b633f0aa44e76b';
const VIRTUAL_SIZE = '2442a52f1bcd7648b2115dbed83bf4b8';
const HAS_PARENT = 2;
/** States of a block whose bytes are in the file: wholly, or in part. */
const PRESENT: ReadonlySet<number> = new Set([6, 7]);

/** Entries of a table, 32 bytes each, that begin with an id. */
function entry(bytes: Bytes, first: number, count: number, id: string): number | undefined {
  for (let index = 0; index < Math.min(count, 2047); index += 1) {
    const at = first + index * 32;
    if (bytes.hex(at, 16) === id) return at;
  }
  return undefined;
}

/** The least bytes of a file with these regions and blocks, as far as their table is among the bytes. */
function leastOf(bytes: Bytes, regions: readonly (number | undefined)[]): number {
  const ends = regions.map((at) => (at === undefined ? 0 : bytes.uint64(at + 16, 'little') + bytes.uint32(at + 24, 'little')));
  const [, table] = regions;
  let least = Math.max(...ends);
  if (table === undefined) return least;
  const [first, length] = [bytes.uint64(table + 16, 'little'), bytes.uint32(table + 24, 'little')];
  for (let at = first; at < first + length && bytes.has(at, 8); at += 8) {
    const bits = bytes.bits64(at, 'little');
    // Places are whole MiB; a last block has a byte at least.
    if (PRESENT.has(Number(bits & 7n))) least = Math.max(least, Number(bits >> 20n) * MIB + 1);
  }
  return least;
}

export const vhdx: Format = (bytes) => {
  for (const table of REGION_TABLES) {
    if (bytes.text(table, 4) !== 'regi') continue;
    const regionOf = (id: string) => entry(bytes, table + 16, bytes.uint32(table + 8, 'little'), id);
    const region = regionOf(METADATA_REGION);
    if (region === undefined) continue;
    const at = bytes.uint64(region + 16, 'little');
    const count = bytes.uint32(at + 8, 'little') & 0xff_ff_00_00;
    const item = (id: string) => entry(bytes, at + 32, count >>> 16, id);
    const [parameters, size] = [item(FILE_PARAMETERS), item(VIRTUAL_SIZE)];
    // One that cannot be read may have a parent.
    if (parameters === undefined) continue;
    if ((bytes.uint32(at + bytes.uint32(parameters + 16, 'little') + 4, 'little') & HAS_PARENT) !== 0) return PARENT;
    const virtualSize = size === undefined ? null : bytes.uint64(at + bytes.uint32(size + 16, 'little'), 'little');
    return sized(virtualSize, { least: leastOf(bytes, [region, regionOf(BLOCKS_REGION)]) });
  }
  return UNREADABLE;
};
