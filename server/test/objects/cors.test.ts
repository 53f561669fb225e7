/** What pages of other origins may ask of a bucket, as its owner has set it: the requests are those that a browser would send. */
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3ServiceException,
  type CORSRule,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'cors';
const PAGE = 'https://app.example.org';
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );
const rule = (more: Partial<CORSRule> = {}): CORSRule => ({ AllowedOrigins: [PAGE], AllowedMethods: ['GET'], ...more });

/** What an answer says to a page, by the ends of its headers' names. */
const allowed = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')).map(([name, value]) => [name.slice(15), value]));

describe.each(databases)('CORS of buckets on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = (who: 'acme' | 'other' = 'acme') => endpoint().client(who);
  const set = (CORSRules: CORSRule[], who: 'acme' | 'other' = 'acme') =>
    client(who).send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  const signedUrl = (Key = 'k', of = Bucket) => getSignedUrl(client(), new GetObjectCommand({ Bucket: of, Key }));
  const ask = async (headers: Record<string, string>, path = `/${Bucket}/k`) => {
    const answer = await fetch(`${endpoint().url}${path}`, { method: 'OPTIONS', headers });
    const [, code = null] = /<Code>(\w+)</.exec(await answer.text()) ?? [];
    return { status: answer.status, code, ...allowed(answer.headers) };
  };
  const method = (name: string, origin = PAGE, headers?: string) => ({
    origin,
    'access-control-request-method': name,
    ...(headers !== undefined && { 'access-control-request-headers': headers }),
  });
  beforeAll(async () => {
    await client().send(new CreateBucketCommand({ Bucket }));
    await client().send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'text' }));
  });

  it('a CORS rule lets a page of an allowed origin read an object, and no other page', async () => {
    await set([rule({ ExposeHeaders: ['ETag', 'x-amz-meta-a'], MaxAgeSeconds: 600 })]);
    const get = async (origin?: string) => {
      const answer = await fetch(await signedUrl(), { headers: origin === undefined ? {} : { origin } });
      return [await answer.text(), allowed(answer.headers), answer.headers.get('vary')];
    };
    const vary = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';
    expect(await get(PAGE)).toEqual([
      'text',
      {
        'allow-origin': PAGE,
        'allow-methods': 'GET',
        'expose-headers': 'ETag, x-amz-meta-a',
        'max-age': '600',
        'allow-credentials': 'true',
      },
      vary,
    ]);
    expect(await get('https://app.example.org.evil.example')).toEqual(['text', {}, vary]);
    expect(await get()).toEqual(['text', {}, vary]);
  });

  it('a CORS rule lets a page of an allowed origin read refusals, too', async () => {
    await set([rule({ AllowedMethods: ['GET', 'PUT'] })]);
    const refused = async (path: string, method = 'GET') => {
      const { status, headers } = await fetch(path, { method, headers: { origin: PAGE } });
      return [status, allowed(headers)['allow-origin']];
    };
    expect(await refused(await signedUrl('missing'))).toEqual([404, PAGE]);
    expect(await refused(`${endpoint().url}/${Bucket}/k`)).toEqual([403, PAGE]);
    expect(await refused((await signedUrl()).replace(/Signature=\w/, 'Signature=g'), 'PUT')).toEqual([403, PAGE]);
    expect(await refused(await signedUrl(), 'DELETE')).toEqual([403, undefined]);
    expect(await refused(await signedUrl('k', 'unknown'))).toEqual([404, undefined]);
  });

  it('answers a preflight by the first rule that matches, without a signature', async () => {
    await set([
      rule({ AllowedOrigins: ['https://*.example.org'], AllowedMethods: ['PUT', 'POST'], AllowedHeaders: ['Content-Type', 'x-amz-*'] }),
      rule({ AllowedOrigins: ['*'], AllowedMethods: ['PUT', 'GET'], MaxAgeSeconds: 0 }),
    ]);
    expect(await ask(method('PUT', PAGE, 'content-type, X-Amz-Meta-Colour,'))).toEqual({
      status: 200,
      code: null,
      'allow-origin': PAGE,
      'allow-methods': 'PUT, POST',
      'allow-headers': 'content-type, x-amz-meta-colour',
      'allow-credentials': 'true',
    });
    const open = { status: 200, code: null, 'allow-origin': '*', 'allow-methods': 'PUT, GET', 'max-age': '0' };
    expect(await ask(method('PUT', 'http://elsewhere.example'))).toEqual(open);
    expect(await ask(method('GET', 'null'), `/${Bucket}`)).toEqual(open);
  });

  it.each<[string, Record<string, string>, string?]>([
    ['another origin', method('GET', 'https://evil.example')],
    ['a part of the origin alone', method('GET', 'https://.example.or')],
    ['the same origin in other letters', method('GET', PAGE.toUpperCase())],
    ['another method', method('DELETE')],
    ['a header that no rule allows', method('GET', PAGE, 'content-type, authorization')],
    ['more headers than a browser sends', method('GET', PAGE, Array.from({ length: 101 }, (_, index) => `x-a-${index}`).join())],
    ['what is no name of a header', method('GET', PAGE, 'x-a b')],
    ['a bucket that is not there', method('GET'), '/unknown/k'],
    ['no bucket', method('GET'), '/'],
  ])('refuses the CORS preflight of %s', async (_what, headers, path) => {
    await set([rule({ AllowedOrigins: [PAGE, 'https://*.example.org'], AllowedHeaders: ['content-type', 'x-*'] })]);
    expect(await ask(headers, path)).toEqual({ status: 403, code: 'AccessForbidden' });
  });

  it('refuses a preflight that names no origin or no method', async () => {
    const refused = { status: 400, code: 'BadRequest' };
    expect([await ask({ 'access-control-request-method': 'GET' }), await ask({ origin: PAGE })]).toEqual([refused, refused]);
  });

  it('CORS rules of a bucket are told as they were set, and are gone when they are deleted, or their bucket', async () => {
    const Bucket = 'cors-of-its-own';
    const get = () => client().send(new GetBucketCorsCommand({ Bucket }));
    await client().send(new CreateBucketCommand({ Bucket }));
    expect(await refusal(get())).toBe('NoSuchCORSConfiguration 404');
    const CORSRules: CORSRule[] = [
      { ID: 'first & <only>', AllowedOrigins: ['*'], AllowedMethods: ['HEAD'], AllowedHeaders: ['*'], ExposeHeaders: ['ETag'] },
      { AllowedOrigins: ['http://a', 'http://b:8080'], AllowedMethods: ['GET', 'DELETE'], MaxAgeSeconds: 3000 },
    ];
    const put = () => client().send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
    await put();
    expect((await get()).CORSRules).toEqual(CORSRules);
    await client().send(new DeleteBucketCorsCommand({ Bucket }));
    expect(await refusal(get())).toBe('NoSuchCORSConfiguration 404');
    expect((await ask(method('HEAD'), `/${Bucket}`)).status).toBe(403);
    await put();
    await client().send(new DeleteBucketCommand({ Bucket }));
    await client().send(new CreateBucketCommand({ Bucket }));
    expect(await refusal(get())).toBe('NoSuchCORSConfiguration 404');
  });

  it.each<[string, CORSRule[], string]>([
    ['no rule', [], 'MalformedXML 400'],
    ['101 rules', Array.from({ length: 101 }, () => rule()), 'MalformedXML 400'],
    ['no origin', [rule({ AllowedOrigins: [] })], 'MalformedXML 400'],
    ['an empty origin', [rule({ AllowedOrigins: [''] })], 'MalformedXML 400'],
    ['no method', [rule({ AllowedMethods: [] })], 'MalformedXML 400'],
    ['a method that S3 has not', [rule({ AllowedMethods: ['PATCH'] })], 'InvalidRequest 400'],
    ['a method in small letters', [rule({ AllowedMethods: ['get'] })], 'InvalidRequest 400'],
    ['an origin of two stars', [rule({ AllowedOrigins: ['http://*.*'] })], 'InvalidRequest 400'],
    ['a header of two stars', [rule({ AllowedHeaders: ['*-*'] })], 'InvalidRequest 400'],
    ['a header that ends the line', [rule({ AllowedHeaders: ['x\r\nset-cookie'] })], 'InvalidRequest 400'],
    ['an exposed star', [rule({ ExposeHeaders: ['*'] })], 'InvalidRequest 400'],
    ['an exposed header that ends the line', [rule({ ExposeHeaders: ['a\nb'] })], 'InvalidRequest 400'],
    ['an age below nothing', [rule({ MaxAgeSeconds: -1 })], 'InvalidArgument 400'],
    ['an id of 256 characters', [rule({ ID: 'i'.repeat(256) })], 'InvalidArgument 400'],
    [
      'more than 64 KiB',
      [rule({ AllowedOrigins: Array.from({ length: 1500 }, (_, i) => `http://${i}.example.org`) })],
      'EntityTooLarge 400',
    ],
  ])('refuses CORS rules with %s, and leaves those that are set', async (_what, rules, expected) => {
    await set([rule({ ID: 'kept' })]);
    expect(await refusal(set(rules))).toBe(expected);
    expect((await client().send(new GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual([rule({ ID: 'kept' })]);
  });

  it('a bucket takes a hundred CORS rules', async () => {
    await set(Array.from({ length: 100 }, (_, index) => rule({ AllowedOrigins: [`https://page-${index}.example`] })));
    expect((await ask(method('GET', 'https://page-99.example'))).status).toBe(200);
  });

  it('the owner alone sets, reads and deletes the CORS rules of a bucket', async () => {
    await set([rule()]);
    expect(await refusal(set([rule({ AllowedOrigins: ['*'] })], 'other'))).toBe('AccessDenied 403');
    expect(await refusal(client('other').send(new GetBucketCorsCommand({ Bucket })))).toBe('AccessDenied 403');
    expect(await refusal(client('other').send(new DeleteBucketCorsCommand({ Bucket })))).toBe('AccessDenied 403');
    expect((await ask(method('GET'))).status).toBe(200);
  });
});
