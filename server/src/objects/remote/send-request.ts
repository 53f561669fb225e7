/** One HTTP request to a remote object store; both bodies are streams. */
import { Agent as PlainAgent, request as plainly, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as securely, type RequestOptions as SecureRequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3Error } from '../errors.ts';

/** Milliseconds without a byte after which it is given up. */
const SILENCE = 60_000;
const agents = { http: new PlainAgent({ keepAlive: true }), https: new SecureAgent({ keepAlive: true }) };

export interface RemoteRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: AsyncIterable<Buffer> | undefined;
  /** Certificates (PEM) that the store's own must come from; absent: those that Node trusts by itself. */
  ca?: string | undefined;
  signal: AbortSignal;
}

/** Throws ServiceUnavailable where no answer comes, and what the body throws. */
export async function sendRequest(remoteRequest: RemoteRequest): Promise<IncomingMessage> {
  try {
    return await once(remoteRequest);
  } catch (error) {
    if (error instanceof S3Error || remoteRequest.signal.aborted) throw error;
    // A kept connection may end in the moment that it is used; what has no body can be asked again.
    if (remoteRequest.body === undefined && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
      return once(remoteRequest).catch(unavailable);
    return unavailable(error);
  }
}

const unavailable = (error: unknown): never => {
  throw new S3Error('ServiceUnavailable', undefined, { Reason: (error as NodeJS.ErrnoException).code ?? 'unknown' });
};

function once({ method, url, headers, body, ca, signal }: RemoteRequest): Promise<IncomingMessage> {
  const { protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  // Connections that bring bytes are not kept: one that ends meanwhile could not be told from a refusal.
  const agent = body === undefined ? agents[isSecure ? 'https' : 'http'] : undefined;
  // The address as text: parsed, its dots would lead elsewhere than was signed.
  // An agent keeps connections of different authorities apart.
  const options: SecureRequestOptions = { method, path: url.slice(new URL(url).origin.length), headers, agent, signal, ca };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? securely : plainly)(new URL(url).origin, options);
    request.setTimeout(SILENCE, () => request.destroy(new Error('silent')));
    request.on('response', resolve).on('error', reject);
    if (body === undefined) request.end();
    else pipeline(Readable.from(body, { objectMode: false }), request).catch(reject);
  });
}
