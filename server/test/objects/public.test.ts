/** Objects that are open to everybody, where the administrator allows that. */
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketPolicyCommand,
  GetObjectCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../scenarios/support/objects.ts';
import { anyDatabase } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const Bucket = 'website';
const OPEN = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${Bucket}/open/*` };

describe.each(anyDatabase)('objects that are open to everybody on $name', ({ name }) => {
  const endpoint = endpointForAll(name, undefined, undefined, true);
  const set = (statement: object) => {
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
    return outcome(endpoint().client().send(new PutBucketPolicyCommand({ Bucket, Policy })));
  };
  const ask = async (path: string, method = 'GET', headers: Record<string, string> = {}) => {
    const answer = await fetch(`${endpoint().url}${path}`, { method, headers });
    return [answer.status, answer.status === 200 && method === 'GET' ? await answer.text() : ''];
  };
  const DENIED = [403, ''];

  beforeAll(async () => {
    const mine = endpoint().client();
    await mine.send(new CreateBucketCommand({ Bucket }));
    for (const Key of ['open/index', 'closed']) await mine.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
    const { accounts } = endpoint();
    const other = accounts.keys.get('AKIDOTHER')!;
    accounts.keys.set('AKIDOTHER', { ...other, user: { ...other.user, domainId: 'elsewhere' } });
  });

  it('public objects are read without a signature, and by users of other domains, until the policy is gone', async () => {
    const theirs = () =>
      outcome(
        endpoint()
          .client('other')
          .send(new GetObjectCommand({ Bucket, Key: 'open/index' })),
      );
    expect([await ask('/website/open/index'), await theirs()]).toEqual([DENIED, 'AccessDenied 403']);
    expect(await set(OPEN)).toBe('accepted');
    expect([await ask('/website/open/index'), await theirs()]).toEqual([[200, 'open/index'], 'accepted']);
    expect(await ask('/website/open/index', 'HEAD')).toEqual([200, '']);
    expect(await ask('/website/open/index?AWSAccessKeyId=AKIDACME&Expires=1&Signature=c2ln')).toEqual([400, '']);
    await endpoint().client().send(new DeleteBucketPolicyCommand({ Bucket }));
    expect([await ask('/website/open/index'), await theirs()]).toEqual([DENIED, 'AccessDenied 403']);
  });

  it('a public policy opens no list, no other object and no change, and nothing while the owner may do nothing', async () => {
    await set(OPEN);
    for (const path of ['/', '/website', '/website?list-type=2', '/website?policy', '/website/closed', '/website/open/index?tagging'])
      expect([path, await ask(path)]).toEqual([path, DENIED]);
    for (const [method, path] of [
      ['PUT', '/website/open/new'],
      ['DELETE', '/website/open/index'],
      ['POST', '/website?delete'],
      ['PUT', '/everybody'],
    ] as const)
      expect([path, await ask(path, method)]).toEqual([path, DENIED]);
    expect(await ask('/website/open/index', 'GET', { authorization: 'AWS4-HMAC-SHA256 x' })).toEqual([400, '']);
    const copy = { Bucket, Key: 'open/copy', CopySource: `${Bucket}/open/index` };
    expect(await outcome(endpoint().client('other').send(new CopyObjectCommand(copy)))).toBe('AccessDenied 403');
    const { accounts } = endpoint();
    const owner = accounts.keys.get('AKIDACME')!;
    accounts.keys.set('AKIDACME', { ...owner, enabled: false });
    expect(await ask('/website/open/index')).toEqual(DENIED);
    accounts.keys.set('AKIDACME', owner);
  });

  it('public objects cannot be opened for more than reading', async () => {
    expect(await set({ ...OPEN, Action: ['s3:GetObject', 's3:PutObject'] })).toBe('NotImplemented 501');
    expect(await set({ ...OPEN, Principal: { AWS: '*' }, Action: 's3:ListBucket', Resource: `arn:aws:s3:::${Bucket}` })).toBe(
      'NotImplemented 501',
    );
  });
});
