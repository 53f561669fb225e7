/** Headers that are kept with an object, and those that tell of it. */
import type { ObjectRow, PartRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { ALGORITHM_HEADER, checksumIn, CHECKSUM_HEADERS, elementOf, headerOf, TYPE_HEADER } from '../wire/checksums.ts';

const CONTENT_HEADERS = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
] as const;
/** What the headers of user metadata begin with. */
export const OWN = 'x-amz-meta-';
/** Bytes of names and values of user metadata, and the same of the other headers. */
const METADATA_BYTES = 2048;
const bytesOf = (headers: readonly (readonly [string, string])[], prefix = 0): number =>
  headers.reduce((sum, [name, value]) => sum + name.length - prefix + Buffer.byteLength(value), 0);
const DEFAULT_TYPE = 'binary/octet-stream';
/** What a header can be called, and hold. */
export const HEADER_NAME = /^[!#$%&'*+\-.^`|~\w]+$/;
// oxlint-disable-next-line no-control-regex -- the tab is one of the few that may be there
export const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the caller may ask to be told instead, by the query's names. */
const OVERRIDES = CONTENT_HEADERS.map((name) => [`response-${name}`, name] as const);

/** How an object is wrapped on its way is no property of it; what else is said of its encoding stays as it was sent. */
export const unwrapped = (encoding: string): string => encoding.replace(/(^|,)\s*aws-chunked\s*(?=,|$)/gi, '').replace(/^[\s,]+/, '');

/** What of a request's headers is kept with the object. Throws MetadataTooLarge. */
export function keptHeaders(headers: Exchange['headers']): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': DEFAULT_TYPE };
  for (const name of CONTENT_HEADERS) {
    const value = name === 'content-encoding' ? unwrapped(headers[name] ?? '') : headers[name];
    if (value) kept[name] = value;
  }
  const own = Object.entries(headers).filter(([name]) => name.startsWith(OWN));
  if (bytesOf(own, OWN.length) > METADATA_BYTES || bytesOf(Object.entries(kept)) > METADATA_BYTES) throw new S3Error('MetadataTooLarge');
  return { ...kept, ...Object.fromEntries(own) };
}

/** How the bytes of an object are encrypted here, as it is asked for, kept and told. */
export const ENCRYPTION_HEADER = 'x-amz-server-side-encryption';

/** Whether a request, or what is kept of an object or upload, says that its bytes are encrypted. */
export const isEncrypted = (headers: ObjectRow['headers']): boolean => headers[ENCRYPTION_HEADER] !== undefined;

/** The same to be kept and told; nothing where they are not. */
export const encryptionHeader = ({ [ENCRYPTION_HEADER]: mode }: ObjectRow['headers']): Record<string, string> =>
  mode === undefined ? {} : { [ENCRYPTION_HEADER]: mode };

/** Tags of an object, as they are sent and kept. */
export const TAGGING_HEADER = 'x-amz-tagging';

/** Whether a copy has something of its source, or what the request says: by the header that tells. Throws InvalidArgument where that is neither. */
export function isReplaced(headers: Exchange['headers'], directive: `x-amz-${'metadata' | 'tagging'}-directive`): boolean {
  const said = headers[directive]?.toUpperCase() ?? 'COPY';
  if (said !== 'COPY' && said !== 'REPLACE')
    throw new S3Error('InvalidArgument', 'A directive is COPY or REPLACE.', { ArgumentName: directive });
  return said === 'REPLACE';
}

const isChecksum = (name: string): boolean => name === TYPE_HEADER || name === ALGORITHM_HEADER || CHECKSUM_HEADERS.includes(name);

/** What is kept of the checksum of an object. */
export const checksumHeaders = (headers: ObjectRow['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isChecksum(name)));

/** How many tags an object has, where it has some. */
const tagCount = ({ [TAGGING_HEADER]: tags }: ObjectRow['headers']): Record<string, string> =>
  tags === undefined ? {} : { 'x-amz-tagging-count': String(tags.split('&').length) };

const withoutTags = ({ [TAGGING_HEADER]: _tags, ...others }: ObjectRow['headers']): Record<string, string> => others;

export const withoutChecksum = (headers: ObjectRow['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isChecksum(name)));

/** What a copy has of its source unless it says something else; tags, checksum and encryption are its own. */
export const copiedHeaders = ({ [ENCRYPTION_HEADER]: _mode, ...others }: ObjectRow['headers']): Record<string, string> =>
  withoutTags(withoutChecksum(others));

/** Header of the checksum that a copy or an upload in parts is to have; undefined where it asks for none. Throws InvalidRequest. */
export function wantedChecksum(headers: Exchange['headers']): string | undefined {
  const algorithm = headers[ALGORITHM_HEADER];
  const header = algorithm === undefined ? undefined : headerOf(algorithm);
  if (algorithm !== undefined && header === undefined)
    throw new S3Error('InvalidRequest', 'The checksum algorithm is not known.', { ArgumentName: ALGORITHM_HEADER });
  return header;
}

/** A checksum as elements of an answer. */
export function checksumElements(headers: ObjectRow['headers']): Record<string, string> {
  const found = checksumIn(headers);
  return found ? { [elementOf(found[0])]: found[1], ChecksumType: headers[TYPE_HEADER] ?? 'FULL_OBJECT' } : {};
}

/** The checksum of an object and of what it is one, or of one of its parts; nothing where it has none. */
function toldChecksum({ headers }: ObjectRow, part: PartRow | undefined): Record<string, string> {
  const found = checksumIn(headers);
  if (!found) return {};
  const [header, whole] = found;
  const value = part === undefined ? whole : part.checksum;
  return value === null ? {} : { [header]: value, [TYPE_HEADER]: headers[TYPE_HEADER] ?? 'FULL_OBJECT' };
}

/** What is told of an object with its bytes, or without. `part`: the one whose bytes they are. */
export function responseHeadersOf(
  object: ObjectRow,
  { query, headers }: Pick<Exchange, 'query' | 'headers'>,
  part?: PartRow,
): Record<string, string> {
  const wantsChecksum = headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED' && headers['range'] === undefined;
  const overrides = OVERRIDES.flatMap(([parameter, name]) => {
    const value = query.get(parameter);
    if (value !== undefined && !HEADER_TEXT.test(value)) throw new S3Error('InvalidArgument', undefined, { ArgumentName: parameter });
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...withoutTags(withoutChecksum(object.headers)),
    ...tagCount(object.headers),
    ...(wantsChecksum && toldChecksum(object, part)),
    ...Object.fromEntries(overrides),
    ...validators(object),
    'accept-ranges': 'bytes',
  };
}

export const validators = ({ etag, modifiedAt }: Pick<ObjectRow, 'etag' | 'modifiedAt'>): Record<string, string> => ({
  etag: `"${etag}"`,
  'last-modified': new Date(modifiedAt).toUTCString(),
});
