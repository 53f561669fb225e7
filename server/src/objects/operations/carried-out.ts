/**
 * What of a request this store carries out, and for which operations. S3 has more headers and queries than any store; one that is taken and does
 * nothing loses data, so that all others are refused, and so is each where it means nothing (architecture rule 25).
 */
import { S3Error, type S3ErrorCode } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { ALGORITHM_HEADER, CHECKSUM_HEADERS, TYPE_HEADER } from '../wire/checksums.ts';
import type { Target } from '../wire/request.ts';
import { ENCRYPTION_HEADER, HEADER_NAME, HEADER_TEXT, OWN, TAGGING_HEADER } from './headers.ts';
import { operationOf, settingOf, type OperationName } from './operation.ts';

/** Names that an operation carries out: with any value, or with those that say what is done anyway. */
interface Taken {
  names: readonly string[];
  /** Absent: by all. */
  by?: readonly OperationName[];
  values?: readonly string[];
  /** How S3 answers where it is asked of another operation; NotImplemented where that is not said. */
  elsewhere?: S3ErrorCode;
}

const READS = ['GetObject', 'HeadObject'] as const;
const COPIES = ['CopyObject', 'UploadPartCopy'] as const;
/** What makes an object, to which metadata and tags can be given, and which can be encrypted. */
const MAKES = ['PutObject', 'CopyObject', 'CreateMultipartUpload'] as const;
const LISTS = ['ListObjects', 'ListObjectsV2', 'ListObjectVersions'] as const;
/** What reads the bytes of a body, and judges them. */
const WITH_BODY = [
  ...(['PutObject', 'UploadPart', 'CompleteMultipartUpload', 'DeleteObjects', 'PutObjectTagging', 'CreateBucket'] as const),
  ...(['PutBucketVersioning', 'PutBucketTagging', 'PutBucketLifecycle', 'PutBucketPolicy', 'PutBucketCors'] as const),
];

/** Headers that begin with `x-amz-`, and the conditions of HTTP. All other headers are passed over, as HTTP has it. */
const HEADERS: readonly Taken[] = [
  // Of the signature and of the body.
  { names: ['x-amz-date', 'x-amz-content-sha256', 'x-amz-decoded-content-length', 'x-amz-trailer', 'x-amz-user-agent'] },
  { names: ['x-amz-sdk-checksum-algorithm'] },
  { names: CHECKSUM_HEADERS, by: WITH_BODY },
  { names: ['x-amz-checksum-mode'], by: READS },
  { names: [ALGORITHM_HEADER], by: MAKES },
  { names: [TYPE_HEADER], by: ['CreateMultipartUpload', 'CompleteMultipartUpload'] },
  { names: [TYPE_HEADER], by: ['PutObject'], values: ['FULL_OBJECT'] },
  { names: ['x-amz-object-attributes', 'x-amz-max-parts', 'x-amz-part-number-marker'], by: ['GetObjectAttributes'] },
  // Of copies.
  { names: ['x-amz-copy-source', 'x-amz-source-expected-bucket-owner'], by: COPIES },
  { names: ['x-amz-copy-source-if-match', 'x-amz-copy-source-if-none-match'], by: COPIES },
  { names: ['x-amz-copy-source-if-modified-since', 'x-amz-copy-source-if-unmodified-since'], by: COPIES },
  { names: ['x-amz-copy-source-range'], by: ['UploadPartCopy'] },
  { names: ['x-amz-metadata-directive', 'x-amz-tagging-directive'], by: ['CopyObject'] },
  // Of tags, and of encryption with keys of the platform's own.
  { names: [TAGGING_HEADER], by: MAKES },
  { names: [ENCRYPTION_HEADER], by: MAKES, values: ['AES256'], elsewhere: 'InvalidArgument' },
  // Of conditions.
  { names: ['if-match', 'if-none-match'], by: [...READS, 'GetObjectAttributes', 'PutObject', 'CopyObject', 'CompleteMultipartUpload'] },
  { names: ['if-match'], by: ['DeleteObject'] },
  { names: ['if-modified-since', 'if-unmodified-since'], by: [...READS, 'GetObjectAttributes'] },
  { names: ['x-amz-if-match-last-modified-time', 'x-amz-if-match-size'], by: ['DeleteObject'] },
  { names: ['x-amz-mp-object-size'], by: ['CompleteMultipartUpload'] },
  { names: ['x-amz-expected-bucket-owner'] },
  // A digest behind the bytes may be left out: the answer says whether there is one (SDK for Java).
  { names: ['x-amz-te'], values: ['append-md5'] },
  // Locks are passed over where there are none.
  { names: ['x-amz-bypass-governance-retention'], values: ['true', 'false'] },
  // Nobody else pays, there are no locks, one class of storage, and every bucket is its owner's alone.
  { names: ['x-amz-request-payer'], values: ['requester'] },
  { names: ['x-amz-bucket-object-lock-enabled'], values: ['false'] },
  { names: ['x-amz-storage-class'], values: ['STANDARD'] },
  { names: ['x-amz-transition-default-minimum-object-size'], values: ['all_storage_classes_128K', 'varies_by_storage_class'] },
  { names: ['x-amz-acl'], values: ['private', 'bucket-owner-full-control'] },
  { names: ['x-amz-object-ownership'], values: ['BucketOwnerEnforced'] },
];

