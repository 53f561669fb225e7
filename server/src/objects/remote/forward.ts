/** Operations of a remote object store: each request is signed anew in the name of the user and answered as the embedded store would. */
import type { IncomingMessage } from 'node:http';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { aboutSource, assertCarriedOut, assertExpectedOwner, headersWith, isHeaderIn } from '../operations/carried-out.ts';
import { unwrapped } from '../operations/headers.ts';
import { OBJECT_BYTES } from '../operations/objects.ts';
import type { Body } from '../wire/body.ts';
import type { Target } from '../wire/request.ts';
import { document } from '../wire/xml.ts';
import { bodyOfBytes } from './own-body.ts';
import { sendRequest } from './send-request.ts';
import { signed, type Place } from './signed.ts';

/** Headers of a request and of a response that are passed on, beside all that begin with `x-amz-`. */
const SENT = new Set(
  'content-type content-md5 content-encoding content-disposition content-language cache-control expires range'.split(' '),
);
const CONDITIONS = /^if-/;
const RESPONSE_HEADERS = new Set([...SENT, ...'content-length content-range accept-ranges etag last-modified retry-after'.split(' ')]);
/** Headers about the signature and the encoding of the original request, both of which are replaced, and about the owner as he is known here. */
const OURS =
  /^x-amz-(date|content-sha256|security-token|decoded-content-length|trailer|sdk-checksum-algorithm|user-agent|algorithm|credential|signature|(source-)?expected-bucket-owner)$/;

/** Bytes that are passed on only as far as those before them were in order: of a body that is refused at its end, the end never arrives. */
async function* heldBack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last: Buffer | undefined;
  for await (const chunk of bytes) {
    if (last) yield last;
    last = chunk;
  }
  if (last) yield last;
}

/** The location constraint of a new bucket; none for us-east-1 and for stores with one region only. */
function located({ region }: Place): Body | undefined {
  if (region === 'us-east-1' || region === 'default') return undefined;
  return bodyOfBytes(Buffer.from(document('CreateBucketConfiguration', { LocationConstraint: region })));
}

const isSent = (name: string): boolean => SENT.has(name) || CONDITIONS.test(name) || (name.startsWith('x-amz-') && !OURS.test(name));

function sentHeaders(headers: Exchange['headers']): Record<string, string> {
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => isSent(name)));
  const { 'content-encoding': encoding = '', ...others } = sent;
  const own = unwrapped(encoding);
  return own === '' ? others : { ...others, 'content-encoding': own };
}

function responseHeadersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && (RESPONSE_HEADERS.has(name) || (name.startsWith('x-amz-') && name !== 'x-amz-request-id'))
        ? [[name, value]]
        : [],
    ),
  );
}

/** A request as it can be forwarded: what its address holds of headers stands among them. Throws as `assertCarriedOut`. */
export function forwardable(asked: Exchange, target: Target): Exchange {
  const exchange = { ...asked, headers: headersWith(asked.query, asked.headers) };
  assertCarriedOut(exchange, target);
  return exchange;
}

/** Forwards operations to the remote store. `now`: milliseconds. */
export function forwarding(place: Place, now: Parts['now']) {
  return async (asked: Exchange, target: Target): Promise<Answer> => {
    const { method, headers, key, body, signal } = forwardable(asked, target);
    const { bucket, key: objectKey, query } = target;
    for (const said of [headers, aboutSource(headers)]) assertExpectedOwner(said, key.user.id);
    const unsignedQuery = query.filter(([name]) => !name.startsWith('X-Amz-') && !isHeaderIn(name));
    const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
    const isNewBucket = method === 'PUT' && objectKey === undefined && unsignedQuery.length === 0;
    const content = isNewBucket ? located(place) : hasBody ? body(OBJECT_BYTES) : undefined;
    const sent = {
      ...sentHeaders(headers),
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'content-length': String(content?.size ?? 0) }),
    };
    const path = `/${[bucket, objectKey].filter((part) => part !== undefined).join('/')}`;
    const request = signed(
      place,
      { accessKey: key.accessKeyId, secret: key.secret },
      { method, path, query: unsignedQuery, headers: sent },
      now(),
    );
    const answer = await sendRequest({ method, ...request, body: content && heldBack(content.bytes), ca: place.ca, signal });
    const { statusCode: status = 502 } = answer;
    if (status >= 300 && status < 400 && status !== 304) {
      answer.resume();
      throw new S3Error('ServiceUnavailable', 'The object store sends its clients elsewhere: its address or region is another one.');
    }
    // What is no object is what S3 answers in XML; whatever else says so is not believed.
    const responseHeaders = {
      ...responseHeadersOf(answer),
      ...((objectKey === undefined || status >= 400) && { 'content-type': 'application/xml' }),
    };
    const isEmpty = method === 'HEAD' || status === 204 || status === 304;
    if (isEmpty) answer.resume();
    return { status, headers: responseHeaders, ...(!isEmpty && { body: answer as AsyncIterable<Buffer> }) };
  };
}
