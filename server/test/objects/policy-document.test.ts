/** What of S3's language of policies is taken, and why the rest is refused. */
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/objects/policy/document.ts';

const WHOLE = 'arn:aws:s3:::shared';
const OTHER = 'arn:aws:iam:::user/s3-other';
const READING = { Effect: 'Allow', Principal: { AWS: OTHER }, Action: ['s3:GetObject', 's3:ListBucket'], Resource: [WHOLE, `${WHOLE}/*`] };
const policyOf = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });

/** Code, status and reason of a refusal; undefined where there is none. */
function refusal(text: string, isPublicAllowed = false): { code: string; message: string } | undefined {
  try {
    readPolicy(text, 'shared', isPublicAllowed);
    return undefined;
  } catch (error) {
    const { code, status, message } = error as { code: string; status: number; message: string };
    return { code: `${code} ${status}`, message };
  }
}

describe('the policy of a bucket', () => {
  it('the policy of a bucket allows users and projects actions on the bucket, on keys and on what begins alike', () => {
    const Principal = { AWS: [OTHER, 'arn:aws:iam:::project/5f0c'] };
    const said = { Sid: 'one', ...READING, Principal, Resource: [WHOLE, `${WHOLE}/a/b`, `${WHOLE}/open/*`] };
    expect(readPolicy(JSON.stringify({ Version: '2012-10-17', Id: 'own', Statement: said }), 'shared', false)).toEqual([
      {
        principals: [
          { kind: 'user', id: 's3-other' },
          { kind: 'project', id: '5f0c' },
        ],
        anyone: false,
        actions: ['s3:GetObject', 's3:ListBucket'],
        bucket: true,
        keys: ['a/b'],
        prefixes: ['open/'],
      },
    ]);
  });

  it.each<[string, string, string | object]>([
    ['no JSON', 'MalformedPolicy 400', '{'],
    ['another version', 'MalformedPolicy 400', { Version: '2008-10-17', Statement: [READING] }],
    ['no statement', 'MalformedPolicy 400', { Version: '2012-10-17', Statement: [] }],
    ['an unknown element', 'MalformedPolicy 400', { Version: '2012-10-17', Statement: [{ ...READING, Actions: 's3:GetObject' }] }],
    ['a denial', 'NotImplemented 501', { ...READING, Effect: 'Deny' }],
    ['a condition', 'NotImplemented 501', { ...READING, Condition: { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } } }],
    ['what it does not allow', 'NotImplemented 501', { ...READING, Action: undefined, NotAction: 's3:DeleteObject' }],
    ['all but some', 'NotImplemented 501', { ...READING, Principal: undefined, NotPrincipal: { AWS: OTHER } }],
    ['all actions', 'NotImplemented 501', { ...READING, Action: 's3:*' }],
    ['actions of the owner', 'NotImplemented 501', { ...READING, Action: ['s3:GetObject', 's3:PutBucketPolicy'] }],
    ['a resource with a wildcard within', 'NotImplemented 501', { ...READING, Resource: [WHOLE, `${WHOLE}/*/a`] }],
    ['another bucket', 'MalformedPolicy 400', { ...READING, Resource: ['arn:aws:s3:::private/*', WHOLE] }],
    ['a bucket whose name begins alike', 'MalformedPolicy 400', { ...READING, Resource: [WHOLE, `${WHOLE}-more/*`] }],
    ['an action that no resource fits', 'MalformedPolicy 400', { ...READING, Resource: `${WHOLE}/*` }],
    ['everybody', 'AccessDenied 403', { ...READING, Principal: '*' }],
    ['everybody in a list', 'AccessDenied 403', { ...READING, Principal: { AWS: [OTHER, '*'] } }],
    ['a principal of another kind', 'MalformedPolicy 400', { ...READING, Principal: { Service: 'lambda.amazonaws.com' } }],
    ['a role', 'MalformedPolicy 400', { ...READING, Principal: { AWS: 'arn:aws:iam::123456789012:role/x' } }],
  ])('refuses the policy of a bucket with %s, and says why', (_title, code, said) => {
    const isWhole = typeof said === 'string' || 'Version' in said;
    const found = refusal(isWhole ? (typeof said === 'string' ? said : JSON.stringify(said)) : policyOf(said));
    expect(found).toEqual({ code, message: expect.stringMatching(/^[A-Z].{10,}/) as string });
  });

  it('a policy opens objects to everybody for reading alone, where that is allowed', () => {
    const open = { ...READING, Principal: '*', Action: 's3:GetObject', Resource: `${WHOLE}/open/*` };
    expect(readPolicy(policyOf(open), 'shared', true)).toMatchObject([{ anyone: true, principals: [] }]);
    expect(refusal(policyOf({ ...open, Action: ['s3:GetObject', 's3:PutObject'] }), true)?.code).toBe('NotImplemented 501');
    expect(refusal(policyOf({ ...READING, Principal: { AWS: ['*', OTHER] } }), true)?.code).toBe('NotImplemented 501');
  });

  it('a policy has at most 20 statements, and 50 entries in a list', () => {
    const many = (count: number) => Array.from({ length: count }, () => READING);
    expect(refusal(policyOf(...many(20)))).toBeUndefined();
    expect(refusal(policyOf(...many(21)))?.code).toBe('MalformedPolicy 400');
    const entries = (count: number) => ({ ...READING, Principal: { AWS: Array.from({ length: count }, () => OTHER) } });
    expect([refusal(policyOf(entries(50))), refusal(policyOf(entries(51)))?.code]).toEqual([undefined, 'MalformedPolicy 400']);
  });
});
