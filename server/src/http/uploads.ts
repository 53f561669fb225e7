/** Requests that are bytes: their beginning is judged before anything is done with them, the rest goes on as it comes. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { BYTES_FIELD, UPLOAD_STALL_MS, type Upload } from '@gantry/contract/wire/upload';
import type { Incoming } from '../port/engine.ts';

/** Bytes that are read ahead of whoever takes them. */
const AHEAD = 256 * 1024;

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
  }
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

interface Judged {
  upload: Upload;
  /** What was found at the beginning. */
  found: unknown;
  checksum: unknown;
}

/** Last bytes of what has come, `length` of them or all. */
const tailOf = (former: Buffer, chunk: Buffer, length: number): Buffer =>
  chunk.length >= length ? chunk.subarray(chunk.length - length) : Buffer.concat([former, chunk]).subarray(-length);

const refused = (field: string, problem: CodedText): GantryError =>
  new GantryError('validation_failed', { fields: { [field]: [problem] } });

/** All chunks. Throws validation_failed at the end where their digest is another one than was said, or the end is none of such a file. */
async function* whole(read: Buffer[], chunks: AsyncGenerator<Buffer>, { upload, found, checksum }: Judged): AsyncGenerator<Buffer> {
  const digest = typeof checksum === 'string' ? createHash(DIGESTS[checksum.length]!) : undefined;
  let tail: Buffer = Buffer.alloc(0);
  let size = 0;
  const take = (chunk: Buffer): Buffer => {
    digest?.update(chunk);
    tail = tailOf(tail, chunk, upload.tail);
    size += chunk.length;
    return chunk;
  };
  for (const chunk of read.splice(0)) yield take(chunk);
  for await (const chunk of chunks) yield take(chunk);
  if (digest && digest.digest('hex') !== String(checksum).toLowerCase()) throw refused(upload.checksum, { code: 'checksum_mismatch' });
  const problem = upload.problemAtEnd(found as never, tail, size);
  if (problem) throw refused(BYTES_FIELD, problem);
}

/**
 * The bytes of a request, of which the beginning has been judged; the end is when they have come. Throws validation_failed at `file`, payload_too_large, interrupted.
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
  const inspected = upload.inspect(body as never, head, size);
  if ('problem' in inspected) await chunks.return(undefined);
  if ('problem' in inspected) throw refused(BYTES_FIELD, inspected.problem);
  const { found } = inspected;
  const judged = whole(read, chunks, { upload, found, checksum: body[upload.checksum] });
  return { stream: Readable.from(judged, { objectMode: false, highWaterMark: AHEAD }), size, found };
}
