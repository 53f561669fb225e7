/** A request to the object store: which bucket and key it is about, and what it says of them. */
import type { IncomingMessage } from 'node:http';
import { S3Error } from '../errors.ts';

/** Longest key in bytes. */
export const KEY_BYTES = 1024;

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
      return [decoded(name.replaceAll('+', ' ')), decoded(value.replaceAll('+', ' '))] as const;
    });

/** `/bucket/key?query`, path style. Throws InvalidURI, KeyTooLongError. */
export function targetOf(url: string): Target {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const query = cut < 0 ? [] : pairsOf(url.slice(cut + 1));
  const [, bucket = '', rest] = /^\/+([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  if (bucket === '') return { path, query };
  const key = decoded(rest ?? '');
  if (Buffer.byteLength(key) > KEY_BYTES) throw new S3Error('KeyTooLongError');
  // No database has a place for it, and no XML.
  if (key.includes('\0')) throw new S3Error('InvalidURI');
  return { path, query, bucket: decoded(bucket), key: key === '' ? undefined : key };
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
