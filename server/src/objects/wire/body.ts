/** The body of a request: its bytes as they were meant, judged by everything that was said of them. */
import { createHash } from 'node:crypto';
import { S3Error } from '../errors.ts';
import { unchunked, type ChunkSigning } from '../signature/chunks.ts';
import { checksumIn, CHECKSUM_HEADERS, checksumOf } from './checksums.ts';

/** How a body is protected: undefined where the signature says nothing of it that could be looked at. */
export interface Protection {
  /** Of the x-amz-content-sha256 header. */
  payload: string;
  /** Absent where the request is known to be its user's otherwise: chunks are read, and their signatures are not. */
  signing: ChunkSigning | undefined;
}

export interface Body {
  /** Bytes that will come, without what only wraps them. */
  size: number;
  /** To be read once. Throws at its end where the bytes are others than was said. */
  bytes: AsyncIterable<Buffer>;
  /** Hexadecimal digits; known at the end. */
  md5(): string;
  /** The checksum that was checked, or wanted, as its header; known at the end. */
  checksum(): readonly [string, string] | undefined;
}

export interface BodyOptions {
  /** Bytes at most. */
  most: number;
  /** Header of a checksum that is made of the bytes where none comes with them; false: what comes is of other bytes. */
  wanted?: string | false | undefined;
}

const SIGNED_CHUNKS = /^STREAMING-AWS4-HMAC-SHA256-PAYLOAD(-TRAILER)?$/;
const UNSIGNED_CHUNKS = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

const SHA256 = /^[\da-f]{64}$/i;

/** Throws InvalidArgument where the x-amz-content-sha256 header is no digest and no word for one, NotImplemented for words of other ways. */
export function assertPayload(payload: string): void {
  if (payload === 'UNSIGNED-PAYLOAD' || payload === UNSIGNED_CHUNKS || SIGNED_CHUNKS.test(payload) || SHA256.test(payload)) return;
  if (payload.startsWith('STREAMING-')) throw new S3Error('NotImplemented', 'Payloads of this kind are not taken.');
  throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be a SHA-256 digest or name how the payload is signed.', {
    ArgumentName: 'x-amz-content-sha256',
  });
}

const lengthOf = (text: string | undefined): number => {
  if (text === undefined) throw new S3Error('MissingContentLength');
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('InvalidArgument', 'The length is not a number.');
  return Number(text);
};

/** An MD5 digest in base64, as hexadecimal digits. */
function md5Of(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 16) throw new S3Error('InvalidDigest');
  return bytes.toString('hex');
}

/**
 * Throws MissingContentLength, InvalidDigest, InvalidRequest, EntityTooLarge above `most` bytes; while it is read IncompleteBody, BadDigest,
 * XAmzContentSHA256Mismatch, SignatureDoesNotMatch.
 */
export function bodyOf(
  source: AsyncIterable<Buffer>,
  headers: Readonly<Record<string, string>>,
  { payload, signing }: Protection,
  { most, wanted }: BodyOptions,
): Body {
  const signed = SIGNED_CHUNKS.exec(payload);
  const chunked = signed !== null || payload === UNSIGNED_CHUNKS;
  const size = lengthOf(chunked ? headers['x-amz-decoded-content-length'] : headers['content-length']);
  if (size > most) throw new S3Error('EntityTooLarge', undefined, { ProposedSize: String(size), MaxSizeAllowed: String(most) });
  const expectedMd5 = md5Of(headers['content-md5']);
  const trailer = headers['x-amz-trailer']?.trim().toLowerCase();
  const sent = wanted === false ? undefined : (checksumIn(headers)?.[0] ?? CHECKSUM_HEADERS.find((name) => name === trailer));
  const header = sent ?? (wanted || undefined);
  const checksum = header === undefined ? undefined : checksumOf(header);
  const md5 = createHash('md5');
  const digest = SHA256.test(payload) ? createHash('sha256') : undefined;
  let trailers: ReadonlyMap<string, string> = new Map();
  const plain = chunked
    ? unchunked(source, {
        signing: signed ? signing : undefined,
        trailed: payload.endsWith('-TRAILER'),
        onTrailers: (said) => (trailers = said),
      })
    : source;
  let found: { md5: string; checksum: readonly [string, string] | undefined } | undefined;

  async function* judged(): AsyncGenerator<Buffer> {
    let received = 0;
    for await (const chunk of plain) {
      received += chunk.length;
      if (received > size) throw new S3Error('IncompleteBody');
      md5.update(chunk);
      digest?.update(chunk);
      checksum?.update(chunk);
      yield chunk;
    }
    if (received !== size) throw new S3Error('IncompleteBody');
    if (digest && digest.digest('hex') !== payload.toLowerCase()) throw new S3Error('XAmzContentSHA256Mismatch');
    const hex = md5.digest('hex');
    if (expectedMd5 !== undefined && expectedMd5 !== hex) throw new S3Error('BadDigest');
    const value = checksum?.digest();
    const said = header && (headers[header] ?? trailers.get(header));
    if (said !== undefined && said !== value) throw new S3Error('BadDigest');
    const isTold = value !== undefined && (said !== undefined || header === wanted);
    found = { md5: hex, checksum: isTold ? [header!, value] : undefined };
  }

  const atEnd = (): NonNullable<typeof found> => {
    if (!found) throw new Error('the body has not been read to its end');
    return found;
  };
  return { size, bytes: judged(), md5: () => atEnd().md5, checksum: () => atEnd().checksum };
}
