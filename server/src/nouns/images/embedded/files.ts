/** The bytes of images, each a file in the platform's folder: under another name until all of it is there. */
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { ByteRange } from '../../../port/engine.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

const folderOf = ({ folder }: Platform): string => join(folder, 'images');
/** Ids are the platform's own, and safe as names of files. */
const fileOf = (platform: Platform, id: string): string => join(folderOf(platform), id);
const partOf = (platform: Platform, id: string): string => `${fileOf(platform, id)}.part`;

/** Bytes that are read at a stretch. */
const AT_ONCE = 256 * 1024;

/** How the bytes are told apart from others. */
export const DIGEST = 'sha512';

interface Written {
  bytes: number;
  digest: string;
}

/**
 * Writes all bytes, so that they survive a power failure. `size`: bytes that will come, null where nobody knows. `most`: throws quota_exceeded
 * beyond that. Throws no_capacity where the disk is full but for its reserve.
 */
export async function writeImage(
  platform: Platform,
  id: string,
  stream: Readable,
  { size, most, signal, onBytes }: { size: number | null; most: number; signal: AbortSignal; onBytes(bytes: number): void },
): Promise<Written> {
  await mkdir(folderOf(platform), { recursive: true, mode: 0o700 });
  const promised = await platform.disk.promise(size);
  const file = await open(partOf(platform, id), 'w', 0o600);
  const hash = createHash(DIGEST);
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) throw new GantryError('quota_exceeded', { params: { resource: 'image_storage' } });
      hash.update(chunk);
      onBytes(bytes);
      yield chunk;
      await promised.wrote(chunk.length);
    }
  };
  try {
    await file.writeFile(counted(addAbortSignal(signal, stream)));
    await file.sync();
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw isFull ? new GantryError('no_capacity', { detail: 'the disk is full', cause: error }) : error;
  } finally {
    promised.end();
    await file.close();
  }
  await rename(partOf(platform, id), fileOf(platform, id));
  return { bytes, digest: hash.digest('hex') };
}

/** The bytes of an image, or some of them, read as they are taken. Throws state_conflict where it never had any of its own. */
export async function readImage(platform: Platform, id: string, range: ByteRange | null, signal: AbortSignal): Promise<Readable> {
  try {
    const file = await open(fileOf(platform, id), 'r');
    return file.createReadStream({ ...range, signal, highWaterMark: AT_ONCE });
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isAbsent ? new GantryError('state_conflict', { reason: no('image_without_bytes'), cause: error }) : error;
  }
}

/** Takes away what there is of an image's bytes. */
export async function removeImage(platform: Platform, id: string): Promise<void> {
  for (const path of [partOf(platform, id), fileOf(platform, id)]) await rm(path, { force: true });
}
