/** Bodies in chunks of Amazon's own (`aws-chunked`), each signed or none, with or without trailing headers. */
import { createHash } from 'node:crypto';
import { S3Error } from '../errors.ts';
import { sha256, sign } from './canonical.ts';

/** Longest line between chunks, and most of them after the last. */
const LINE_BYTES = 4096;
const TRAILERS_MAX = 16;
const EMPTY = sha256('');

/** How the chunks of a body are signed. */
export interface ChunkSigning {
  at: string;
  scope: string;
  seed: string;
  signingKey: Buffer;
}

/** Bytes of a stream by lines and by number. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.of();

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  async #more(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new S3Error('IncompleteBody');
    return value as Buffer;
  }

  async line(): Promise<string> {
    for (let end = this.#rest.indexOf('\r\n'); ; end = this.#rest.indexOf('\r\n')) {
      if (end > LINE_BYTES || (end < 0 && this.#rest.length > LINE_BYTES))
        throw new S3Error('InvalidRequest', 'A chunk has no valid head.');
      if (end >= 0) {
        const line = this.#rest.toString('latin1', 0, end);
        this.#rest = this.#rest.subarray(end + 2);
        return line;
      }
      this.#rest = Buffer.concat([this.#rest, await this.#more()]);
    }
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0) this.#rest = await this.#more();
      const taken = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }

  /** Nothing may follow but what is given, or nothing at all. Throws InvalidRequest. */
  async finish(last: string): Promise<void> {
    let rest = this.#rest;
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next()) {
      rest = Buffer.concat([rest, next.value]);
      if (rest.length > last.length) break;
    }
    const text = rest.toString('latin1');
    if (text !== '' && text !== last) throw new S3Error('InvalidRequest', 'Bytes follow the last chunk.');
  }

  /** Lets go of the stream, which otherwise stays paused where reading has stopped. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

function headOf(line: string): { size: number; signature: string | undefined } {
  const [, size, signature] = /^([\da-f]{1,12})(?:;chunk-signature=([\da-f]{64}))?$/i.exec(line) ?? [];
  if (size === undefined) throw new S3Error('InvalidRequest', 'A chunk has no valid head.');
  return { size: Number.parseInt(size, 16), signature };
}

/** Lines `name:value` up to an empty one. */
async function trailersOf(source: Source): Promise<[string, string][]> {
  const trailers: [string, string][] = [];
  for (;;) {
    const line = await source.line();
    if (line === '') return trailers;
    const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || trailers.length >= TRAILERS_MAX) throw new S3Error('InvalidRequest', 'The trailing headers are not valid.');
    trailers.push([name.toLowerCase(), value!.trim()]);
  }
}

/**
 * The bytes of a chunked body. `signing`: absent where its chunks are not signed. `onTrailers` gets what follows the last chunk, `trailed` says
 * whether something does. Throws SignatureDoesNotMatch, IncompleteBody, InvalidRequest.
 */
export async function* unchunked(
  bytes: AsyncIterable<Buffer>,
  {
    signing,
    trailed,
    onTrailers,
  }: { signing: ChunkSigning | undefined; trailed: boolean; onTrailers(trailers: ReadonlyMap<string, string>): void },
): AsyncGenerator<Buffer> {
  const source = new Source(bytes);
  let former = signing?.seed ?? '';
  const assertSigned = (kind: 'PAYLOAD' | 'TRAILER', signature: string | undefined, digests: readonly string[]): void => {
    if (!signing) return;
    const text = [`AWS4-HMAC-SHA256-${kind}`, signing.at, signing.scope, former, ...digests].join('\n');
    const expected = sign(signing.signingKey, text);
    if (signature !== expected) throw new S3Error('SignatureDoesNotMatch');
    former = expected;
  };
  try {
    for (;;) {
      const { size, signature } = headOf(await source.line());
      const hash = signing && createHash('sha256');
      for await (const chunk of source.bytes(size)) {
        hash?.update(chunk);
        yield chunk;
      }
      assertSigned('PAYLOAD', signature, [EMPTY, hash?.digest('hex') ?? '']);
      if (size === 0) break;
      if ((await source.line()) !== '') throw new S3Error('InvalidRequest', 'A chunk is longer than it says.');
    }
    if (trailed) {
      const trailers = await trailersOf(source);
      const own = trailers.filter(([name]) => name !== 'x-amz-trailer-signature');
      const text = own.map(([name, value]) => `${name}:${value}\n`).join('');
      assertSigned('TRAILER', trailers.find(([name]) => name === 'x-amz-trailer-signature')?.[1], [sha256(text)]);
      onTrailers(new Map(own));
    }
    // A last chunk without headers ends with an empty line, which some leave out.
    await source.finish(trailed ? '' : '\r\n');
  } finally {
    await source.close();
  }
}