const QUERIES: readonly Taken[] = [
  { names: ['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Expires', 'X-Amz-SignedHeaders'] },
  { names: ['X-Amz-Signature', 'X-Amz-Content-Sha256'] },
  // The name of the operation, as clients say it for logs.
  { names: ['x-id'] },
  { names: ['max-buckets'], by: ['ListBuckets'] },
  { names: ['prefix'], by: ['ListBuckets', ...LISTS, 'ListMultipartUploads'] },
  { names: ['continuation-token'], by: ['ListBuckets', 'ListObjectsV2'] },
  { names: ['list-type', 'start-after', 'fetch-owner'], by: ['ListObjectsV2'] },
  { names: ['list-type'], by: ['ListObjects'], values: ['1'] },
  { names: ['marker'], by: ['ListObjects'] },
  { names: ['max-keys'], by: LISTS },
  { names: ['delimiter', 'encoding-type'], by: [...LISTS, 'ListMultipartUploads'] },
  { names: ['key-marker'], by: ['ListObjectVersions', 'ListMultipartUploads'] },
  { names: ['version-id-marker'], by: ['ListObjectVersions'] },
  { names: ['upload-id-marker', 'max-uploads'], by: ['ListMultipartUploads'] },
  { names: ['max-parts', 'part-number-marker'], by: ['ListParts'] },
  { names: ['uploadId'], by: ['ListParts', 'UploadPart', 'UploadPartCopy', 'CompleteMultipartUpload', 'AbortMultipartUpload'] },
  { names: ['partNumber'], by: [...READS, 'UploadPart', 'UploadPartCopy'] },
  {
    names: ['versionId'],
    by: [...READS, 'DeleteObject', 'GetObjectAttributes', 'GetObjectTagging', 'PutObjectTagging', 'DeleteObjectTagging'],
    elsewhere: 'InvalidArgument',
  },
  { names: ['response-content-type', 'response-cache-control', 'response-content-disposition'], by: READS },
  { names: ['response-content-encoding', 'response-content-language', 'response-expires'], by: READS },
];

const AMZ = 'x-amz-';
const CONDITION = /^if-(none-)?match$|^if-(un)?modified-since$/;

/** Queries that stand for the header of that name: clients that presign put some of them there. */
export const isHeaderIn = (query: string): boolean => query.startsWith(AMZ);
const isJudged = (header: string): boolean => (header.startsWith(AMZ) && !header.startsWith(OWN)) || CONDITION.test(header);

/** A text of an address as the header would have carried it: UTF-8, each byte a character. Throws InvalidArgument where no header holds it. */
function asHeader(name: string, value: string): string {
  const bytes = Buffer.from(value).toString('latin1');
  if (!HEADER_NAME.test(name) || !HEADER_TEXT.test(bytes)) throw new S3Error('InvalidArgument', undefined, { ArgumentName: name });
  return bytes;
}

