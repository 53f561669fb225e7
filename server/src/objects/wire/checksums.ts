/** Checksums that clients send with bytes, beside those of the signature. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../errors.ts';

/** Takes bytes and tells their checksum in base64. */
export interface Checksum {
  update(chunk: Buffer): void;
  digest(): string;
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

function byZlib(): Checksum {
  let value = 0;
  return { update: (chunk) => void (value = crc32(chunk, value)), digest: () => word(value).toString('base64') };
}

/** Reflected polynomials: of Castagnoli, and of NVMe in two halves. */
const CASTAGNOLI = 0x82f63b78;
const NVME = { high: 0x9a6c9329, low: 0xac4bc9b5 };

let castagnoli: Uint32Array | undefined;
function castagnoliTable(): Uint32Array {
  castagnoli ??= Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ CASTAGNOLI : value >>> 1;
    return value;
  });
  return castagnoli;
}

function byCastagnoli(): Checksum {
  const table = castagnoliTable();
  let value = 0xffffffff;
  return {
    update(chunk) {
      let now = value;
      for (const byte of chunk) now = table[(now ^ byte) & 0xff]! ^ (now >>> 8);
      value = now;
    },
    digest: () => word(value ^ 0xffffffff).toString('base64'),
  };
}

let nvme: { high: Uint32Array; low: Uint32Array } | undefined;
function nvmeTables(): { high: Uint32Array; low: Uint32Array } {
  if (nvme) return nvme;
  const tables = { high: new Uint32Array(256), low: new Uint32Array(256) };
  for (let index = 0; index < 256; index++) {
    let [high, low] = [0, index];
    for (let bit = 0; bit < 8; bit++) {
      const odd = low & 1;
      low = (low >>> 1) | ((high & 1) << 31);
      high >>>= 1;
      if (odd) [high, low] = [high ^ NVME.high, low ^ NVME.low];
    }
    tables.high[index] = high >>> 0;
    tables.low[index] = low >>> 0;
  }
  return (nvme = tables);
}

function byNvme(): Checksum {
  const tables = nvmeTables();
  let [high, low] = [0xffffffff, 0xffffffff];
  return {
    update(chunk) {
      for (const byte of chunk) {
        const index = (low ^ byte) & 0xff;
        low = (((low >>> 8) | ((high & 0xff) << 24)) ^ tables.low[index]!) >>> 0;
        high = ((high >>> 8) ^ tables.high[index]!) >>> 0;
      }
    },
    digest: () => Buffer.concat([word(high ^ 0xffffffff), word(low ^ 0xffffffff)]).toString('base64'),
  };
}

function byHash(name: 'sha1' | 'sha256'): Checksum {
  const hash = createHash(name);
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest('base64') };
}

/** By the header that carries it. */
const KINDS: Readonly<Record<string, () => Checksum>> = {
  'x-amz-checksum-crc32': byZlib,
  'x-amz-checksum-crc32c': byCastagnoli,
  'x-amz-checksum-crc64nvme': byNvme,
  'x-amz-checksum-sha1': () => byHash('sha1'),
  'x-amz-checksum-sha256': () => byHash('sha256'),
};

export const CHECKSUM_HEADERS: readonly string[] = Object.keys(KINDS);
/** Which checksum an upload in parts or a copy is to have; of what it is made: the parts' checksums (COMPOSITE), or all bytes (FULL_OBJECT). */
export const ALGORITHM_HEADER = 'x-amz-checksum-algorithm';
export const TYPE_HEADER = 'x-amz-checksum-type';

const PREFIX = 'x-amz-checksum-';
/** `CRC32` of `x-amz-checksum-crc32`, and the other way. */
export const algorithmOf = (header: string): string => header.slice(PREFIX.length).toUpperCase();
/** Undefined where it is none that is known. */
export const headerOf = (algorithm: string): string | undefined =>
  CHECKSUM_HEADERS.find((header) => algorithmOf(header) === algorithm.toUpperCase());
/** The element of XML that has it: `ChecksumCRC32`. */
export const elementOf = (header: string): string => `Checksum${algorithmOf(header)}`;

/** The one checksum among headers. Throws InvalidRequest where there are several. */
export function checksumIn(headers: Readonly<Record<string, string>>): readonly [header: string, value: string] | undefined {
  const found = CHECKSUM_HEADERS.filter((name) => headers[name] !== undefined);
  if (found.length > 1) throw new S3Error('InvalidRequest', 'A request has one checksum at most.');
  const [header] = found;
  return header === undefined ? undefined : [header, headers[header]!];
}

/** Undefined where no checksum goes by this header. */
export const checksumOf = (header: string): Checksum | undefined => KINDS[header]?.();
