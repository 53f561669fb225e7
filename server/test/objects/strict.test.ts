/** Requests that say two things, and answers that a browser might take for something else. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointForAll } from './support/endpoint.ts';
import { sha256, signed } from './support/signed.ts';

const Bucket = 'strict';

describe('the object store', () => {
  const endpoint = endpointForAll('sqlite');
  const client = () => endpoint().client();
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
  });
  const codeOf = (answer: string) => /<Code>(.*)<\/Code>/.exec(answer)?.[1];
  const has = (Key: string): Promise<boolean> =>
    client()
      .send(new HeadObjectCommand({ Bucket, Key }))
      .then(
        () => true,
        () => false,
      );

  async function put(key: string, payload: string, body: string, own: Record<string, string> = {}): Promise<string> {
    const path = `/${Bucket}/${key}`;
    const { headers } = signed(endpoint().url, { method: 'PUT', path }, { 'x-amz-content-sha256': payload, ...own });
    const answer = await fetch(endpoint().url + path, { method: 'PUT', headers, body });
    return `${answer.status} ${codeOf(await answer.text())}`;
  }

  it.each([
    ['a word that says nothing', 'SOMETHING', '400 InvalidArgument'],
    ['half a digest', 'abcdef', '400 InvalidArgument'],
    ['another way of signing chunks', 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD', '501 NotImplemented'],
    ['the digest of other bytes', sha256('others'), '400 XAmzContentSHA256Mismatch'],
    ['the digest of other bytes in capitals', sha256('others').toUpperCase(), '400 XAmzContentSHA256Mismatch'],
  ])('refuses bytes with %s for their digest', async (_what, payload, refusal) => {
    expect(await put('digest', payload, 'body')).toBe(refusal);
    expect(await has('digest')).toBe(false);
  });

  it('the object store takes metadata that was sent and signed as UTF-8', async () => {
    const bytes = Buffer.from('日本').toString('latin1');
    expect(await put('utf-8', sha256('body'), 'body', { 'x-amz-meta-of': bytes })).toBe('200 undefined');
  });

  it.each([
    ['another tag than', '"0123"', '200 undefined'],
    ['the tag of', '"841a2d689ad86bd1611447453c22c6fc"', '412 PreconditionFailed'],
  ])('replaces an object unless it has the tag that the request names: %s what is there', async (_what, tag, outcome) => {
    await put('tagged', sha256('body'), 'body');
    expect(await put('tagged', sha256('other'), 'other', { 'if-none-match': tag })).toBe(outcome);
  });

  it('the object store takes a digest in capitals that is of the bytes', async () => {
    expect(await put('capitals', sha256('body').toUpperCase(), 'body')).toBe('200 undefined');
  });

  it.each([
    ['nothing', '', '200 undefined'],
    ['another request', 'GET / HTTP/1.1\r\n\r\n', '400 InvalidRequest'],
    ['another chunk', '1\r\nx\r\n0\r\n\r\n', '400 InvalidRequest'],
  ])('keeps an object in chunks behind which there is %s as far as that is right', async (_what, rest, outcome) => {
    const key = `behind-${rest.length}`;
    const own = { 'x-amz-decoded-content-length': '4' };
    expect(await put(key, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', `4\r\nbody\r\n0\r\n\r\n${rest}`, own)).toBe(outcome);
    expect(await has(key)).toBe(outcome.startsWith('200'));
  });

  it.each([
    ['nothing', '', '200 undefined'],
    ['an empty line', '\r\n', '200 undefined'],
    ['another request', '\r\nGET / HTTP/1.1\r\n\r\n', '400 InvalidRequest'],
    ['another signed chunk', 'x', '400 InvalidRequest'],
  ])('an object in signed chunks behind which there is %s is kept as far as that is right', async (_what, rest, outcome) => {
    const path = `/${Bucket}/signed-${rest.length}`;
    const payload = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const own = { 'x-amz-content-sha256': payload, 'x-amz-decoded-content-length': '4' };
    const { headers, sign, place, signature } = signed(endpoint().url, { method: 'PUT', path }, own);
    let former = signature;
    const [first, last, third] = ['body', '', 'x'].map((chunk) => {
      former = sign(`AWS4-HMAC-SHA256-PAYLOAD\n${place}\n${former}\n${sha256('')}\n${sha256(chunk)}`);
      return `${chunk.length.toString(16)};chunk-signature=${former}\r\n${chunk}${chunk && '\r\n'}`;
    });
    const body = `${first}${last}${rest === 'x' ? third : rest}`;
    const answer = await fetch(endpoint().url + path, { method: 'PUT', headers, body });
    expect(`${answer.status} ${codeOf(await answer.text())}`).toBe(outcome);
    expect(await has(`signed-${rest.length}`)).toBe(outcome.startsWith('200'));
  });

  it.each([
    ['two hosts', 'Host: HOST\r\nHost: other\r\n'],
    ['two types', 'Host: HOST\r\nContent-Type: a/b\r\nContent-Type: c/d\r\n'],
  ])('the object store refuses a request with %s', async (_what, lines) => {
    const url = new URL(await getSignedUrl(client(), new PutObjectCommand({ Bucket, Key: 'twice' }), { expiresIn: 60 }));
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    await once(socket, 'connect');
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\n${lines.replace('HOST', url.host)}Connection: close\r\nContent-Length: 1\r\n\r\nx`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*<Code>InvalidRequest<\/Code>/);
    expect(await has('twice')).toBe(false);
  });

  it.each([
    ['page', 'text/html', true],
    ['drawing', 'image/svg+xml', true],
    ['PDF document', 'application/pdf', false],
  ])('the object store shows a %s without letting it run on the host of the console', async (_what, type, isSandboxed) => {
    await client().send(new PutObjectCommand({ Bucket, Key: 'shown', Body: 'shown', ContentType: type }));
    const { headers } = await fetch(await getSignedUrl(client(), new GetObjectCommand({ Bucket, Key: 'shown' })));
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')?.startsWith("sandbox; default-src 'none'") ?? false).toBe(isSandboxed);
  });

  it('lets no browser guess what a refusal is', async () => {
    expect((await fetch(`${endpoint().url}/${Bucket}/<script>`)).headers.get('x-content-type-options')).toBe('nosniff');
  });
});
