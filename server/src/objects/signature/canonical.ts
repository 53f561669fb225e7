/** Signature version 4: the canonical form of a request, and what is derived from a secret to sign it. */
import { createHash, createHmac } from 'node:crypto';

/** What of a request is signed. */
export interface Signable {
  method: string;
  /** As it came, percent-encoded, without the query. */
  path: string;
  /** Decoded names and values in any order, without the signature itself. */
  query: readonly (readonly [string, string])[];
  /** Values of the signed headers by lower-case name. */
  headers: Readonly<Record<string, string>>;
  signedHeaders: readonly string[];
  /** SHA-256 of the body in hexadecimal digits, or the name of another way. */
  payload: string;
}

/** Where and when a signature holds. */
export interface SigningScope {
  /** `20130524T000000Z` */
  at: string;
  /** `20130524/us-east-1/s3/aws4_request` */
  scope: string;
}

/** A text as AWS encodes it: everything but letters, digits and `-._~`. */
export const encodeText = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** A key in a path: each segment encoded. */
export const encodeKey = (key: string): string => key.split('/').map(encodeText).join('/');

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

const byBytes = (a: readonly string[], b: readonly string[]): number => {
  const [left, right] = [a.join('='), b.join('=')];
  if (a[0] !== b[0]) return a[0]! < b[0]! ? -1 : 1;
  return left < right ? -1 : Number(left > right);
};

/** Throws URIError where the path is not percent-encoded UTF-8. */
export function canonicalRequest({ method, path, query, headers, signedHeaders, payload }: Signable): string {
  const pairs = query.map(([name, value]) => [encodeText(name), encodeText(value)] as const).toSorted(byBytes);
  return [
    method,
    encodeKey(decodeURIComponent(path)),
    pairs.map((pair) => pair.join('=')).join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
}

/** What is signed instead of the request itself, whose headers hold bytes, one a character. */
export const stringToSign = ({ at, scope }: SigningScope, request: string): string =>
  ['AWS4-HMAC-SHA256', at, scope, sha256(Buffer.from(request, 'latin1'))].join('\n');

/** The key of a day, region and service. */
export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer;
}

export const sign = (key: Buffer, text: string): string => hmac(key, text).toString('hex');

/** Milliseconds of `20130524T000000Z`; undefined where it is no such time. */
export function timeOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}
