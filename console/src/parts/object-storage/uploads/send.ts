import { heedAnswer, requestCredentials } from '../../../app/api/answer.ts';
import { S3Error } from '../s3-error.ts';

/** Without progress for so long an upload has failed (S0 §9). Milliseconds. */
export const STALL_MS = 60_000;

/** A file that is put under a key. */
export interface SendInput {
  bucketName: string;
  key: string;
  file: File;
  signal: AbortSignal;
  /** Called with the bytes that have been sent. */
  onProgress(bytes: number): void;
}

export interface PutInput {
  url: string;
  file: Blob;
  /** Those of each try, with the session of then. */
  headers(): Readonly<Record<string, string>>;
  signal: AbortSignal;
  onProgress(bytes: number): void;
  stallMs?: number;
}

const codeIn = (xml: string): string => /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? '';
const messageIn = (xml: string): string => /<Message>([^<]*)<\/Message>/.exec(xml)?.[1] ?? '';

/** Sends a file to a presigned address: only this kind of request tells how far it has come. Rejects with S3Error. @returns the entity tag */
export async function putFile(input: PutInput): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { session } = requestCredentials();
    const request = await putOnce(input);
    const { status, responseText } = request;
    const isWorthAgain = await heedAnswer({ status, header: (name) => request.getResponseHeader(name) }, { session });
    if (status < 300) return (request.getResponseHeader('etag') ?? '').replaceAll('"', '');
    if (isWorthAgain && attempt === 1) continue;
    const retryAfter = Number(request.getResponseHeader('retry-after') ?? '') || undefined;
    throw new S3Error(codeIn(responseText) || `http-${status}`, messageIn(responseText) || `HTTP ${status}`, { status, retryAfter });
  }
}

/** Resolves with the request once it has its answer, whatever that says. */
function putOnce({ url, file, headers, signal, onProgress, stallMs = STALL_MS }: PutInput): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const end = (done: () => void): void => {
      clearTimeout(timer);
      done();
    };
    const fail = (error: S3Error): void => end(() => reject(error));
    const stalled = (): void => {
      fail(new S3Error('RequestTimeout', `No progress for ${stallMs / 1000} s`));
      request.abort();
    };
    let timer = setTimeout(stalled, stallMs);
    if (signal.aborted) return fail(new S3Error('cancel', 'Cancelled'));
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    let sent = 0;
    request.upload.onprogress = ({ loaded }) => {
      // An event that tells nothing new is no progress.
      if (loaded <= sent) return;
      sent = loaded;
      clearTimeout(timer);
      timer = setTimeout(stalled, stallMs);
      onProgress(loaded);
    };
    request.onload = () => end(() => resolve(request));
    request.onerror = () => fail(new S3Error('network', 'The connection was lost'));
    request.onabort = () => fail(new S3Error('cancel', 'Cancelled'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
