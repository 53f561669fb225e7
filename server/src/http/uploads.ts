/** Requests that are bytes: their beginning is judged before anything is done with them, the rest goes on as it comes. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GantryError } from '@gantry/contract/wire/errors';
import { BYTES_FIELD, UPLOAD_STALL_MS, type Upload } from '@gantry/contract/wire/upload';
import type { Incoming } from '../port/engine.ts';

/** Bytes that are read ahead of whoever takes them. */
const AHEAD = 256 * 1024;

/** Milliseconds that a client has to read its refusal before its connection is cut. */
const LINGER = 5_000;

/** By the number of hexadecimal digits. */
const DIGESTS: Readonly<Record<number, string>> = { 32: 'md5', 64: 'sha256', 128: 'sha512' };

const broken = (detail: string, cause?: unknown): GantryError => new GantryError('interrupted', { detail, cause });

/** The chunks of a request. Throws interrupted where the client goes away, or sends nothing for so long. */
async function* chunksOf(raw: Readable, stall: number): AsyncGenerator<Buffer> {
  const timer = setTimeout(() => raw.destroy(broken(`no progress for ${stall / 1000} s`)), stall);
  try {
    // Ended early it stays open: who sends it gets an answer.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      timer.refresh();
      yield chunk as Buffer;
    }
  } catch (cause) {
    throw cause instanceof GantryError ? cause : broken('the connection was lost while the bytes were sent', cause);
  } finally {
    clearTimeout(timer);
    leave(raw);
  }
}

/** Lets go of what nobody wants any more: a client that has sent its answer's worth of bytes reads that first. */
function leave(raw: Readable): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.on('error', () => undefined).resume();
  setTimeout(() => raw.destroy(), LINGER).unref();
}

/** The first bytes, `length` of them or all, and the chunks that they came in. */
async function beginning(chunks: AsyncGenerator<Buffer>, length: number): Promise<{ head: Buffer; read: Buffer[] }> {
  const read: Buffer[] = [];
  for (let bytes = 0; bytes < length;) {
    const { value, done } = await chunks.next();
    if (done) break;
    read.push(value);
    bytes += value.length;
  }
  return { head: Buffer.concat(read), read };
}

/** All chunks. Throws validation_failed at the end where their digest is another one than was said. */
async function* whole(read: Buffer[], chunks: AsyncGenerator<Buffer>, checksum: unknown, field: string): AsyncGenerator<Buffer> {
  const digest = typeof checksum === 'string' ? createHash(DIGESTS[checksum.length]!) : undefined;
  for (const chunk of read.splice(0)) {
    digest?.update(chunk);
    yield chunk;
  }
  for await (const chunk of chunks) {
    digest?.update(chunk);
    yield chunk;
  }
  if (digest && digest.digest('hex') !== String(checksum).toLowerCase())
    throw new GantryError('validation_failed', { fields: { [field]: [{ code: 'checksum_mismatch' }] } });
}

/**
 * The bytes of a request, of which the beginning has been judged. Throws validation_failed at `file`, payload_too_large, interrupted.
 * @param declared the request's content-length
 */
export async function incoming(
  upload: Upload,
  body: Readonly<Record<string, unknown>>,
  raw: Readable,
  declared: string | undefined,
  stall = UPLOAD_STALL_MS,
): Promise<Incoming> {
  const size = declared === undefined ? null : Number(declared);
  if (size !== null && size > upload.maxBytes) throw new GantryError('payload_too_large');
  const chunks = chunksOf(raw, stall);
  const { head, read } = await beginning(chunks, upload.head(body as never));
  const inspected = upload.inspect(body as never, head);
  if ('problem' in inspected) await chunks.return(undefined);
  if ('problem' in inspected) throw new GantryError('validation_failed', { fields: { [BYTES_FIELD]: [inspected.problem] } });
  const stream = Readable.from(whole(read, chunks, body[upload.checksum], upload.checksum), { objectMode: false, highWaterMark: AHEAD });
  return { stream, size, found: inspected.found };
}
