/** Requests and links to an object store, signed with a pair that it knows. */
import { canonicalRequest, encodeKey, encodeText, sign, signingKey, stringToSign } from '../signature/canonical.ts';
import type { Pair } from '../../port/service.ts';

/** The location of the store that the signature covers. */
export interface Place {
  endpoint: string;
  region: string;
  /** Certificates (PEM) that the endpoint's own must come from. */
  ca?: string | undefined;
}

/** A request before it is signed. */
export interface UnsignedRequest {
  method: string;
  /** Decoded, with a slash before it. */
  path: string;
  query: readonly (readonly [string, string])[];
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
}

const UNSIGNED = 'UNSIGNED-PAYLOAD';
const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');

const textOf = (query: UnsignedRequest['query']): string =>
  query.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join('&');

function placed({ endpoint, region }: Place, path: string, now: number) {
  const { host, pathname } = new URL(endpoint);
  const at = stampOf(now);
  return { host, path: encodeKey(`${pathname.replace(/\/$/, '')}${path}`), at, scope: `${at.slice(0, 8)}/${region}/s3/aws4_request` };
}

/** Address and headers that are sent; the body is not part of the signature. */
export function signed(place: Place, pair: Pair, { method, path, query, headers }: UnsignedRequest, now: number) {
  const { host, path: encoded, at, scope } = placed(place, path, now);
  const sent: Record<string, string> = { ...headers, host, 'x-amz-date': at, 'x-amz-content-sha256': UNSIGNED };
  const signedHeaders = Object.keys(sent)
    .filter((name) => name === 'host' || name.startsWith('x-amz-'))
    .toSorted();
  const text = canonicalRequest({ method, path: encoded, query, headers: sent, signedHeaders, payload: UNSIGNED });
  const signature = sign(signingKey(pair.secret, scope), stringToSign({ at, scope }, text));
  const authorization = `AWS4-HMAC-SHA256 Credential=${pair.accessKey}/${scope}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
  const url = query.length === 0 ? encoded : `${encoded}?${textOf(query)}`;
  return { url: `${new URL(place.endpoint).origin}${url}`, headers: { ...sent, authorization } };
}

/** An address that lets whoever has it read an object for so many seconds. `path`: decoded, with a slash before it. */
export function presigned(place: Place, pair: Pair, path: string, seconds: number, now: number): string {
  const { host, path: encoded, at, scope } = placed(place, path, now);
  const query: [string, string][] = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${pair.accessKey}/${scope}`],
    ['X-Amz-Date', at],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ];
  const text = canonicalRequest({ method: 'GET', path: encoded, query, headers: { host }, signedHeaders: ['host'], payload: UNSIGNED });
  const signature = sign(signingKey(pair.secret, scope), stringToSign({ at, scope }, text));
  return `${new URL(place.endpoint).origin}${encoded}?${textOf([...query, ['X-Amz-Signature', signature]])}`;
}
