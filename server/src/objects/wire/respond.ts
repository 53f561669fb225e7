/** Answers as they go to a client, and refusals. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { leaveUnread } from '../../access/unread.ts';
import { S3Error } from '../errors.ts';
import type { Answer } from '../exchange.ts';
import { errorDocument } from './xml.ts';

/** Writes an answer, as fast as it is read. Bytes that cannot be had are noticed before anything is said. */
export async function send(request: IncomingMessage, response: ServerResponse, { status, headers = {}, body }: Answer): Promise<void> {
  const isText = typeof body === 'string';
  const text = isText ? { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(body)) } : {};
  if (body === undefined || isText) {
    leaveUnread(request, response);
    response.writeHead(status, { ...text, ...headers }).end(body);
    return;
  }
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  response.writeHead(status, headers);
  if (first.done) {
    response.end();
    return;
  }
  try {
    for (let next: IteratorResult<Buffer> = first; !next.done; next = await chunks.next())
      if (!response.write(next.value)) await drained(response);
    response.end();
  } finally {
    await chunks.return?.();
  }
}

/** Waits until a client has taken what was written. Rejects where it has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      if (response.destroyed) reject(new S3Error('IncompleteBody'));
      else resolve();
    };
    response.on('drain', settle).on('close', settle);
    if (response.destroyed) settle();
  });
}

/** Writes a refusal, whose body is XML. `where`: elements about the request. */
export function refuse(request: IncomingMessage, response: ServerResponse, error: S3Error, where: Record<string, string>): void {
  leaveUnread(request, response);
  if (error.code === 'SlowDown') response.setHeader('retry-after', '1');
  if (request.method === 'HEAD') {
    response.writeHead(error.status, error.headers).end();
    return;
  }
  response.setHeader('x-content-type-options', 'nosniff');
  const body = errorDocument({ Code: error.code, Message: error.message, ...error.details, ...where });
  const headers = { ...error.headers, 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) };
  response.writeHead(error.status, headers).end(body);
}
