interface S3ErrorOptions {
  status?: number;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** What went wrong in object storage, in S3's words. */
export class S3Error extends Error {
  /** `NoSuchBucket`; `network` where nothing came back, `unreadable` where that is no answer of S3, `cancel` where it was called off. */
  readonly code: string;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** Seconds after which the storage wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, { status = 0, requestId, retryAfter, cause }: S3ErrorOptions = {}) {
    super(message, { cause });
    this.name = 'S3Error';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Whatever fails fails with an S3Error. */
export type WithS3Errors = <T>(answer: Promise<T>) => Promise<T>;

/** Sentences of the texts, by the codes that mean them. What stands in none of them is said as it came. */
const SENTENCES = {
  access: ['AccessDenied', 'AccessForbidden', 'AccountProblem', 'AllAccessDisabled'],
  signature: [
    'AuthorizationHeaderMalformed',
    'AuthorizationQueryParametersError',
    'ExpiredToken',
    'InvalidAccessKeyId',
    'InvalidToken',
    'MissingSecurityHeader',
    'SignatureDoesNotMatch',
    'XAmzContentSHA256Mismatch',
  ],
  damaged: ['BadDigest', 'IncompleteBody', 'InvalidDigest'],
  'bucket-taken': ['BucketAlreadyExists'],
  'bucket-own': ['BucketAlreadyOwnedByYou'],
  'bucket-not-empty': ['BucketNotEmpty'],
  'bucket-name': ['InvalidBucketName'],
  'bucket-gone': ['NoSuchBucket'],
  'buckets-full': ['TooManyBuckets'],
  'key-gone': ['NoSuchKey', 'NoSuchVersion', 'NotFound'],
  'key-long': ['KeyTooLongError'],
  'upload-gone': ['NoSuchUpload'],
  large: ['EntityTooLarge'],
  'metadata-large': ['MetadataTooLarge'],
  full: ['InsufficientStorage', 'XMinioStorageFull'],
  quota: ['QuotaExceeded'],
  principal: ['MalformedPolicy'],
  condition: ['PreconditionFailed'],
  clock: ['RequestTimeTooSkewed'],
  stalled: ['RequestTimeout'],
  busy: ['ServiceUnavailable', 'SlowDown', 'TooManyRequests'],
  broken: ['InternalError'],
  unsupported: ['InvalidLocationConstraint', 'MethodNotAllowed', 'NotImplemented'],
  unclear: [
    'BadRequest',
    'EntityTooSmall',
    'IllegalVersioningConfigurationException',
    'InvalidArgument',
    'InvalidPart',
    'InvalidPartOrder',
    'InvalidRange',
    'InvalidRequest',
    'InvalidTag',
    'InvalidURI',
    'MalformedXML',
    'MissingContentLength',
    'NoSuchBucketPolicy',
    'NoSuchCORSConfiguration',
    'NoSuchLifecycleConfiguration',
    'NoSuchTagSet',
  ],
  network: ['network'],
  unreadable: ['unreadable'],
  dots: ['dots'],
  'zip-most': ['zip-most'],
} as const satisfies Record<string, readonly string[]>;

export type S3Sentence = keyof typeof SENTENCES;

const bySentence = new Map(
  Object.entries(SENTENCES).flatMap(([sentence, codes]) => codes.map((code) => [code as string, sentence as S3Sentence] as const)),
);

/** Which sentence tells a code; undefined: nobody here knows it. */
export const sentenceOf = (code: string): S3Sentence | undefined => bySentence.get(code);
