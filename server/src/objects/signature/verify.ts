/** Who signed a request, by its Authorization header or its presigned address. */
import { timingSafeEqual } from 'node:crypto';
import { isExpired } from '@gantry/contract/nouns/object-storage/key-rights';
import type { S3Accounts, S3Key } from '../../port/accounts.ts';
import { S3Error, type S3ErrorCode } from '../errors.ts';
import { canonicalRequest, sign, signingKey, stringToSign, timeOf, type SigningScope } from './canonical.ts';

export const REGION = 'us-east-1';
const ALGORITHM = 'AWS4-HMAC-SHA256';
/** Milliseconds that the clocks of client and server may be apart. */
const SKEW = 15 * 60_000;
/** Said of all other ways to sign, in headers and in addresses: version 2, and version 4 with public keys. */
const OTHER_VERSION = `Only signature version 4 (${ALGORITHM}) is supported.`;
/** Queries of an address that is signed by version 2 ("Signing and authenticating REST requests" of S3's documentation). */
const VERSION_2: readonly string[] = ['AWSAccessKeyId', 'Signature'];
/** Queries that only signed addresses have: a link that lost one of the others is no unsigned request. */
const OF_SIGNED: ReadonlySet<string> = new Set(['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Signature', ...VERSION_2]);
/** Seconds that a presigned address may live at most: a week. */
const EXPIRES_MAX = 604_800;

/** A request as it came, as far as it is signed. */
export interface Presented {
  method: string;
  path: string;
  query: readonly (readonly [string, string])[];
  /** All values of a header joined by commas, by lower-case name. */
  headers: Readonly<Record<string, string>>;
}

/** A request whose signature holds. */
export interface Verified extends SigningScope {
  key: S3Key;
  /** SHA-256 of the body in hexadecimal digits, or how it is signed instead. */
  payload: string;
  /** For the chunks of a body that are signed one by one. */
  seed: string;
  signingKey: Buffer;
}

interface Claim extends SigningScope {
  accessKeyId: string;
  signedHeaders: readonly string[];
  signature: string;
  payload: string;
  query: Presented['query'];
}

function scopeOf(credential: string, at: string, code: S3ErrorCode): { accessKeyId: string; scope: string } {
  const parts = credential.split('/');
  const [date, region, service, end] = parts.slice(-4);
  const accessKeyId = parts.slice(0, -4).join('/');
  if (accessKeyId === '' || service !== 's3' || end !== 'aws4_request' || date !== at.slice(0, 8)) throw new S3Error(code);
  if (region !== REGION) throw new S3Error(code, `The region '${region}' is wrong; expecting '${REGION}'`, { Region: REGION });
  return { accessKeyId, scope: parts.slice(-4).join('/') };
}

function byHeader({ headers, query }: Presented, authorization: string, now: number): Claim {
  const malformed = 'AuthorizationHeaderMalformed';
  const [, list] = /^AWS4-HMAC-SHA256\s+(.*)$/.exec(authorization) ?? [];
  if (list === undefined) throw new S3Error('InvalidRequest', OTHER_VERSION);
  const fields = new Map(list.split(',').map((field) => field.trim().split(/=(.*)/, 2) as [string, string]));
  const [credential, names, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) => fields.get(name));
  if (!credential || !names || !signature) throw new S3Error(malformed);
  const dated = headers['x-amz-date'];
  const at = dated ?? (headers['date'] === undefined ? '' : dateOf(headers['date']));
  const time = timeOf(at);
  if (time === undefined) throw new S3Error('AccessDenied', 'A valid X-Amz-Date or Date header is needed.');
  if (Math.abs(now - time) > SKEW) throw new S3Error('RequestTimeTooSkewed');
  const payload = headers['x-amz-content-sha256'];
  if (payload === undefined) throw new S3Error('MissingSecurityHeader', 'The x-amz-content-sha256 header is needed.');
  return { ...scopeOf(credential, at, malformed), at, signedHeaders: names.split(';'), signature, payload, query };
}

