/** What the first bytes of disks look like, and what they say. A disk that needs another file is none that a cloud can use. */
import type { CodedText } from '../../../wire/errors.ts';
import type { Bytes } from './bytes.ts';
import { KIB, MIB, sized, type EndOf, type Format } from './disk.ts';
import { qcow2 } from './qcow2.ts';
import { vdi } from './vdi.ts';
import { fixedVhdEnd, isVhd, vhd, vhdEnd } from './vhd.ts';
import { vhdx } from './vhdx.ts';
import { isVmdk, STREAM_END, streamEnd, vmdk } from './vmdk.ts';

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
  vmdk: { is: isVmdk, read: vmdk },
  vhdx: { is: (bytes) => bytes.text(0, 8) === 'vhdxfile', read: vhdx },
  vhd: { is: isVhd, read: vhd },
  vdi: { is: (bytes) => bytes.uint32(0x40, 'little') === 0xbe_da_10_7f, read: vdi },
  ploop: { is: (bytes) => /^Witho(utFreeSpace|uFreSpacExt)/.test(bytes.text(0, 16)), read: () => sized(null) },
  iso: { is: isMedium, read: () => sized(null) },
};

/** What is wrong with the last bytes of a file that has so many; undefined where nothing is. */
export const KNOWN_ENDS: Readonly<Record<EndOf, (tail: Bytes, size: number) => CodedText | undefined>> = {
  vhd: vhdEnd,
  vhd_fixed: fixedVhdEnd,
  vmdk_stream: streamEnd,
};

/** Bytes at the end of a file that tell all that is asked. */
export const TAIL_BYTES = STREAM_END;

/** Bytes that tell all that is asked: what a VHDX says of itself may stand megabytes from its beginning, the tables of a qcow2 behind 192 KiB. */
const HEADS: Readonly<Record<string, number>> = { vhdx: 4 * MIB, qcow2: 512 * KIB };
export const headBytesOf = (format: string): number => HEADS[format] ?? 128 * KIB;
