/** Bytes that a service takes in or hands out as they come: none of them are kept here, and it is never asked twice. */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { GantryError } from '@gantry/contract/wire/errors';
import { Readable } from 'node:stream';
import type { ByteRange, Incoming } from '../../../port/engine.ts';
import { PUBLIC, type Connections } from './connections.ts';
import { refusal, unreachable, type ServiceName } from './errors.ts';

export interface BytesRequest {
  service: ServiceName;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** How the service is reached; see `HttpRequest`. */
  connections?: Connections | undefined;
  bytes: Incoming;
  /** Milliseconds that the service may be silent. */
  timeLimit: number;
  signal: AbortSignal;
}

/** Puts all bytes. Returns the service's id of the request. Throws ServiceError, what the stream ended with, and what the signal says. */
export async function putBytes({
  service,
  url,
  headers,
  connections = PUBLIC,
  bytes,
  timeLimit,
  signal,
}: BytesRequest): Promise<string | undefined> {
  const length = bytes.size === null ? {} : { 'content-length': String(bytes.size) };
  const request = connections.request(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...length, ...headers },
    signal,
  });
  request.setTimeout(timeLimit, () => request.destroy(new Error(`no answer within ${timeLimit / 1000} s`)));
  const answered = new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject));
  // A refusal may come before all has been sent, and the connection end with it.
  const sent = pipeline(bytes.stream, request).catch((cause: unknown) => ({ cause }));
  try {
    const failure = await Promise.race([sent, answered.then(() => undefined)]);
    if (failure) throw failure.cause;
    const answer = await answered;
    const requestId = idOf(answer);
    const words = await text(answer);
    if (answer.statusCode === undefined || answer.statusCode >= 400) throw refusal(service, answer.statusCode ?? 0, words, requestId);
    const late = await sent;
    if (late) throw late.cause;
    return requestId;
  } catch (cause) {
    // The connection is given up: what is reported is why.
    answered.catch(() => undefined);
    request.destroy();
    signal.throwIfAborted();
    throw cause instanceof GantryError ? cause : unreachable(service, await connections.explain(url, cause));
  }
}

const idOf = ({ headers }: IncomingMessage): string | undefined => {
  const id = headers['x-openstack-request-id'];
  return typeof id === 'string' ? id : undefined;
};

/** A request for the bytes of a range. */
interface RangeRequest extends Pick<BytesRequest, 'service' | 'url' | 'headers' | 'connections' | 'signal'> {
  range: ByteRange | null;
}

/**
 * Opens bytes; undefined where there are none. A service that knows no ranges sends all of them: what is before the range is then read and left
 * out, and what is behind it is not fetched. Throws ServiceError, and what the signal says.
 */
export async function getBytes({
  service,
  url,
  headers,
  connections = PUBLIC,
  range,
  signal,
}: RangeRequest): Promise<Readable | undefined> {
  const request = connections.request(url, {
    headers: { ...headers, accept: 'application/octet-stream', ...(range && { range: `bytes=${range.start}-${range.end}` }) },
    signal,
  });
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject).end());
    const { statusCode: status = 0 } = answer;
    if (status >= 300) throw refusal(service, status, await text(answer), idOf(answer));
    if (status === 204) {
      answer.resume();
      return undefined;
    }
    return range && status === 200 ? Readable.from(within(answer, range), { objectMode: false }) : answer;
  } catch (cause) {
    request.destroy();
    signal.throwIfAborted();
    throw cause instanceof GantryError ? cause : unreachable(service, await connections.explain(url, cause));
  }
}

/** The bytes of a range, of a stream of all. */
async function* within(all: IncomingMessage, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  // To leave early ends the service's answer as well.
  for await (const chunk of all as AsyncIterable<Buffer>) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end + 1 - at, chunk.length)];
    at += chunk.length;
    if (from < to) yield chunk.subarray(from, to);
    if (at > end) return;
  }
}
