/**
 * Files whose bytes are encrypted: their names say so, and they begin with their key, sealed. AES-256 in counter mode, as bytes in the middle are read
 * without those before them. Each file has a key of its own, so that the counter begins with nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { OBJECT_KEY_BYTES, SEALED_KEY_BYTES, type ObjectKeys } from '../../port/store/object-keys.ts';

const MODE = 'aes-256-ctr';
const BLOCK = 16;
const ENDING = '.aes';

/** Bytes before the first one of the object. */
export const HEAD_BYTES = SEALED_KEY_BYTES;
export const isEncryptedFile = (file: string): boolean => file.endsWith(ENDING);
export const encryptedName = (name: string): string => `${name}${ENDING}`;

function counterAt(offset: number): Buffer {
  const counter = Buffer.alloc(BLOCK);
  counter.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK)), BLOCK - 8);
  return counter;
}

/** What is written to a file of that name. */
export async function* encrypted(source: AsyncIterable<Buffer>, keys: ObjectKeys, file: string): AsyncGenerator<Buffer> {
  const key = randomBytes(OBJECT_KEY_BYTES);
  yield keys.seal(key, file);
  const cipher = createCipheriv(MODE, key, counterAt(0));
  for await (const chunk of source) yield cipher.update(chunk);
}

/** Bytes of a file from the `offset`th of the object on, as they were. */
export async function* decrypted(source: AsyncIterable<Buffer>, key: Buffer, offset: number): AsyncGenerator<Buffer> {
  const decipher = createDecipheriv(MODE, key, counterAt(offset));
  // Leads into the middle of a block.
  decipher.update(Buffer.alloc(offset % BLOCK));
  for await (const chunk of source) yield decipher.update(chunk);
}
