import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksumOf } from '../../src/objects/wire/checksums.ts';

/** As they are defined: bit by bit, reflected, with ones at the beginning and turned over at the end. */
function bitByBit(bytes: Uint8Array, polynomial: bigint, width: bigint): string {
  const ones = (1n << width) - 1n;
  let value = ones;
  for (const byte of bytes) {
    value ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
  }
  return Buffer.from((value ^ ones).toString(16).padStart(Number(width) / 4, '0'), 'hex').toString('base64');
}

const KINDS = [
  ['x-amz-checksum-crc32', 0xedb88320n, 32n, 'cbf43926'],
  ['x-amz-checksum-crc32c', 0x82f63b78n, 32n, 'e3069283'],
  ['x-amz-checksum-crc64nvme', 0x9a6c9329ac4bc9b5n, 64n, 'ae8b14860a799888'],
] as const;

function digestOf(header: string, pieces: readonly Uint8Array[]): string {
  const checksum = checksumOf(header)!;
  for (const piece of pieces) checksum.update(Buffer.from(piece));
  return checksum.digest();
}

describe.each(KINDS)('the checksum of %s', (header, polynomial, width, check) => {
  it('the checksum of the digits 1 to 9 is that of its definition', () => {
    expect(Buffer.from(digestOf(header, [Buffer.from('123456789')]), 'base64').toString('hex')).toBe(check);
  });

  it('a checksum is the same however the bytes are cut into pieces, and as one that is made bit by bit', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), (pieces) => {
        expect(digestOf(header, pieces)).toBe(bitByBit(Buffer.concat(pieces), polynomial, width));
      }),
      { numRuns: 200 },
    );
  });
});
