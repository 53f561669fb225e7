/** Signatures, by the examples that Amazon prints in its S3 API reference ("Signature Calculations", AWS Signature Version 4). */
import { describe, expect, it } from 'vitest';
import type { S3Key } from '../../src/port/accounts.ts';
import { S3Error } from '../../src/objects/errors.ts';
import { verify, type Presented } from '../../src/objects/signature/verify.ts';
import { accountsInMemory } from './support/accounts.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const NOW = Date.parse('2013-05-24T00:00:10Z');
const AT = '20130524T000000Z';
const SCOPE = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

const accounts = accountsInMemory();
const example: S3Key = {
  ...accounts.keys.get('AKIDACME')!,
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
accounts.keys.set(example.accessKeyId, example);

const authorization = (signed: string, signature: string): string =>
  `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=${signed},Signature=${signature}`;
const base = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': AT, 'x-amz-content-sha256': EMPTY };

const getObject: Presented = {
  method: 'GET',
  path: '/test.txt',
  query: [],
  headers: {
    ...base,
    range: 'bytes=0-9',
    authorization: authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
};

const EXAMPLES: readonly (readonly [string, Presented])[] = [
  ['GET Object', getObject],
  [
    'PUT Object',
    {
      method: 'PUT',
      path: '/test%24file.text',
      query: [],
      headers: {
        host: base.host,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-date': AT,
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        authorization: authorization(
          'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
          '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
        ),
      },
    },
  ],
  [
    'GET Bucket Lifecycle',
    {
      method: 'GET',
      path: '/',
      query: [['lifecycle', '']],
      headers: {
        ...base,
        authorization: authorization(
          'host;x-amz-content-sha256;x-amz-date',
          'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
        ),
      },
    },
  ],
  [
    'GET Bucket (List Objects)',
    {
      method: 'GET',
      path: '/',
      query: [
        ['prefix', 'J'],
        ['max-keys', '2'],
      ],
      headers: {
        ...base,
        authorization: authorization(
          'host;x-amz-content-sha256;x-amz-date',
          '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
        ),
      },
    },
  ],
];

const presigned: Presented = {
  method: 'GET',
  path: '/test.txt',
  query: [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', SCOPE],
    ['X-Amz-Date', AT],
    ['X-Amz-Expires', '86400'],
    ['X-Amz-SignedHeaders', 'host'],
    ['X-Amz-Signature', 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'],
  ],
  headers: { host: base.host },
};

const codeOf = (request: Presented, now = NOW): Promise<string> =>
  verify(request, accounts, now).then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3Error ? error.code : String(error)),
  );
const withHeaders = (headers: Record<string, string>): Presented => ({ ...getObject, headers: { ...getObject.headers, ...headers } });
const withQuery = (name: string, value: string): Presented => ({
  ...presigned,
  query: presigned.query.map((pair) => (pair[0] === name ? [name, value] : pair)),
});
const withoutQuery = (name: string): Presented => ({ ...presigned, query: presigned.query.filter(([given]) => given !== name) });
const unsignedBut = (query: Presented['query']): Presented => ({ ...getObject, query, headers: { host: base.host } });

describe('the signature of a request', () => {
  it.each(EXAMPLES)('the signature of a request holds in the example "%s"', async (_name, request) => {
    expect((await verify(request, accounts, NOW)).key.accessKeyId).toBe('AKIAIOSFODNN7EXAMPLE');
  });

  it('the signature of a presigned address holds in its example until its time is over', async () => {
    expect(await codeOf(presigned)).toBe('accepted');
    expect(await codeOf(presigned, Date.parse('2013-05-25T00:00:00Z'))).toBe('accepted');
    expect(await codeOf(presigned, Date.parse('2013-05-25T00:00:01Z'))).toBe('AccessDenied');
    expect(await codeOf(presigned, Date.parse('2013-05-23T23:40:00Z'))).toBe('AccessDenied');
  });

  it.each<[string, Presented, string]>([
    ['another method', { ...getObject, method: 'PUT' }, 'SignatureDoesNotMatch'],
    ['another key', { ...getObject, path: '/test.tx' }, 'SignatureDoesNotMatch'],
    ['another query', { ...getObject, query: [['acl', '']] }, 'SignatureDoesNotMatch'],
    ['another value of a signed header', withHeaders({ range: 'bytes=0-10' }), 'SignatureDoesNotMatch'],
    ['another body', withHeaders({ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }), 'SignatureDoesNotMatch'],
    ['an unsigned header of Amazon', withHeaders({ 'x-amz-acl': 'public-read' }), 'AccessDenied'],
    ['half an authorization', withHeaders({ authorization: 'AWS4-HMAC-SHA256 Credential=a' }), 'AuthorizationHeaderMalformed'],
    ['no signature at all', { ...getObject, headers: { host: base.host } }, 'AccessDenied'],
    ['a longer life of an address', withQuery('X-Amz-Expires', '86401'), 'SignatureDoesNotMatch'],
    ['a life of more than a week', withQuery('X-Amz-Expires', '604801'), 'AuthorizationQueryParametersError'],
    ['no life', withQuery('X-Amz-Expires', '0'), 'AuthorizationQueryParametersError'],
    ['an address without its signature', withoutQuery('X-Amz-Signature'), 'AuthorizationQueryParametersError'],
    ['another region', withQuery('X-Amz-Credential', SCOPE.replace('us-east-1', 'eu-west-1')), 'AuthorizationQueryParametersError'],
    ['an unknown key', withQuery('X-Amz-Credential', SCOPE.replace('AKIA', 'AKIB')), 'InvalidAccessKeyId'],
  ])('refuses the signature of a request with %s', async (_name, request, code) => {
    expect(await codeOf(request)).toBe(code);
  });

  it.each<[string, Presented]>([
    [
      'an address of version 2',
      unsignedBut([
        ['AWSAccessKeyId', 'AKIDACME'],
        ['Expires', '1369353610'],
        ['Signature', 'c2ln'],
      ]),
    ],
    [
      'an address of version 2 without its signature',
      unsignedBut([
        ['AWSAccessKeyId', 'AKIDACME'],
        ['Expires', '1369353610'],
      ]),
    ],
    ['an address of version 4 with public keys', withQuery('X-Amz-Algorithm', 'AWS4-ECDSA-P256-SHA256')],
    ['a header of version 2', withHeaders({ authorization: 'AWS AKIAIOSFODNN7EXAMPLE:abc' })],
    ['a header of version 4 with public keys', withHeaders({ authorization: 'AWS4-ECDSA-P256-SHA256 Credential=a' })],
  ])('a refusal of %s says that only signature version 4 is supported', async (_name, request) => {
    await expect(verify(request, accounts, NOW)).rejects.toMatchObject({
      code: 'InvalidRequest',
      message: 'Only signature version 4 (AWS4-HMAC-SHA256) is supported.',
    });
  });

  it('a signature is refused when the clocks are fifteen minutes apart, or when its key is disabled', async () => {
    expect(await codeOf(getObject, NOW + 15 * 60_000)).toBe('RequestTimeTooSkewed');
    accounts.keys.set(example.accessKeyId, { ...example, enabled: false });
    expect(await codeOf(getObject)).toBe('InvalidAccessKeyId');
    accounts.keys.set(example.accessKeyId, example);
  });
});
