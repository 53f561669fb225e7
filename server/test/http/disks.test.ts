import { describe, expect, it } from 'vitest';
import { headBytesOf, TAIL_BYTES } from '@gantry/contract/nouns/images/disks/formats';
import { inspectDisk, problemAtEnd } from '@gantry/contract/nouns/images/disks/inspect';
import type { DiskFormat } from '@gantry/contract/nouns/images/formats';

const KIB = 1024;
const MIB = 1024 * KIB;

/** A file of so many bytes, with these at their places. */
function disk(length: number, parts: readonly (readonly [at: number, bytes: string | Uint8Array])[] = []): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [at, part] of parts) Buffer.from(part as string).copy(bytes, at);
  return bytes;
}
const big64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const little64 = (value: number) => big64(value).reverse();
const big32 = (value: number) => big64(value).subarray(4);
const little32 = (value: number) => big32(value).reverse();
const hex = (digits: string) => Buffer.from(digits, 'hex');

/** Clusters of 512 bytes, a table of one cluster and one of its counts. */
const TABLES = [
  [20, big32(9)],
  [36, big32(1)],
  [40, big64(1024)],
  [48, big64(512)],
  [56, big32(1)],
] as const;
const qcow2 = (...parts: readonly (readonly [number, Uint8Array])[]) =>
  disk(64 * KIB, [[0, 'QFI'], [3, hex('fb')], [4, big32(3)], [24, big64(5 * MIB)], ...TABLES, ...parts]);
const iso = disk(64 * KIB, [[32 * KIB + 1, 'CD001']]);
const vmdk = (descriptor: string, sectors = 8, ...parts: readonly (readonly [number, Uint8Array | string])[]) =>
  disk(64 * KIB, [
    [0, 'KDMV'],
    [4, little32(1)],
    [12, little64(sectors)],
    [28, little64(1)],
    [36, little64(20)],
    [512, `# Disk DescriptorFile\n${descriptor}`],
    ...parts,
  ]);
const SPARSE = 'parentCID=ffffffff\ncreateType="monolithicSparse"\nRW 8 SPARSE "disk.vmdk"\n';
const vhdx = (parent: number, size = 7 * MIB, ...parts: readonly (readonly [number, Uint8Array])[]) =>
  disk(3 * MIB, [
    [0, 'vhdxfile'],
    [192 * KIB, 'regi'],
    [192 * KIB + 8, little32(1)],
    [192 * KIB + 16, hex('06a27c8b90479a4bb8fe575f050f886e')],
    [192 * KIB + 32, little64(2 * MIB)],
    [2 * MIB, 'metadata'],
    [2 * MIB + 10, hex('0200')],
    [2 * MIB + 32, hex('3767a1ca36fa434db3b633f0aa44e76b')],
    [2 * MIB + 48, little32(64 * KIB)],
    [2 * MIB + 64, hex('2442a52f1bcd7648b2115dbed83bf4b8')],
    [2 * MIB + 80, little32(64 * KIB + 8)],
    [2 * MIB + 64 * KIB + 4, little32(parent)],
    [2 * MIB + 64 * KIB + 8, little64(size)],
    ...parts,
  ]);
/** The footer of a VHD, at a place of its file. */
const footer = (at: number, type: number, size: number) =>
  [
    [at, 'conectix'],
    [at + 48, big64(size)],
    [at + 60, big32(type)],
  ] as const;
const vhd = (type: number, size = 3 * MIB) => disk(KIB, [...footer(0, type, size), ...footer(512, type, size)]);
/** One of fixed size. */
const fixed = (type = 2, size = KIB) => disk(size + 512, footer(size, type, size));
const vdi = (type: number, size = 4 * MIB, ...parts: readonly (readonly [number, Uint8Array])[]) =>
  disk(KIB, [[0x40, hex('7f10dabe')], [0x44, little32(0x1_0001)], [0x4c, little32(type)], [0x170, little64(size)], ...parts]);

