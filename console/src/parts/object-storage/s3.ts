import { headersOf } from '../../app/api/wire.ts';
import { requestCredentials } from '../../app/api/answer.ts';
import type { S3Api } from './client.ts';

/** What tells the proxy who asks: the headers of the session, as on each call. */
export function s3Headers(): Record<string, string> {
  const { accept: _json, ...headers } = headersOf(requestCredentials());
  return headers;
}

let loaded: Promise<S3Api> | undefined;

/** The S3 client, whose chunk is loaded when it is wanted for the first time. */
export const s3 = (): Promise<S3Api> =>
  (loaded ??= import('./client.ts').then(
    ({ createS3Api }) => createS3Api({ origin: location.origin, headers: s3Headers }),
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  ));
