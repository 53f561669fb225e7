/** ZIP files as a stream: entries are stored as they are, with UTF-8 names, and of any size and number (ZIP64). */
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** Relative, with slashes; one at its end makes it a folder. */
  name: string;
  modifiedAt: Date;
  /** Bytes that will come. */
  size: number;
  bytes: AsyncIterable<Buffer>;
}

/** What the directory at the end says of an entry. */
interface Written {
  name: Buffer;
  time: number;
  date: number;
  crc: number;
  size: number;
  offset: number;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** Digest and size follow the bytes, and names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = { plain: 20, large: 45 } as const;
/** Made on Unix, so that the modes count. */
const MADE_BY = 3 << 8;
const MODE = { file: 0o100644, folder: 0o040755 } as const;
/** Values of a field whose true value stands in the ZIP64 extra field. */
const ZIP64_16 = 0xffff;
const ZIP64_32 = 0xffffffff;

/** Fields one after the other, each of so many bytes. */
function fields(...list: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(list.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of list) {
    if (bytes === 2) buffer.writeUInt16LE(value, at);
    else if (bytes === 4) buffer.writeUInt32LE(value, at);
    else buffer.writeBigUInt64LE(BigInt(value), at);
    at += bytes;
  }
  return buffer;
}

/** In the two-second steps of DOS, which begin in 1980. */
function stampOf(at: Date): { time: number; date: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

const isLarge = (value: number): boolean => value >= ZIP64_32;
const bound = (value: number): number => Math.min(value, ZIP64_32);

function headOf({ name, time, date, size }: Omit<Written, 'crc' | 'offset'>): Buffer {
  const large = isLarge(size);
  const extra = large ? fields([2, 1], [2, 16], [8, size], [8, size]) : Buffer.of();
  const size32 = large ? ZIP64_32 : 0;
  const fixed = fields(
    [4, LOCAL],
    [2, large ? VERSION.large : VERSION.plain],
    [2, FLAGS],
    [2, 0],
    [2, time],
    [2, date],
    [4, 0],
    [4, size32],
    [4, size32],
    [2, name.length],
    [2, extra.length],
  );
  return Buffer.concat([fixed, name, extra]);
}

function descriptorOf({ crc, size }: Pick<Written, 'crc' | 'size'>): Buffer {
  const width = isLarge(size) ? 8 : 4;
  return fields([4, DESCRIPTOR], [4, crc], [width, size], [width, size]);
}

function centralOf({ name, time, date, crc, size, offset }: Written): Buffer {
  const large: [8, number][] = [...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : [])].map((value) => [8, value]);
  const extra = large.length === 0 ? Buffer.of() : fields([2, 1], [2, large.length * 8], ...large);
  const version = large.length === 0 ? VERSION.plain : VERSION.large;
  const isFolder = name.at(-1) === 0x2f;
  const attributes = (isFolder ? MODE.folder : MODE.file) * 0x10000 + (isFolder ? 0x10 : 0);
  const fixed = fields(
    [4, CENTRAL],
    [2, MADE_BY | VERSION.large],
    [2, version],
    [2, FLAGS],
    [2, 0],
    [2, time],
    [2, date],
    [4, crc],
    [4, bound(size)],
    [4, bound(size)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, attributes],
    [4, bound(offset)],
  );
  return Buffer.concat([fixed, name, extra]);
}

function endOf(count: number, start: number, size: number): Buffer {
  const needs64 = count >= ZIP64_16 || isLarge(start) || isLarge(size);
  const end64 = needs64
    ? [
        fields([4, END_64], [8, 44], [2, MADE_BY | VERSION.large], [2, VERSION.large], [4, 0], [4, 0]),
        fields([8, count], [8, count], [8, size], [8, start]),
        fields([4, LOCATOR_64], [4, 0], [8, start + size], [4, 1]),
      ]
    : [];
  const few = Math.min(count, ZIP64_16);
  return Buffer.concat([...end64, fields([4, END], [2, 0], [2, 0], [2, few], [2, few], [4, bound(size)], [4, bound(start)], [2, 0])]);
}

/** The file's bytes. What the source throws ends it; an entry that has other bytes than it said ends it, too. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name: text, modifiedAt, size, bytes } of entries) {
    const about = { name: Buffer.from(text), ...stampOf(modifiedAt), size };
    const head = headOf(about);
    yield head;
    let crc = 0;
    let read = 0;
    for await (const chunk of bytes) {
      crc = crc32(chunk, crc);
      read += chunk.length;
      yield chunk;
    }
    if (read !== size) throw new Error(`an object has ${read} bytes instead of ${size}`);
    const descriptor = descriptorOf({ crc, size });
    yield descriptor;
    directory.push(centralOf({ ...about, crc, offset }));
    offset += head.length + size + descriptor.length;
  }
  let length = 0;
  for (const entry of directory) {
    length += entry.length;
    yield entry;
  }
  yield endOf(directory.length, offset, length);
}
