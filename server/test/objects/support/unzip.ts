/** Reads a ZIP file by its directory, as programs do that unpack one: names and bytes, each checked against its digest. */
import { crc32 } from 'node:zlib';

export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.length - 22;
  if (file.readUInt32LE(end) !== 0x06054b50) throw new Error('the file has no end');
  const found = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('the directory is broken');
    const [crc, size, nameLength, extraLength] = [
      file.readUInt32LE(at + 16),
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
    ];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(start, start + size);
    if (crc32(bytes) !== crc) throw new Error(`${name} is broken`);
    found.set(name, bytes);
    at += 46 + nameLength + extraLength;
  }
  return found;
}
