import type { CodedText, ErrorBody, TextParams } from '@gantry/contract/wire/errors';

/** Texts of S0 §8, in English (decision B14: the screen translates by kind and code). */
export const ERROR_TEXTS = {
  network: 'network error',
  nonJson: 'Can not parse payload. Expected JSON',
  notFound: 'Object you are referring to is not found',
  server: 'Internal Server Error. Please contact your system administrator.',
  cancel: 'Cancel action',
} as const;

/**
 * What went wrong, in the terms of S0 §8:
 * `network` nothing came back; `payload` not JSON; `authorization` 401; `not-found` 404; `validation` any other 4xx; `server` 5xx; `cancel` aborted.
 */
export type ApiErrorKind = 'network' | 'payload' | 'authorization' | 'not-found' | 'validation' | 'server' | 'cancel';

interface ApiErrorOptions {
  status?: number;
  code?: string;
  fields?: Record<string, string[]>;
  data?: ErrorBody['error']['data'];
  requestId?: string | undefined;
  cause?: unknown;
}

/** The one error of the request layer. `message` is English; show it with `useErrorText()`. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** `err_code` of the answer, or the kind where the answer had none. */
  readonly code: string;
  /** English texts per field. */
  readonly fields: Record<string, string[]>;
  /** Codes per field, for translation. */
  readonly fieldCodes: Record<string, CodedText[]>;
  /** Parameters of the message. */
  readonly params: TextParams;
  /** Why a state rule said no. */
  readonly reason: CodedText | undefined;
  /** The engine's own words. */
  readonly detail: string | undefined;
  readonly data: ErrorBody['error']['data'];
  readonly requestId: string | undefined;

  constructor(kind: ApiErrorKind, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = options.status ?? 0;
    this.code = options.code ?? kind;
    this.fields = options.fields ?? {};
    this.data = options.data;
    this.fieldCodes = options.data?.field_codes ?? {};
    this.params = options.data?.params ?? {};
    this.reason = options.data?.reason;
    this.detail = options.data?.detail;
    this.requestId = options.requestId ?? options.data?.request_id;
  }
}

/** A cancelled request is no error to anyone: screens stay silent about it. */
export const isCancel = (error: unknown): boolean => error instanceof ApiError && error.kind === 'cancel';

/** The server marks fields on their way out of the API with this text; people need not read it (S0 §8). */
const stripDeprecated = (message: string): string => message.replaceAll('(Deprecated field)', '').replace(/ {2,}/g, ' ').trim();

interface Failure {
  status: number;
  body: Partial<ErrorBody['error']>;
  requestId?: string | undefined;
}

/** Turns an answer with a status of 400 or more into the error of S0 §8. */
export function errorOfAnswer({ status, body, requestId }: Failure): ApiError {
  const message = stripDeprecated(body.message ?? '');
  const options = {
    status,
    ...(body.err_code && { code: body.err_code }),
    ...(body.fields && { fields: body.fields }),
    ...(body.data && { data: body.data }),
    requestId,
  };
  if (status === 401) return new ApiError('authorization', message, options);
  if (status === 404) return new ApiError('not-found', ERROR_TEXTS.notFound, options);
  if (status >= 500) return new ApiError('server', ERROR_TEXTS.server, options);
  return new ApiError('validation', message, options);
}
