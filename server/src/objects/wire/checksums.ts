/** Checksums that clients send with bytes, beside those of the signature. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../errors.ts';
import { crc32By, crc64By, type Crc32, type Crc64 } from './crc.ts';

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

/** Reflected polynomials: of Castagnoli, and of NVMe in two halves. Their tables are made for the first who asks. */
const CASTAGNOLI = 0x82f63b78;
const NVME = { high: 0x9a6c9329, low: 0xac4bc9b5 };

let castagnoli: Crc32 | undefined;
function byCastagnoli(): Checksum {
  const after = (castagnoli ??= crc32By(CASTAGNOLI));
  let value = -1;
  return { update: (chunk) => void (value = after(value, chunk)), digest: () => word(~value).toString('base64') };
}

let nvme: Crc64 | undefined;
function byNvme(): Checksum {
  const update = (nvme ??= crc64By(NVME));
  const value = { high: -1, low: -1 };
  return {
    update: (chunk) => update(value, chunk),
    digest: () => Buffer.concat([word(~value.high), word(~value.low)]).toString('base64'),
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
