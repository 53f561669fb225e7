import { describe, expect, it } from 'vitest';
import { inspectDisk } from '@gantry/contract/nouns/images/disks/inspect';
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
const vmdk = (descriptor: string, sectors = 8) =>
  disk(64 * KIB, [
    [0, 'KDMV'],
    [12, little64(sectors)],
    [28, little64(1)],
    [36, little64(20)],
    [512, `# Disk DescriptorFile\n${descriptor}`],
  ]);
const SPARSE = 'parentCID=ffffffff\ncreateType="monolithicSparse"\nRW 8 SPARSE "disk.vmdk"\n';
const vhdx = (parent: number, size = 7 * MIB) =>
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
  ]);
const vhd = (type: number, size = 3 * MIB) =>
  disk(KIB, [
    [0, 'conectix'],
    [48, big64(size)],
    [60, big32(type)],
  ]);
const vdi = (type: number, size = 4 * MIB) =>
  disk(KIB, [
    [0x40, hex('7f10dabe')],
    [0x4c, little32(type)],
    [0x170, little64(size)],
  ]);

const sizeOf = (format: DiskFormat, bytes: Uint8Array): unknown => {
  const inspected = inspectDisk({ disk_format: format }, bytes);
  return 'problem' in inspected ? inspected.problem : inspected.found.virtualSize;
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
      ['vhd', disk(KIB)],
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
    ] as const;
    for (const [start, problem] of cases)
      for (const format of ['raw', 'qcow2', 'vhd'] as const)
        expect([format, sizeOf(format, disk(KIB, [[0, start]]))]).toEqual([format, problem]);
    const ova = disk(KIB, [[257, 'ustar']]);
    expect(sizeOf('raw', ova)).toEqual({ code: 'image_archive', params: { found: 'tar' } });
    expect(sizeOf('ari', disk(KIB, [[0, hex('1f8b0800')]]))).toBeNull();
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
