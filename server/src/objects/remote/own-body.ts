/** Bodies that the server has whole: read from a request that is looked at first, or of its own making. */
import { createHash } from 'node:crypto';
import type { Exchange } from '../exchange.ts';
import type { Body } from '../wire/body.ts';

/** A body of these bytes, to be read once. */
export function bodyOfBytes(content: Buffer): Body {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield content;
  }
  return { size: content.length, bytes: bytes(), md5: () => createHash('md5').update(content).digest('hex'), checksum: () => undefined };
}

/** All bytes that come; `most` of them at most, and `beyond` says what is thrown where there are more. */
export async function gathered(chunks: AsyncIterable<Buffer>, most: number, beyond: () => Error): Promise<Buffer> {
  const all: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw beyond();
    all.push(chunk);
  }
  return Buffer.concat(all);
}

/** Headers that are about the request whatever its body is. */
const KEPT = new Set(['x-amz-expected-bucket-owner', 'x-amz-transition-default-minimum-object-size']);

/** The same request with another method and body; without one where that is absent. */
export function withBody(exchange: Exchange, method: string, content?: { text: string; type: string }): Exchange {
  const kept = Object.fromEntries(Object.entries(exchange.headers).filter(([name]) => KEPT.has(name)));
  if (!content) return { ...exchange, method, headers: kept, body: () => bodyOfBytes(Buffer.alloc(0)) };
  const bytes = Buffer.from(content.text);
  const headers = {
    ...kept,
    'content-type': content.type,
    'content-length': String(bytes.length),
    // Some settings are taken with a digest only.
    'content-md5': createHash('md5').update(bytes).digest('base64'),
  };
  return { ...exchange, method, headers, body: () => bodyOfBytes(bytes) };
}
