import type { LifecycleRule } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectRequests } from '../../../src/app/api/answer.ts';
import { corsDraft, corsSchema } from '../../../src/parts/object-storage/cors-draft.ts';
import { EMPTY_LIFECYCLE, lifecycleDraft, lifecycleSchema, scopeOfRule } from '../../../src/parts/object-storage/lifecycle-draft.ts';
import { S3Error } from '../../../src/parts/object-storage/s3-error.ts';
import { changeRules } from '../../../src/parts/object-storage/settings-api.ts';
import { client } from './support.ts';

beforeEach(() => {
  const none = () => undefined;
  const credentials = () => ({ session: 'session-1', scoped: 'token-1' });
  connectRequests({ credentials, checkAccess: async () => 'unknown', signOut: none, reconfiguring: none });
});

const refusing = (status: number, code: string) =>
  client(() => ({ status, xml: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` }));

describe('settings of a bucket', () => {
  it('settings of a bucket are unknown where the storage does not support them, and empty where nothing is set', async () => {
    const { api: none } = refusing(501, 'NotImplemented');
    expect([await none.versioning('b'), await none.tags('b'), await none.lifecycle('b'), await none.cors('b')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(await refusing(405, 'MethodNotAllowed').api.cors('b')).toBe(null);
    expect(await refusing(404, 'NoSuchTagSet').api.tags('b')).toEqual([]);
    expect(await refusing(404, 'NoSuchLifecycleConfiguration').api.lifecycle('b')).toEqual([]);
    expect(await refusing(404, 'NoSuchCORSConfiguration').api.cors('b')).toEqual([]);
    await expect(refusing(404, 'NoSuchBucket').api.cors('b')).rejects.toMatchObject({ code: 'NoSuchBucket' });
    const { api } = client(() => ({ xml: '<?xml version="1.0"?><VersioningConfiguration/>' }));
    expect(await api.versioning('b')).toBe('Never');
  });

  it('settings of a bucket are taken away where nothing of them is left', async () => {
    const { api, sent } = client(() => ({ status: 204 }));
    await api.setTags('b', []);
    await api.setLifecycle('b', []);
    await api.setCors('b', []);
    await api.setTags('b', [{ key: 'a', value: 'b' }]);
    expect(sent.map(({ method, query }) => `${method} ${Object.keys(query)[0]}`)).toEqual([
      'DELETE tagging',
      'DELETE lifecycle',
      'DELETE cors',
      'PUT tagging',
    ]);
  });

  it('settings of a bucket are not written over what somebody else has set meanwhile', async () => {
    let kept = ['a', 'b'];
    const on = { read: async () => kept, write: async (rules: readonly string[]) => void (kept = [...rules]) };
    await changeRules(on, ['a', 'b'], ['a']);
    expect(kept).toEqual(['a']);
    await expect(changeRules(on, ['a', 'b'], ['b'])).rejects.toBeInstanceOf(S3Error);
    expect(kept).toEqual(['a']);
  });
});

describe('a rule of a lifecycle', () => {
  it('a rule of a lifecycle is unchanged after it was in the form', () => {
    const rule: LifecycleRule = {
      ID: 'logs',
      Status: 'Enabled',
      Filter: { Prefix: 'logs/' },
      Expiration: { Days: 30 },
      NoncurrentVersionExpiration: { NoncurrentDays: 7, NewerNoncurrentVersions: 2 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    };
    expect(lifecycleSchema.parse(lifecycleDraft(rule))).toEqual(rule);
    const markers: LifecycleRule = { Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { ExpiredObjectDeleteMarker: true } };
    expect(lifecycleSchema.parse(lifecycleDraft(markers))).toEqual(markers);
  });

  it.each<[string, Partial<LifecycleRule>]>([
    ['tags', { Filter: { And: { Prefix: 'a', Tags: [{ Key: 'k', Value: 'v' }] } } }],
    ['a size', { Filter: { ObjectSizeGreaterThan: 5 } }],
    ['a date', { Filter: { Prefix: '' }, Expiration: { Date: new Date(0) } }],
    ['a move', { Filter: { Prefix: '' }, Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] }],
  ])('a rule of a lifecycle has no form where that would lose %s', (_what, more) => {
    expect(lifecycleDraft({ Status: 'Enabled', ...more })).toBeUndefined();
  });

  it('a rule of a lifecycle tells the objects that it is about', () => {
    const And = { Prefix: 'a', Tags: [{ Key: 'k', Value: 'v' }], ObjectSizeLessThan: 9 };
    const about = { prefix: 'a', tags: ['k=v'], larger: undefined, smaller: 9 };
    expect(scopeOfRule({ Status: 'Enabled', Filter: { And } })).toEqual(about);
    expect(scopeOfRule({ Status: 'Enabled', Prefix: 'old' }).prefix).toBe('old');
  });

  it('a rule of a lifecycle needs something to do, and days for what it keeps', () => {
    const problems = (more: object) =>
      lifecycleSchema.safeParse({ ...EMPTY_LIFECYCLE, ...more }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(problems({})).toEqual(['days required']);
    expect(problems({ keep: 3, days: 1 })).toEqual(['olderDays required']);
    expect(problems({ days: 0 })).toEqual(['days too_small']);
    expect(problems({ markers: true })).toBeUndefined();
  });
});

describe('a CORS rule', () => {
  it('a CORS rule is unchanged after it was in the form', () => {
    const rule = {
      AllowedOrigins: ['https://*.a', '*'],
      AllowedMethods: ['GET', 'PUT'],
      AllowedHeaders: ['x-*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: 0,
    };
    expect(corsSchema.parse(corsDraft(rule))).toEqual(rule);
  });

  it.each([
    ['no origin', { AllowedOrigins: [] }, 'origins required'],
    ['an origin of two stars', { AllowedOrigins: ['*.*'] }, 'origins invalid'],
    ['no method', { AllowedMethods: [] }, 'methods required'],
    ['a header with a blank', { AllowedHeaders: ['a b'] }, 'headers invalid'],
    ['an exposed star', { ExposeHeaders: ['*'] }, 'exposed invalid'],
  ])('a CORS rule is refused with %s', (_what, more, expected) => {
    const draft = corsDraft({ AllowedOrigins: ['*'], AllowedMethods: ['GET'], ...more });
    const { error } = corsSchema.safeParse(draft);
    expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([expected]);
  });
});
