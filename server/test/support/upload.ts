import type { Call } from '@gantry/contract/wire/call';
import { BYTES_TYPE, headersOfBody } from '@gantry/contract/wire/upload';
import type { RawRequest } from './raw-request.ts';

/** Bytes that are taken for a disk. */
const BYTES = 'bytes of a disk'.padEnd(512, '.');

/** How a body is sent: as JSON, or, where the request is bytes, as headers beside some of them. */
export const requestOf = ({ upload }: Pick<Call, 'upload'>, body: unknown): Pick<RawRequest, 'text' | 'body' | 'headers'> =>
  upload
    ? { text: BYTES, headers: { 'content-type': BYTES_TYPE, ...headersOfBody(upload, (body ?? {}) as Record<string, unknown>) } }
    : { body };