/** What a file tells of which the beginning is looked at first and the end then, as files of any length are. `size`: of the file, where that is said. */
const sizeOf = (format: DiskFormat, bytes: Uint8Array, size: number | null = null): unknown => {
  const inspected = inspectDisk({ disk_format: format }, bytes.subarray(0, headBytesOf(format)), size);
  if ('problem' in inspected) return inspected.problem;
  return problemAtEnd(inspected.found, bytes.subarray(-TAIL_BYTES), bytes.length) ?? inspected.found.virtualSize;
};

describe('the first bytes of a disk', () => {
  it('the first bytes of a disk tell its size for a guest, where they are what they are declared to be', () => {
    expect(sizeOf('qcow2', qcow2())).toBe(5 * MIB);
    expect(sizeOf('vmdk', vmdk(SPARSE))).toBe(8 * 512);
    expect(sizeOf('vmdk', vmdk(SPARSE.replace('monolithicSparse', 'streamOptimized')))).toBe(8 * 512);
    expect(sizeOf('vhdx', vhdx(0))).toBe(7 * MIB);
    expect(sizeOf('vhd', vhd(3))).toBe(3 * MIB);
    expect(sizeOf('vdi', vdi(1))).toBe(4 * MIB);
    for (const [format, bytes] of [
      ['iso', iso],
      ['raw', disk(KIB)],
      ['vhd', fixed()],
      ['vhd', fixed(2, MIB)],
      ['ami', disk(KIB)],
    ] as const)
      expect([format, sizeOf(format, bytes)]).toEqual([format, null]);
  });

  it('disks are refused whose first bytes are of another format, or of none', () => {
    expect(sizeOf('qcow2', iso)).toEqual({ code: 'image_unlike', params: { format: 'qcow2', found: 'iso' } });
    expect(sizeOf('raw', qcow2())).toEqual({ code: 'image_unlike', params: { format: 'raw', found: 'qcow2' } });
    for (const format of ['qcow2', 'iso', 'vmdk', 'vhdx', 'vdi', 'ploop'] as const)
      expect(sizeOf(format, disk(64 * KIB))).toEqual({ code: 'image_not_format', params: { format } });
    expect(sizeOf('raw', disk(0))).toEqual({ code: 'image_empty' });
    for (const format of ['raw', 'vhd', 'ami'] as const)
      for (const size of [1, 511]) expect(sizeOf(format, disk(size))).toEqual({ code: 'image_too_short' });
    expect(sizeOf('raw', disk(512))).toBeNull();
  });

  it('disks are refused that are based on another disk', () => {
    for (const [format, bytes] of [
      ['qcow2', qcow2([8, big64(512)])],
      ['vmdk', vmdk(SPARSE.replace('ffffffff', '12345678'))],
      ['vhdx', vhdx(2)],
      ['vhd', vhd(4)],
      ['vhd', fixed(4)],
      ['vdi', vdi(4)],
    ] as const)
      expect([format, sizeOf(format, bytes)]).toEqual([format, { code: 'image_has_parent' }]);
  });

  it('disks are refused whose data are in other files, or where that cannot be told', () => {
    for (const [format, bytes] of [
      ['qcow2', qcow2([76, big32(4)])],
      ['vmdk', disk(KIB, [[0, '# Disk DescriptorFile\n']])],
      ['vmdk', vmdk(SPARSE.replace('monolithicSparse', 'monolithicFlat'))],
      ['vmdk', vmdk(`${SPARSE}RW 8 FLAT "/etc/passwd" 0\n`)],
    ] as const)
      expect([format, sizeOf(format, bytes)]).toEqual([format, { code: 'image_needs_files' }]);
    expect(sizeOf('vhdx', vhdx(0).subarray(0, MIB))).toEqual({ code: 'image_unreadable' });
  });

  it('a packed file, an archive and a web page are refused as disks, whatever format is declared', () => {
    const cases = [
      [hex('1f8b0800'), { code: 'image_compressed', params: { found: 'gzip' } }],
      [hex('fd377a585a0000'), { code: 'image_compressed', params: { found: 'xz' } }],
      ['BZh91AY', { code: 'image_compressed', params: { found: 'bzip2' } }],
      [hex('28b52ffd24'), { code: 'image_compressed', params: { found: 'zstd' } }],
      ['PK\u0003\u0004', { code: 'image_archive', params: { found: 'zip' } }],
      ['<!DOCTYPE html><html>', { code: 'image_web_page' }],
      ['\n <html lang="en">', { code: 'image_web_page' }],
      ['<!-- saved from a mirror -->\n<html>', { code: 'image_web_page' }],
      ['<h1>404</h1>', { code: 'image_web_page' }],
      [Buffer.from('\ufeff<html>', 'utf16le'), { code: 'image_web_page' }],
      [hex('5d00008000ffffffffffffffff'), { code: 'image_compressed', params: { found: 'lzma' } }],
      ['LZIP\u0001', { code: 'image_compressed', params: { found: 'lzip' } }],
      [hex('1f9d90'), { code: 'image_compressed', params: { found: 'compress' } }],
      [hex('02214c18'), { code: 'image_compressed', params: { found: 'lz4' } }],
      ['070701', { code: 'image_archive', params: { found: 'cpio' } }],
      [hex('c771'), { code: 'image_archive', params: { found: 'cpio' } }],
      ['!<arch>\ndebian-binary', { code: 'image_archive', params: { found: 'ar' } }],
      [hex('4c554b53babe0001'), { code: 'image_encrypted' }],
      [hex('4c554b53babe0002'), { code: 'image_encrypted' }],
    ] as const;
    for (const [start, problem] of cases)
      for (const format of ['raw', 'qcow2', 'vhd'] as const)
        expect([format, sizeOf(format, disk(KIB, [[0, start]]))]).toEqual([format, problem]);
    const ova = disk(KIB, [[257, 'ustar']]);
    expect(sizeOf('raw', ova)).toEqual({ code: 'image_archive', params: { found: 'tar' } });
    // The sum of the header of an older one is 9,216 less 8 blanks: all that has no mark is blank here.
    const older = Buffer.alloc(KIB, ' ');
    older.write('040000\0 ', 148);
    expect(sizeOf('raw', older)).toEqual({ code: 'image_archive', params: { found: 'tar' } });
    older.write('040001\0 ', 148);
    expect(sizeOf('raw', older)).toBeNull();
    expect(sizeOf('ari', disk(KIB, [[0, hex('1f8b0800')]]))).toBeNull();
  });

  it('disks of formats that no cloud takes are refused by their names, whatever format is declared', () => {
    for (const [start, found] of [
      ['QED\0', 'qed'],
      [hex('3aff26ed'), 'android-sparse'],
      [hex('455646090d0aff00'), 'ewf'],
    ] as const)
      for (const format of ['raw', 'vhd', 'qcow2'] as const)
        expect(sizeOf(format, disk(KIB, [[0, start]]))).toEqual({ code: 'image_unlike', params: { format, found } });
    const old = disk(KIB, [[0, 'COWD']]);
    expect(sizeOf('raw', old)).toEqual({ code: 'image_unlike', params: { format: 'raw', found: 'vmdk' } });
    expect(sizeOf('vmdk', old)).toEqual({ code: 'image_version', params: { format: 'vmdk', version: 'COWD' } });
  });

  it('disks of versions that nobody reads are refused with the version', () => {
    for (const version of [0, 4, 65_536])
      expect(sizeOf('vmdk', vmdk(SPARSE, 8, [4, little32(version)]))).toEqual({
        code: 'image_version',
        params: { format: 'vmdk', version },
      });
    expect(sizeOf('vmdk', vmdk(SPARSE, 8, [4, little32(3)]))).toBe(8 * 512);
    for (const [version, said] of [
      [0, '0.0'],
      [1, '0.1'],
      [0x2_0000, '2.0'],
    ] as const)
      expect(sizeOf('vdi', vdi(1, MIB, [0x44, little32(version)]))).toEqual({
        code: 'image_version',
        params: { format: 'vdi', version: said },
      });
  });

  it('a VHD is one by the mark at its end, where it has none at its beginning', () => {
    const none = { code: 'image_not_format', params: { format: 'vhd' } };
    for (const bytes of [disk(KIB), disk(MIB), fixed().subarray(0, KIB), fixed(2, MIB).subarray(0, -2), fixed(3), fixed(3, MIB)])
      expect([bytes.length, sizeOf('vhd', bytes)]).toEqual([bytes.length, none]);
    // Virtual PC before 2004 wrote a byte less.
    expect(sizeOf('vhd', disk(KIB + 511, footer(KIB, 2, KIB)))).toBeNull();
    expect(sizeOf('vhd', disk(KIB + 512, footer(KIB, 2, 2 * KIB)))).toEqual({ code: 'image_truncated' });
    expect(sizeOf('vhd', disk(KIB + 512, footer(KIB, 2, 0)))).toEqual({ code: 'image_no_disk' });
    for (const type of [0, 1, 7]) expect(sizeOf('vhd', vhd(type))).toEqual({ code: 'image_unreadable' });
  });

  it('disks are refused whose files end before what their tables name, whether their length was said or not', () => {
    const STREAM = SPARSE.replace('monolithicSparse', 'streamOptimized');
    const atEnd = [56, hex('ffffffffffffffff')] as const;
    const stream = vmdk(STREAM, 8, atEnd, [63 * KIB, 'KDMV']);
    // A directory with one table of two grains, of which the last begins at 60 KiB.
    const grains = [
      [20, little64(4)],
      [44, little32(2)],
      [56, little64(22)],
      [22 * 512, little32(23)],
      [23 * 512 + 4, little32(120)],
    ] as const;
    const sparse = vmdk(SPARSE, 8, ...grains);
    const blocks = [
      [0x158, little32(512)],
      [0x178, little32(256)],
      [0x180, little32(9)],
      [0x184, little32(3)],
    ] as const;
    // A table of one block that begins at 2 MiB.
    const table = [
      [192 * KIB + 8, little32(2)],
      [192 * KIB + 48, hex('6677c22d23f600429d64115e9bfd4a08')],
      [192 * KIB + 64, little64(MIB)],
      [192 * KIB + 72, little32(8)],
      [MIB, little64(2 * MIB + 6)],
    ] as const;
    // A second table of one cluster at 2 KiB, which names a cluster at 60 KiB.
    const names = [
      [1024, big64(2048)],
      [2048, big64(60 * KIB)],
    ] as const;
    const long = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(5 * MIB - bytes.length)]);
    for (const [format, bytes, cut] of [
      ['qcow2', qcow2(...names), 60 * KIB],
      ['vmdk', sparse, 60 * KIB],
      ['vdi', vdi(1, MIB, ...blocks), KIB],
      ['vdi', vdi(2, MIB, ...blocks), KIB],
      ['vhdx', vhdx(0, MIB, ...table, [MIB, little64(5 * MIB + 6)]), 3 * MIB],
      ['vhdx', vhdx(0, MIB, ...table, [192 * KIB + 72, little32(4 * MIB)]), 3 * MIB],
      ['vmdk', stream, 64 * KIB - 512],
      ['vhd', vhd(3), KIB - 512],
    ] as const)
      expect([format, sizeOf(format, bytes.subarray(0, cut))]).toEqual([format, { code: 'image_truncated' }]);
    for (const [format, bytes] of [
      ['qcow2', qcow2(...names)],
      ['vmdk', sparse],
      ['vdi', vdi(1, MIB, ...blocks, [0x184, little32(2)])],
      ['vhdx', vhdx(0, MIB, ...table)],
      ['vmdk', stream],
    ] as const)
      expect([format, typeof sizeOf(format, bytes)]).toEqual([format, 'number']);
    const far = qcow2([40, big64(4 * MIB)]);
    expect(sizeOf('qcow2', long(far))).toBe(5 * MIB);
    expect(sizeOf('qcow2', long(far).subarray(0, 3 * MIB))).toEqual({ code: 'image_truncated' });
    expect(inspectDisk({ disk_format: 'qcow2' }, long(far).subarray(0, headBytesOf('qcow2')), 3 * MIB)).toEqual({
      problem: { code: 'image_truncated' },
    });
  });

  it('a qcow2 whose clusters have no size that there is is unreadable, however long its file is', () => {
    for (const bits of [0, 8, 22, 63])
      for (const length of [64 * KIB, 5 * MIB]) {
        const bytes = Buffer.concat([qcow2([20, big32(bits)]), Buffer.alloc(length - 64 * KIB)]);
        expect([bits, length, sizeOf('qcow2', bytes)]).toEqual([bits, length, { code: 'image_unreadable' }]);
      }
  });

  it('disks that no hypervisor could read are refused with the reason', () => {
    for (const [part, problem] of [
      [[4, big32(4)], { code: 'image_version', params: { format: 'qcow2', version: 4 } }],
      [[4, big32(1)], { code: 'image_version', params: { format: 'qcow2', version: 1 } }],
      [[76, big32(2)], { code: 'image_corrupt' }],
      [[76, big32(32)], { code: 'image_features' }],
      [[72, big32(1)], { code: 'image_features' }],
      [[32, big32(1)], { code: 'image_encrypted' }],
      [[32, big32(2)], { code: 'image_encrypted' }],
      [[24, big64(0)], { code: 'image_no_disk' }],
      [[40, big64(0)], { code: 'image_truncated' }],
      [[48, big64(64 * KIB)], { code: 'image_truncated' }],
    ] as const)
      expect([part, sizeOf('qcow2', qcow2(part))]).toEqual([part, problem]);
    expect(sizeOf('qcow2', qcow2([76, big32(1)]))).toBe(5 * MIB);
    expect(sizeOf('qcow2', qcow2().subarray(0, 104))).toEqual({ code: 'image_truncated' });
    expect(sizeOf('vdi', vdi(1, 0))).toEqual({ code: 'image_no_disk' });
  });

  it('a medium that has UDF alone is taken as an ISO image', () => {
    const udf = disk(64 * KIB, [
      [32 * KIB + 1, 'BEA01'],
      [34 * KIB + 1, 'NSR03'],
      [36 * KIB + 1, 'TEA01'],
    ]);
    expect(sizeOf('iso', udf)).toBeNull();
    expect(sizeOf('iso', disk(64 * KIB, [[32 * KIB + 1, 'BEA01']]))).toEqual({ code: 'image_not_format', params: { format: 'iso' } });
  });

  it('disks are refused that claim to be larger than 512 TiB, in each format that says a size', () => {
    const LARGEST = 562_949_953_421_312;
    const made = {
      qcow2: (size: number) => qcow2([24, big64(size)]),
      vhdx: (size: number) => vhdx(0, size),
      vhd: (size: number) => vhd(3, size),
      vdi: (size: number) => vdi(1, size),
      vmdk: (size: number) => vmdk(SPARSE, Math.ceil(size / 512)),
    } as const;
    for (const [format, of] of Object.entries(made) as [keyof typeof made, (size: number) => Buffer][]) {
      expect([format, sizeOf(format, of(LARGEST))]).toEqual([format, 562_949_953_421_312]);
      for (const size of [562_949_953_421_313, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_223_372_036_854_775_808])
        expect([format, size, sizeOf(format, of(size))]).toEqual([format, size, { code: 'image_disk_too_large', params: { max: 512 } }]);
    }
    const most = qcow2([24, hex('ffffffffffffffff')]);
    expect(sizeOf('qcow2', most)).toEqual({ code: 'image_disk_too_large', params: { max: 512 } });
  });
});
