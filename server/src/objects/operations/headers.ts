/** Headers that are kept with an object, and those that tell of it. */
import type { ObjectRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { CHECKSUM_HEADERS } from '../wire/checksums.ts';

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
/** What a header can hold. */
// oxlint-disable-next-line no-control-regex -- the tab is one of the few that may be there
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What the caller may ask to be told instead, by the query's names. */
const OVERRIDES = CONTENT_HEADERS.map((name) => [`response-${name}`, name] as const);

/** How an object is wrapped on its way is no property of it. */
const unwrapped = (encoding: string): string =>
  encoding
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'aws-chunked')
    .join(',');

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

const isChecksum = (name: string): boolean => CHECKSUM_HEADERS.includes(name);

/** What is told of an object with its bytes, or without. */
export function responseHeadersOf(object: ObjectRow, { query, headers }: Pick<Exchange, 'query' | 'headers'>): Record<string, string> {
  const wantsChecksum = headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED' && headers['range'] === undefined;
  const stored = Object.entries(object.headers).filter(([name]) => wantsChecksum || !isChecksum(name));
  const overrides = OVERRIDES.flatMap(([parameter, name]) => {
    const value = query.get(parameter);
    if (value !== undefined && !HEADER_TEXT.test(value)) throw new S3Error('InvalidArgument', undefined, { ArgumentName: parameter });
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(stored), ...Object.fromEntries(overrides), ...validators(object), 'accept-ranges': 'bytes' };
}

export const validators = ({ etag, modifiedAt }: Pick<ObjectRow, 'etag' | 'modifiedAt'>): Record<string, string> => ({
  etag: `"${etag}"`,
  'last-modified': new Date(modifiedAt).toUTCString(),
});
