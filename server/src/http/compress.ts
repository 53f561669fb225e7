import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzipped = promisify(gzip);

/** Smallest text worth compressing, in bytes. */
const WORTH = 1024;

/** Up to so many bytes are compressed here, which takes less than a millisecond: another thread would first have to get a processor. */
const AT_ONCE = 64 * 1024;

/** Whether the client takes gzip. */
const takesGzip = (accepted: string | undefined): boolean => accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/i.test(accepted);

/**
 * Compresses texts we made ourselves (JSON, HTML); files have their compressed forms beside them. Not @fastify/compress: it makes a stream of
 * each answer and waits for another thread, where most answers are ready here in less than a millisecond.
 */
export async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string') return payload;
  const bytes = Buffer.byteLength(payload);
  if (bytes < WORTH) return payload;
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', '));
  if (!takesGzip(request.headers['accept-encoding'])) return payload;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return bytes <= AT_ONCE ? gzipSync(payload) : gzipped(payload);
}
