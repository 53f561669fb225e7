/** Errors as S3 clients know them: a code, its HTTP status, and an English sentence. */
const ERRORS = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [
    403,
    'CORSResponse: This CORS request is not allowed. No rule of the bucket allows the origin, Access-Control-Request-Method or Access-Control-Request-Headers.',
  ],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters that you provided are not valid.'],
  BadDigest: [400, 'The digest or checksum that you specified did not match what was received.'],
  BadRequest: [400, 'The request could not be read.'],
  BucketAlreadyExists: [409, 'The requested bucket name is not available. The names of all users are one namespace: choose another one.'],
  BucketAlreadyOwnedByYou: [409, 'You have this bucket already.'],
  BucketNotEmpty: [409, 'The bucket that you tried to delete is not empty.'],
  EntityTooLarge: [400, 'Your upload exceeds the largest size of an object.'],
  EntityTooSmall: [400, 'A part that is not the last one is smaller than the smallest size.'],
  IllegalVersioningConfigurationException: [400, 'The versioning configuration has no status that is known.'],
  IncompleteBody: [400, 'You did not send as many bytes as the Content-Length header says.'],
  InsufficientStorage: [507, 'The object store has no room for this.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The access key that you provided is not known or is disabled.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketName: [400, 'The specified bucket name is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum that you specified is not valid.'],
  InvalidLocationConstraint: [400, 'The specified location is not valid: this object store is in us-east-1.'],
  InvalidPart: [400, 'One or more of the parts that you named were not found, or their entity tags do not match.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range cannot be satisfied.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidTag: [400, 'A tag that you provided is not valid.'],
  InvalidURI: [400, 'The address could not be read.'],
  KeyTooLongError: [400, 'The key is longer than 1024 bytes.'],
  MalformedPolicy: [400, 'The policy is not one that this store can carry out.'],
  MalformedXML: [400, 'The XML that you provided was not well formed or is not what this request takes.'],
  MetadataTooLarge: [400, 'The metadata is larger than 2 KB.'],
  MethodNotAllowed: [405, 'This resource does not take this method.'],
  MissingContentLength: [411, 'You must provide the Content-Length header.'],
  MissingSecurityHeader: [400, 'The request lacks a header that it needs.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchBucketPolicy: [404, 'The bucket has no policy.'],
  NoSuchCORSConfiguration: [404, 'The bucket has no CORS configuration.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The bucket has no lifecycle configuration.'],
  NoSuchTagSet: [404, 'The bucket has no tags.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist: it may have been aborted or completed.'],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NotImplemented: [501, 'This object store does not do what the request asks.'],
  PreconditionFailed: [412, 'At least one of the conditions that you specified did not hold.'],
  QuotaExceeded: [403, 'The storage quota does not allow this.'],
  RequestTimeTooSkewed: [403, 'The time of the request and the time of the server are too far apart.'],
  RequestTimeout: [400, 'Nothing was received from you for too long.'],
  ServiceUnavailable: [503, 'The object store is not available. Please try again later.'],
  SignatureDoesNotMatch: [403, 'The request signature that we calculated does not match the signature that you provided.'],
  SlowDown: [503, 'Please reduce your request rate.'],
  TooManyBuckets: [400, 'You have as many buckets as one user may have.'],
  XAmzContentSHA256Mismatch: [400, 'The x-amz-content-sha256 header does not match what was received.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type S3ErrorCode = keyof typeof ERRORS;

/** A refusal in S3's words. `details` become elements of the answer, beside code and message; `headers` go with it. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: S3ErrorCode,
    message?: string,
    details: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message ?? ERRORS[code][1]);
    this.name = 'S3Error';
    this.code = code;
    [this.status] = ERRORS[code];
    this.details = details;
    this.headers = headers;
  }
}
