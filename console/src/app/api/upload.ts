import type { Answer, Call } from '@gantry/contract/wire/call';
import { REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import { BYTES_TYPE, UPLOAD_STALL_MS } from '@gantry/contract/wire/upload';
import type { ApiCall } from './calls.ts';
import { heedAnswer, requestCredentials } from './answer.ts';
import { ApiError, errorOfAnswer } from './errors.ts';
import { answerOf, errorBodyOf, forgetReads } from './request.ts';
import { headersOf, urlOf, type RequestCredentials } from './wire.ts';

interface UploadInput<C extends Call> {
  call: ApiCall<C>;
  file: Blob;
  /** What the call's body is, as headers. */
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Of the scope that it is sent in; absent: of the session's. */
  scopedToken?: string | undefined;
  /** Called with the bytes that have been sent. */
  onProgress(bytes: number): void;
}

/** No progress for so long that the upload has failed (S1 §7). */
export class Stalled extends ApiError {
  constructor() {
    super('network', `No progress for ${UPLOAD_STALL_MS / 1000} s`);
  }
}

/**
 * Sends a file as it is: only this kind of request tells how far it has come. Resolves with the answer. Rejects with ApiError, of the kind
 * `cancel` where the signal aborts.
 */
export async function sendFile<C extends Call>(input: UploadInput<C>): Promise<Answer<C>> {
  for (let attempt = 1; ; attempt += 1) {
    const known = requestCredentials();
    const used = input.scopedToken === undefined ? known : { ...known, scoped: input.scopedToken };
    const { status, responseText, header } = await sendOnce(input, used).finally(forgetReads);
    const isWorthAgain = await heedAnswer({ status, header }, used);
    if (status < 400) return answerOf(status, responseText) as Answer<C>;
    if (isWorthAgain && attempt === 1) continue;
    throw errorOfAnswer({ status, body: errorBodyOf(responseText), requestId: header(REQUEST_ID_HEADER) ?? undefined });
  }
}

interface Sent {
  status: number;
  responseText: string;
  header(name: string): string | null;
}

function sendOnce<C extends Call>(input: UploadInput<C>, used: RequestCredentials): Promise<Sent> {
  const { call, file, headers, signal, onProgress } = input;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (error: ApiError): void => {
      clearTimeout(timer);
      reject(error);
    };
    const stalled = (): void => {
      fail(new Stalled());
      request.abort();
    };
    let timer = setTimeout(stalled, UPLOAD_STALL_MS);
    const moved = (): void => {
      clearTimeout(timer);
      timer = setTimeout(stalled, UPLOAD_STALL_MS);
    };
    request.open(call.method, urlOf(call, {}));
    for (const [name, value] of Object.entries({ ...headersOf(used), 'content-type': BYTES_TYPE, ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      moved();
      onProgress(loaded);
    };
    request.onload = () => {
      clearTimeout(timer);
      resolve({ status: request.status, responseText: request.responseText, header: (name) => request.getResponseHeader(name) });
    };
    request.onerror = () => fail(new ApiError('network', 'The connection was lost'));
    request.onabort = () => fail(new ApiError('cancel', 'Cancelled'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
