/** A request to the object store: which bucket and key it is about, and what it says of them. */
import type { IncomingMessage } from 'node:http';
import { S3Error } from '../errors.ts';

/** Longest key in bytes. */
export const KEY_BYTES = 1024;

/** No database has a place for it, and no XML. */
const NUL = '\0';

export interface Target {
  /** Percent-encoded, as it came. */
  path: string;
  /** Absent: the service itself. */
  bucket?: string | undefined;
  /** Absent: the bucket itself. */
  key?: string | undefined;
  query: readonly (readonly [string, string])[];
}

/** Throws InvalidURI where it is not percent-encoded UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}

const pairsOf = (query: string): (readonly [string, string])[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
      const [key, text] = [decoded(name.replaceAll('+', ' ')), decoded(value.replaceAll('+', ' '))];
      if (key.includes(NUL) || text.includes(NUL))
        throw new S3Error('InvalidArgument', undefined, { ArgumentName: key.replaceAll(NUL, '') });
      return [key, text] as const;
    });

/** `/bucket/key?query`, path style. Throws InvalidURI, KeyTooLongError, InvalidArgument. */
export function targetOf(url: string): Target {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const query = cut < 0 ? [] : pairsOf(url.slice(cut + 1));
  const [, bucket = '', rest] = /^\/+([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  if (bucket === '') return { path, query };
  const key = decoded(rest ?? '');
  if (Buffer.byteLength(key) > KEY_BYTES) throw new S3Error('KeyTooLongError');
  if (key.includes(NUL)) throw new S3Error('InvalidURI');
  return { path, query, bucket: decoded(bucket), key: key === '' ? undefined : key };
}

/** Headers of which a request has one at most; of several Node would keep the first, and others the last. */
const SINGLE = ['host', 'authorization', 'content-type', 'expires', 'if-modified-since', 'if-unmodified-since'];

/** Throws InvalidRequest where a header stands twice that may stand once. */
export function assertSingle({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): void {
  const twice = SINGLE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (twice !== undefined) throw new S3Error('InvalidRequest', 'A header stands twice.', { Header: twice });
}

/** Header values by lower-case name; several of one name are joined, in their order. */
export function headersOf({ headers }: Pick<IncomingMessage, 'headers'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : value] as const],
    ),
  );
}

/** A whole number of a query from `least` to `most`; what is larger counts as `most`. Throws InvalidArgument. */
export function numberOf(query: ReadonlyMap<string, string>, name: string, fallback: number, most: number, least = 0): number {
  const text = query.get(name);
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (value < least) throw new S3Error('InvalidArgument', `${name} must be a whole number of at least ${least}.`, { ArgumentName: name });
  return Math.min(value, most);
}
