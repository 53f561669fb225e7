import { entriesOf } from './listed.ts';

/**
 * Every error the API can answer: its HTTP status and its English text.
 * The console translates by code (`errors.<code>` in its texts); `message` is what scripts read (decision B14).
 */
export const ERRORS = {
  validation_failed: { status: 400, message: 'Some values are not valid.' },
  malformed_request: { status: 400, message: 'The request could not be read.' },
  unauthorized: { status: 401, message: 'Sign in to continue.' },
  invalid_credentials: { status: 401, message: 'The domain, user name or password is wrong.' },
  reauth_required: { status: 401, message: 'Your session with the cloud has ended. Sign in again.' },
  second_factor_required: {
    status: 401,
    message: 'The cloud requires a second factor for this user, which this console does not support yet.',
  },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  user_disabled: { status: 403, message: 'This user is disabled.' },
  domain_disabled: { status: 403, message: 'This domain is disabled.' },
  account_locked: { status: 403, message: 'The cloud has locked this user after too many wrong passwords. Try again later.' },
  password_expired: { status: 403, message: 'Your password has expired. Sign in with a new one.' },
  s3_disabled: { status: 403, message: 'Object storage is disabled for your domain.' },
  s3_user_disabled: { status: 403, message: 'Your access to object storage is disabled. Contact your administrator.' },
  project_scope_required: { status: 403, message: 'Choose a project first.' },
  not_found: { status: 404, message: 'Object you are referring to is not found' },
  s3_not_found: { status: 404, message: 'Object storage is not available for you here.' },
  method_not_allowed: { status: 405, message: 'This address does not support this method.' },
  state_conflict: { status: 409, message: 'The current state of the object does not allow this.' },
  quota_exceeded: { status: 409, message: "The project's quota is exceeded: {resource}." },
  domain_quota_exceeded: { status: 409, message: "The domain's quota is exceeded: {resource}." },
  no_capacity: { status: 409, message: 'No node has enough free capacity.' },
  no_free_address: { status: 409, message: 'The network has no free addresses.' },
  engine_refused: { status: 409, message: 'The cloud refused the request.' },
  interrupted: { status: 409, message: 'The operation was interrupted, and its result is unknown. Check the object before you retry.' },
  overtaken: {
    status: 409,
    message: 'The object was changed in the meantime, so this operation was not carried out. Check the object before you retry.',
  },
  name_taken: { status: 409, message: 'This name is already in use.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'The request body must be JSON.' },
  idempotency_mismatch: { status: 422, message: 'This idempotency key was already used with another request.' },
  too_many_to_sort: {
    status: 422,
    message: 'More than {max} objects match. Filter the list before you sort it by usage.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  too_many_sign_ins: { status: 429, message: 'Too many wrong passwords. Try again in {seconds} s.' },
  internal: { status: 500, message: 'Internal Server Error. Please contact your system administrator.' },
  not_supported: { status: 501, message: 'The cloud does not support this.' },
  database_unavailable: { status: 503, message: 'The server cannot reach its database. Try again later.' },
  engine_unavailable: { status: 503, message: 'The cloud does not respond. Try again later.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** What `engine_unavailable` says where one service of the cloud is known to be meant, its parameter `service`. */
const SERVICE_UNAVAILABLE = 'Part of the cloud does not respond: {service}. Try again later.';

/** Values put into a translated text: `{resource}` and the like. */
export type TextParams = Readonly<Record<string, string | number>>;

/** A text as a code and its parameters, translated only on the screen (architecture rule 3). */
export interface CodedText {
  code: string;
  params?: TextParams;
}

/** The body of every answer with a status of 400 or more (S0 §8, decision B17). */
export interface ErrorBody {
  error: {
    err_code: ErrorCode;
    message: string;
    /** English texts per field, for scripts. */
    fields?: Record<string, string[]>;
    data?: {
      /** Parameters of the message. */
      params?: TextParams;
      /** Why a state rule said no (409 state_conflict). */
      reason?: CodedText;
      /** The same as `fields`, as codes for the screen. */
      field_codes?: Record<string, CodedText[]>;
      /** The engine's own words, untranslated. */
      detail?: string;
      /** The task that ended by this refusal. */
      task_id?: string;
      request_id?: string;
    };
  };
}

interface GantryErrorOptions {
  params?: TextParams;
  reason?: CodedText;
  fields?: Record<string, CodedText[]>;
  /** The engine's own words. Never holds a secret. */
  detail?: string;
  /** The engine's id of the refused request. */
  requestId?: string;
  /** Seconds after which the same may be asked again (429). */
  retryAfter?: number;
  cause?: unknown;
}

/** An error with a meaning: whoever throws it says the code, http turns it into an answer, tasks store it. */
export class GantryError extends Error {
  readonly code: ErrorCode;
  readonly params: TextParams;
  readonly reason: CodedText | undefined;
  readonly fields: Record<string, CodedText[]> | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: GantryErrorOptions = {}) {
    const { params = {}, cause } = options;
    const isOfService = code === 'engine_unavailable' && 'service' in params;
    super(fillText(isOfService ? SERVICE_UNAVAILABLE : ERRORS[code].message, params), { cause });
    this.name = 'GantryError';
    this.code = code;
    this.params = params;
    this.reason = options.reason;
    this.fields = options.fields;
    this.detail = options.detail;
    this.requestId = options.requestId;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** What of `detail` users read: why a service of the cloud is silent is for operators, in the log. */
  get detailForUsers(): string | undefined {
    return this.code === 'engine_unavailable' && 'service' in this.params ? undefined : this.detail;
  }
}

/** Puts parameters into `{name}` places, lists with commas; an unknown place stays as it is. */
export function fillText(text: string, params: TextParams): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? entriesOf(String(params[name])).join(', ') : place));
}
