/** Requests of the server's own to the object store, in the name of a user. */
import { GantryError } from '@gantry/contract/wire/errors';
import type { S3Key } from '../port/accounts.ts';
import { S3Error } from './errors.ts';
import type { Answer, Exchange } from './exchange.ts';
import { encodeKey } from './signature/canonical.ts';
import type { Target } from './wire/request.ts';

/** Carries out a request, at the embedded store or at a remote one. Throws S3Error. */
export type Operate = (exchange: Exchange, target: Target) => Promise<Answer>;

export interface InternalRequest {
  method: 'GET' | 'HEAD';
  bucket: string;
  /** Absent: the bucket itself. */
  object?: string;
  query?: Readonly<Record<string, string>>;
}

/** Sends the request and returns the response; a refusal of a remote store is a response, too. Throws S3Error. */
export function sendInternal(
  operate: Operate,
  key: S3Key,
  { method, bucket, object, query = {} }: InternalRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const pairs = Object.entries(query);
  const path = object === undefined ? `/${bucket}` : `/${bucket}/${encodeKey(object)}`;
  const body = (): never => {
    throw new S3Error('InvalidRequest');
  };
  return operate({ method, query: new Map(pairs), headers: {}, key, signal, body }, { path, bucket, key: object, query: pairs });
}

/** The bytes of a body. */
export async function* bytesOfAnswer({ body = '' }: Answer): AsyncGenerator<Buffer> {
  if (typeof body === 'string') yield Buffer.from(body);
  else yield* body;
}

/** Reads a body to its end, so that the connection can be used again. */
export async function skipAnswer(answer: Answer): Promise<void> {
  for await (const _chunk of bytesOfAnswer(answer));
}

const MISSING = ['NoSuchKey', 'NoSuchBucket', 'AccessDenied'];

/** An S3 error as an error of the API: the objects of others answer like unknown ones. */
export function asApiError(error: unknown): unknown {
  if (!(error instanceof S3Error)) return error;
  if (MISSING.includes(error.code)) return new GantryError('not_found');
  if (error.status < 500) return new GantryError('engine_refused', { detail: error.code });
  return new GantryError('engine_unavailable', { params: { service: 'objects' }, detail: error.message, cause: error });
}

/** Throws not_found, engine_refused and engine_unavailable where an answer is a refusal. */
export function assertGood({ status }: Answer): void {
  if (status < 300) return;
  if (status === 404 || status === 403) throw new GantryError('not_found');
  throw new GantryError(status < 500 ? 'engine_refused' : 'engine_unavailable', { params: { service: 'objects' }, detail: String(status) });
}
