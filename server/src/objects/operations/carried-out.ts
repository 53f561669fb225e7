/**
 * What of a request this store carries out. S3 has more headers and queries than any store; one that is taken and does nothing loses data, so
 * that all others are refused (architecture rule 25).
 */
import { S3Error } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { ALGORITHM_HEADER, CHECKSUM_HEADERS, TYPE_HEADER } from '../wire/checksums.ts';
import { ENCRYPTION_HEADER, HEADER_NAME, HEADER_TEXT, OWN, TAGGING_HEADER } from './headers.ts';

/** Any value, or those that say what is done anyway. */
type Taken = 'any' | readonly string[];

const any = (...names: readonly string[]): [string, Taken][] => names.map((name) => [name, 'any']);

/** Headers that begin with `x-amz-`, but for `x-amz-meta-…`. */
const HEADERS: ReadonlyMap<string, Taken> = new Map([
  // Of the signature and of the body.
  ...any('x-amz-date', 'x-amz-content-sha256', 'x-amz-decoded-content-length', 'x-amz-trailer', 'x-amz-user-agent'),
  ...any('x-amz-sdk-checksum-algorithm', 'x-amz-checksum-mode', ALGORITHM_HEADER, TYPE_HEADER, ...CHECKSUM_HEADERS),
  ...any('x-amz-object-attributes', 'x-amz-max-parts', 'x-amz-part-number-marker'),
  // Of copies.
  ...any('x-amz-copy-source', 'x-amz-copy-source-range', 'x-amz-metadata-directive'),
  ...any('x-amz-copy-source-if-match', 'x-amz-copy-source-if-none-match'),
  ...any('x-amz-copy-source-if-modified-since', 'x-amz-copy-source-if-unmodified-since'),
  // Of tags.
  ...any(TAGGING_HEADER),
  // With keys of the platform's own.
  [ENCRYPTION_HEADER, ['AES256']],
  // Of conditions.
  ...any('x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner'),
  ...any('x-amz-if-match-last-modified-time', 'x-amz-if-match-size', 'x-amz-mp-object-size'),
  // A digest behind the bytes may be left out: the answer says whether there is one (SDK for Java).
  ['x-amz-te', ['append-md5']],
  // Locks are passed over where there are none.
  ['x-amz-bypass-governance-retention', ['true', 'false']],
  // Nobody else pays, there are no locks, one class of storage, and every bucket is its owner's alone.
  ['x-amz-request-payer', ['requester']],
  ['x-amz-tagging-directive', ['COPY', 'REPLACE']],
  ['x-amz-bucket-object-lock-enabled', ['false']],
  ['x-amz-storage-class', ['STANDARD']],
  ['x-amz-transition-default-minimum-object-size', ['all_storage_classes_128K', 'varies_by_storage_class']],
  ['x-amz-acl', ['private', 'bucket-owner-full-control']],
  ['x-amz-object-ownership', ['BucketOwnerEnforced']],
]);

/** Queries of all addresses. */
const QUERIES: ReadonlyMap<string, Taken> = new Map([
  ...any(
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
    'X-Amz-Content-Sha256',
  ),
  // The name of the operation, as clients say it for logs.
  ...any('x-id'),
  ...any(
    'max-buckets',
    'continuation-token',
    'location',
    'versioning',
    'delete',
    'tagging',
    'lifecycle',
    'policy',
    'cors',
    'versions',
    'version-id-marker',
    'versionId',
    'attributes',
  ),
  ...any('list-type', 'prefix', 'delimiter', 'marker', 'max-keys', 'start-after', 'encoding-type', 'fetch-owner'),
  ...any('uploads', 'uploadId', 'partNumber', 'key-marker', 'upload-id-marker', 'max-uploads', 'max-parts', 'part-number-marker'),
  ...any('response-content-type', 'response-cache-control', 'response-content-disposition', 'response-content-encoding'),
  ...any('response-content-language', 'response-expires'),
]);

const AMZ = 'x-amz-';

/** Queries that stand for the header of that name: clients that presign put some of them there. */
const isHeaderIn = (query: string): boolean => query.startsWith(AMZ);

const isTaken = (taken: Taken | undefined, value: string): boolean => taken === 'any' || taken?.includes(value) === true;

/** Name of the first query that is not carried out; undefined where all are. */
export const refusedQuery = (query: Exchange['query']): string | undefined =>
  [...query].find(([name, value]) => !isHeaderIn(name) && !isTaken(QUERIES.get(name), value))?.[0];

const refusedHeader = (headers: Exchange['headers']): string | undefined =>
  Object.entries(headers).find(([name, value]) => name.startsWith(AMZ) && !name.startsWith(OWN) && !isTaken(HEADERS.get(name), value))?.[0];

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

/** Throws NotImplemented where a header asks for what is not done. */
export function assertCarriedOut({ headers }: Pick<Exchange, 'headers'>): void {
  const refused = refusedHeader(headers);
  if (refused !== undefined) throw new S3Error('NotImplemented', undefined, { Header: refused });
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