/**
 * Headers of a request with those that its address holds. Of a presigned address the checksum is of no body, as it was signed before there was
 * one, and is left out. Throws InvalidArgument.
 */
export function headersWith(query: Exchange['query'], headers: Exchange['headers']): Exchange['headers'] {
  const isChecksum = (name: string): boolean => name === 'x-amz-sdk-checksum-algorithm' || CHECKSUM_HEADERS.includes(name);
  const hoisted = [...query]
    .filter(([name]) => isHeaderIn(name) && !isChecksum(name))
    .map(([name, value]) => [name, asHeader(name, value)] as const);
  return hoisted.length === 0 ? headers : { ...Object.fromEntries(hoisted), ...headers };
}

type Said = readonly [name: string, value: string];

/** Whether a client says that value. Older clients write `True` and `False` as Python does. */
const says = (value: string, wanted: string): boolean =>
  value === wanted || ((wanted === 'true' || wanted === 'false') && value.toLowerCase() === wanted);

/** Why an operation does not take a name with that value; undefined where it does. */
function refusalOf(taken: readonly Taken[], operation: OperationName | undefined, [name, value]: Said, place: string): S3Error | undefined {
  const known = taken.filter(({ names }) => names.includes(name));
  const own = known.filter(({ by }) => by === undefined || (operation !== undefined && by.includes(operation)));
  if (own.some(({ values }) => values === undefined || values.some((wanted) => says(value, wanted)))) return undefined;
  const elsewhere = own.length === 0 ? known.find((one) => one.elsewhere !== undefined)?.elsewhere : undefined;
  return elsewhere === undefined
    ? new S3Error('NotImplemented', undefined, { [place]: name })
    : new S3Error(elsewhere, `This operation does not accept ${name}.`, { ArgumentName: name });
}

type Asked = Pick<Exchange, 'method' | 'query' | 'headers'>;
type At = Pick<Target, 'bucket' | 'key'>;

/** Why the query of a request is not carried out; undefined where it is. */
export function queryRefusal(asked: Asked, target: At): S3Error | undefined {
  const operation = operationOf(asked, target);
  const setting = target.bucket === undefined ? undefined : settingOf(asked.query);
  const said = [...asked.query].filter(([name]) => !isHeaderIn(name) && name !== setting);
  const refusal = said.map((one) => refusalOf(QUERIES, operation, one, 'Resource')).find((one) => one !== undefined);
  if (refusal !== undefined || operation !== undefined) return refusal;
  return setting === undefined ? new S3Error('MethodNotAllowed') : new S3Error('NotImplemented', undefined, { Resource: setting });
}

/**
 * The operation of a request, all of which is carried out. `asked`: with the headers that its address holds. Throws NotImplemented where a header
 * or query asks for what is not done, InvalidArgument, MethodNotAllowed.
 */
export function assertCarriedOut(asked: Asked, target: At): OperationName {
  const operation = operationOf(asked, target);
  const refusal =
    queryRefusal(asked, target) ??
    Object.entries(asked.headers)
      .filter(([name]) => isJudged(name))
      .map((said) => refusalOf(HEADERS, operation, said, 'Header'))
      .find((one) => one !== undefined);
  if (refusal) throw refusal;
  return operation!;
}

const EXPECTED_OWNER = 'x-amz-expected-bucket-owner';
const EXPECTED_SOURCE_OWNER = 'x-amz-source-expected-bucket-owner';

/** Throws AccessDenied where the bucket is another one's than was expected. */
export function assertExpectedOwner({ [EXPECTED_OWNER]: expected }: Exchange['headers'], ownerId: string): void {
  if (expected !== undefined && expected !== ownerId) throw new S3Error('AccessDenied');
}

/** Headers of a request as they are about the source of a copy. */
export const aboutSource = ({ [EXPECTED_SOURCE_OWNER]: expected }: Exchange['headers']): Exchange['headers'] =>
  expected === undefined ? {} : { [EXPECTED_OWNER]: expected };