/** An HTTP date in the other form; '' where it is none. */
function dateOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Seconds an address has from when it was signed. Throws where that is no number of seconds up to a week, or they have gone by. */
export function assertInTime(at: string | undefined, expires: string | undefined, now: number): void {
  const wrong = 'AuthorizationQueryParametersError';
  const time = timeOf(at ?? '');
  if (time === undefined) throw new S3Error(wrong, 'X-Amz-Date must be a time such as 20130524T000000Z.');
  if (!/^\d{1,6}$/.test(expires ?? '') || Number(expires) < 1 || Number(expires) > EXPIRES_MAX)
    throw new S3Error(wrong, `X-Amz-Expires must be of 1 to ${EXPIRES_MAX} seconds.`);
  if (time - now > SKEW) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (now > time + Number(expires) * 1000) throw new S3Error('AccessDenied', 'Request has expired');
}

function byAddress({ headers, query }: Presented, now: number): Claim {
  const wrong = 'AuthorizationQueryParametersError';
  const given = new Map(query);
  const isOther = VERSION_2.some((name) => given.has(name)) || (given.get('X-Amz-Algorithm') ?? ALGORITHM) !== ALGORITHM;
  if (isOther) throw new S3Error('InvalidRequest', OTHER_VERSION);
  const [credential, at, expires, names, signature] = ['Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'].map((name) =>
    given.get(`X-Amz-${name}`),
  );
  if (given.get('X-Amz-Algorithm') !== ALGORITHM || !credential || !at || !names || !signature) throw new S3Error(wrong);
  const signed = { ...scopeOf(credential, at, wrong), at, signedHeaders: names.split(';'), signature };
  assertInTime(at, expires, now);
  const payload = headers['x-amz-content-sha256'] ?? given.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
  return { ...signed, payload, query: query.filter(([name]) => name !== 'X-Amz-Signature') };
}

/** Whether an address says that it is signed, in any version. */
export const isPresigned = (query: Presented['query']): boolean => query.some(([name]) => OF_SIGNED.has(name));

/** The host says where the request goes, the headers of Amazon what it does: they must be signed. */
function assertCovers(signedHeaders: readonly string[], headers: Presented['headers']): void {
  const unsigned = Object.keys(headers).filter((name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name));
  if (unsigned.length > 0) throw new S3Error('AccessDenied', `There were headers that are not signed: ${unsigned.join(', ')}`);
}

/** Whose key a request says it was signed with, before anything is looked at; undefined where it says nothing of the kind. */
export const claimedKeyOf = (authorization: string | undefined, url: string): string | undefined =>
  (authorization === undefined ? /[?&]X-Amz-Credential=(\w{1,128})/ : /\bCredential=(\w{1,128})\//).exec(authorization ?? url)?.[1];

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Throws AccessDenied where nobody signed it, and what S3 says of a wrong signature, an unknown key, and a time that is over. */
export async function verify(request: Presented, accounts: Pick<S3Accounts, 'find'>, now: number): Promise<Verified> {
  const { authorization } = request.headers;
  let claim: Claim;
  if (authorization !== undefined) claim = byHeader(request, authorization, now);
  else if (isPresigned(request.query)) claim = byAddress(request, now);
  else throw new S3Error('AccessDenied');
  assertCovers(claim.signedHeaders, request.headers);
  const key = await accounts.find(claim.accessKeyId);
  if (!key?.enabled) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: claim.accessKeyId });
  if (isExpired(key.rights, now)) throw new S3Error('InvalidAccessKeyId', 'The access key that you provided has expired.');
  const { at, scope, payload, signature } = claim;
  const derived = signingKey(key.secret, scope);
  const text = canonicalRequest({ ...request, query: claim.query, signedHeaders: claim.signedHeaders, payload });
  if (!isSame(sign(derived, stringToSign({ at, scope }, text)), signature)) throw new S3Error('SignatureDoesNotMatch');
  return { key, at, scope, payload, seed: signature, signingKey: derived };
}
