import { BYTES_TYPE, UPLOAD_STALL_MS } from '@gantry/contract/wire/upload';
import type { ApiCall } from './calls.ts';
import { ApiError, errorOfAnswer } from './errors.ts';
import { errorBodyOf, forgetReads, requestCredentials } from './request.ts';
import { headersOf, urlOf } from './wire.ts';

interface UploadInput {
  call: ApiCall;
  file: Blob;
  /** What the call's body is, as headers. */
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
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
 * Sends a file as it is: only this kind of request tells how far it has come. Rejects with ApiError, of the kind `cancel` where the signal
 * aborts.
 */
export function sendFile({ call, file, headers, signal, onProgress }: UploadInput): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const end = (done: () => void): void => {
      clearTimeout(timer);
      forgetReads();
      done();
    };
    const fail = (error: ApiError): void => end(() => reject(error));
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
    for (const [name, value] of Object.entries({ ...headersOf(requestCredentials()), 'content-type': BYTES_TYPE, ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      moved();
      onProgress(loaded);
    };
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 400) return end(resolve);
      fail(errorOfAnswer({ status, body: errorBodyOf(responseText), requestId: undefined }));
    };
    request.onerror = () => fail(new ApiError('network', 'The connection was lost'));
    request.onabort = () => fail(new ApiError('cancel', 'Cancelled'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
