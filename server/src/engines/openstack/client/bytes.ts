/** Bytes that a service takes in as they come: none of them are kept here, and it is never asked twice. */
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Incoming } from '../../engine.ts';
import { refusal, unreachable, type ServiceName } from './errors.ts';

export interface BytesRequest {
  service: ServiceName;
  url: string;
  headers: Readonly<Record<string, string>>;
  bytes: Incoming;
  /** Milliseconds that the service may be silent. */
  timeLimit: number;
  signal: AbortSignal;
}

/** Puts all bytes. Returns the service's id of the request. Throws ServiceError, what the stream ended with, and what the signal says. */
export async function putBytes({ service, url, headers, bytes, timeLimit, signal }: BytesRequest): Promise<string | undefined> {
  const length = bytes.size === null ? {} : { 'content-length': String(bytes.size) };
  const asked = (url.startsWith('https:') ? overHttps : overHttp)(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...length, ...headers },
    signal,
  });
  asked.setTimeout(timeLimit, () => asked.destroy(new Error(`no answer within ${timeLimit / 1000} s`)));
  const answered = new Promise<IncomingMessage>((resolve, reject) => asked.once('response', resolve).once('error', reject));
  // A refusal may come before all has been sent, and the connection end with it.
  const sent = pipeline(bytes.stream, asked).catch((cause: unknown) => ({ cause }));
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
    asked.destroy();
    signal.throwIfAborted();
    throw cause instanceof GantryError ? cause : unreachable(service, cause);
  }
}

const idOf = ({ headers }: IncomingMessage): string | undefined => {
  const id = headers['x-openstack-request-id'];
  return typeof id === 'string' ? id : undefined;
};
