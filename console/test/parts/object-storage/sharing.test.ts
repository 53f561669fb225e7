import { describe, expect, it } from 'vitest';
import { grantsIn, namedBy, policyOf, principalOf, type Grant } from '../../../src/parts/object-storage/sharing.ts';

const GRANTS: Grant[] = [
  { principal: 'arn:aws:iam:::user/0123456789abcdef', access: 'read' },
  { principal: 'arn:aws:iam:::project/5f0c', access: 'full' },
];

describe('the policy by which the console shares a bucket', () => {
  it('the policy of a shared bucket lets readers list and read, and the others write and delete too', () => {
    const { Version, Statement } = JSON.parse(policyOf('photos', GRANTS)) as {
      Version: string;
      Statement: { Principal: { AWS: string[] }; Action: string[]; Resource: string[] }[];
    };
    expect(Version).toBe('2012-10-17');
    expect(Statement.map(({ Principal }) => Principal.AWS)).toEqual(GRANTS.map(({ principal }) => [principal]));
    expect(Statement.map(({ Resource }) => Resource)).toEqual([0, 1].map(() => ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*']));
    const [reading = [], writing = []] = Statement.map(({ Action }) => Action);
    expect(reading.filter((action) => !/^s3:(Get|List)/.test(action))).toEqual([]);
    expect(writing).toEqual(expect.arrayContaining([...reading, 's3:PutObject', 's3:DeleteObject']));
  });

  it('the policy of a shared bucket is read as it was written, and another policy is not read', () => {
    expect(grantsIn('photos', policyOf('photos', GRANTS))).toEqual(GRANTS);
    expect(grantsIn('other', policyOf('photos', GRANTS))).toBeUndefined();
    const more = JSON.parse(policyOf('photos', GRANTS)) as { Statement: object[] };
    const { Statement } = more;
    expect(grantsIn('photos', JSON.stringify({ ...more, Statement: [...Statement, { Sid: 'own' }] }))).toBeUndefined();
    expect(grantsIn('photos', JSON.stringify({ ...more, Statement: [{ ...Statement[0], Action: 's3:GetObject' }] }))).toBeUndefined();
    expect(grantsIn('photos', '{"Version":"2012-10-17","Statement":{}}')).toBeUndefined();
  });

  it.each([
    ['user', '5f0c', 'arn:aws:iam:::user/5f0c'],
    ['user', 'arn:aws:iam:::user/5f0c', 'arn:aws:iam:::user/5f0c'],
    ['project', 'arn:aws:iam:::user/5f0c', undefined],
    ['user', 'a b', undefined],
    ['user', '*', undefined],
    ['project', '', undefined],
  ] as const)('the policy of a shared bucket names a %s of %s by its ARN', (kind, given, arn) => {
    expect(principalOf(kind, given)).toBe(arn);
    if (arn !== undefined) expect(namedBy(arn)).toEqual({ kind, id: '5f0c' });
  });
});
