import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3ServiceException,
  type LifecycleRule,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { keepHouse } from '../../src/app/housekeeping.ts';
import { carryOutLifecycles } from '../../src/objects/lifecycle/carry-out.ts';
import { databases } from '../support/databases.ts';
import { endpointForAll } from './support/endpoint.ts';

const DAY = 86_400_000;
const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'accepted',
    (error: unknown) => (error instanceof S3ServiceException ? `${error.name} ${error.$metadata.httpStatusCode}` : String(error)),
  );

describe.each(databases)('lifecycles on $name', ({ name }) => {
  const endpoint = endpointForAll(name);
  const client = () => endpoint().client();
  let count = 0;

  /** What the platform would do in so many days. */
  const pass = (days: number) =>
    carryOutLifecycles({ index: endpoint().store.objects, now: Date.now() + days * DAY, signal: new AbortController().signal });

  async function bucketWith({ versioned = false, rules }: { versioned?: boolean; rules?: LifecycleRule[] } = {}) {
    const Bucket = `lifecycle-${(count += 1)}`;
    await client().send(new CreateBucketCommand({ Bucket }));
    if (versioned) await client().send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
    const set = (Rules: LifecycleRule[]) =>
      client().send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
    const get = async () => (await client().send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules;
    const put = (Key: string, more: Partial<PutObjectCommandInput> = {}) =>
      client().send(new PutObjectCommand({ Bucket, Key, Body: Key, ...more }));
    const keys = async () => ((await client().send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key);
    const versions = async () => {
      const { Versions = [], DeleteMarkers = [] } = await client().send(new ListObjectVersionsCommand({ Bucket }));
      return [...Versions, ...DeleteMarkers].map(({ VersionId }) => VersionId);
    };
    const row = async () => (await endpoint().store.objects.bucket(Bucket))!;
    if (rules) await set(rules);
    return { Bucket, set, get, put, keys, versions, row };
  }

  const expiring = (Days: number, more: Partial<LifecycleRule> = {}): LifecycleRule => ({
    ID: `after ${Days}`,
    Status: 'Enabled',
    Filter: { Prefix: '' },
    Expiration: { Days },
    ...more,
  });

  it('the lifecycle of a bucket is told as it was set, and taken away', async () => {
    const { Bucket, get, set } = await bucketWith();
    expect(await refusal(get())).toBe('NoSuchLifecycleConfiguration 404');
    const rules: LifecycleRule[] = [
      expiring(3, { Filter: { And: { Prefix: 'a/', Tags: [{ Key: 'k', Value: 'v' }], ObjectSizeGreaterThan: 5, ObjectSizeLessThan: 9 } } }),
      {
        ID: 'date',
        Status: 'Disabled',
        Filter: { Tag: { Key: 'k', Value: '' } },
        Expiration: { Date: new Date('2031-01-01T00:00:00.000Z') },
      },
      { ID: 'markers', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { ExpiredObjectDeleteMarker: true } },
      {
        ID: 'old',
        Status: 'Enabled',
        Prefix: 'older form/',
        NoncurrentVersionExpiration: { NoncurrentDays: 2, NewerNoncurrentVersions: 4 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ];
    await set(rules);
    expect(await get()).toEqual(rules);
    await client().send(new DeleteBucketLifecycleCommand({ Bucket }));
    expect(await refusal(get())).toBe('NoSuchLifecycleConfiguration 404');
  });

  it.each<[string, string, LifecycleRule[]]>([
    ['a transition', 'NotImplemented 501', [expiring(1, { Transitions: [{ Days: 1, StorageClass: 'GLACIER' }] })]],
    ['a transition of older versions', 'NotImplemented 501', [expiring(1, { NoncurrentVersionTransitions: [{ NoncurrentDays: 1 }] })]],
    ['no action', 'InvalidRequest 400', [{ Status: 'Enabled', Filter: { Prefix: '' } }]],
    ['no days', 'InvalidArgument 400', [expiring(0)]],
    ['a date in the middle of a day', 'InvalidArgument 400', [expiring(1, { Expiration: { Date: new Date('2031-01-01T10:00:00Z') } })]],
    ['days and a date', 'MalformedXML 400', [expiring(1, { Expiration: { Days: 1, Date: new Date('2031-01-01T00:00:00Z') } })]],
    ['a status that nobody knows', 'MalformedXML 400', [expiring(1, { Status: 'enabled' as 'Enabled' })]],
    ['two rules of one name', 'InvalidArgument 400', [expiring(1), expiring(1)]],
    ['a long name', 'InvalidArgument 400', [expiring(1, { ID: 'x'.repeat(256) })]],
    [
      'uploads with tags',
      'InvalidRequest 400',
      [{ Status: 'Enabled', Filter: { Tag: { Key: 'k', Value: 'v' } }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }],
    ],
    [
      '1,001 rules',
      'MalformedXML 400',
      Array.from({ length: 1001 }, (_, index) => ({ ...expiring(1), ID: `${index}`, Filter: undefined, Prefix: '' })),
    ],
  ])('refuses a lifecycle with %s, and keeps the one that is set', async (_what, expected, rules) => {
    const { get, set } = await bucketWith({ rules: [expiring(7)] });
    expect(await refusal(set(rules))).toMatch(rules.length > 1000 ? /^(MalformedXML|EntityTooLarge) 400$/ : expected);
    expect(await get()).toHaveLength(1);
  });

  it('a lifecycle ends objects whose days are over at the next midnight, and tells when', async () => {
    const { Bucket, put, keys, row } = await bucketWith({ rules: [expiring(2, { Filter: { Prefix: 'tmp/' } })] });
    const { Expiration } = await put('tmp/a');
    await put('kept');
    const midnight = new Date((Math.floor(Date.now() / DAY) + 3) * DAY).toUTCString();
    expect(Expiration).toBe(`expiry-date="${midnight}", rule-id="after%202"`);
    const told = [new HeadObjectCommand({ Bucket, Key: 'tmp/a' }), new HeadObjectCommand({ Bucket, Key: 'kept' })];
    expect((await Promise.all(told.map((one) => client().send(one)))).map((one) => one.Expiration)).toEqual([Expiration, undefined]);
    expect((await client().send(new GetObjectCommand({ Bucket, Key: 'tmp/a' }))).Expiration).toBe(Expiration);
    await pass(2 - 1 / 24);
    expect(await keys()).toEqual(['kept', 'tmp/a']);
    await pass(3);
    expect([await keys(), (await row()).bytes]).toEqual([['kept'], 4]);
  });

  it('a lifecycle ends what its filter names, by tags and sizes', async () => {
    const tag = (Key: string, Value: string) => ({ Key, Value });
    const and = { Prefix: 'p/', Tags: [tag('a', '1'), tag('b', '2')], ObjectSizeGreaterThan: 3 };
    const { put, keys } = await bucketWith({ rules: [expiring(1, { Filter: { And: and } })] });
    await put('p/both', { Tagging: 'a=1&b=2' });
    await put('p/one', { Tagging: 'a=1' });
    await put('p/other', { Tagging: 'a=1&b=3' });
    await put('p/s', { Tagging: 'a=1&b=2' });
    await put('q/both', { Tagging: 'a=1&b=2' });
    await pass(3);
    expect(await keys()).toEqual(['p/one', 'p/other', 'p/s', 'q/both']);
  });

  it('a lifecycle leaves alone what a rule that is disabled names', async () => {
    const { put, keys } = await bucketWith({ rules: [expiring(1, { Status: 'Disabled' })] });
    expect((await put('k')).Expiration).toBeUndefined();
    await pass(9);
    expect(await keys()).toEqual(['k']);
  });

  it('a lifecycle hides what expires where versions are kept, ends older versions, and then the markers', async () => {
    const rules = [expiring(1, { NoncurrentVersionExpiration: { NoncurrentDays: 3 } })];
    const { put, keys, versions } = await bucketWith({ versioned: true, rules });
    const { VersionId } = await put('k');
    await pass(3);
    const [kept, marker] = await versions();
    expect([await keys(), kept]).toEqual([[], VersionId]);
    await pass(5);
    expect(await versions()).toEqual([VersionId, marker]);
    await pass(8);
    expect(await versions()).toEqual([marker]);
    await pass(9);
    expect(await versions()).toEqual([]);
  });

  it('a lifecycle keeps as many of the older versions as it says', async () => {
    const rules = [expiring(1, { Expiration: undefined, NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 2 } })];
    const { put, versions } = await bucketWith({ versioned: true, rules });
    const made: (string | undefined)[] = [];
    for (let round = 0; round < 5; round += 1) made.push((await put('k')).VersionId);
    await pass(3);
    expect(await versions()).toEqual(made.slice(2).toReversed());
  });

  it('a lifecycle ends delete markers that hide nothing, and no others', async () => {
    const rules = [expiring(1, { Expiration: { ExpiredObjectDeleteMarker: true } })];
    const { Bucket, put, versions } = await bucketWith({ versioned: true, rules });
    const { VersionId: kept } = await put('hidden');
    for (const Key of ['hidden', 'never']) await client().send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await versions()).toHaveLength(3);
    await pass(0);
    expect([(await versions()).length, (await versions())[0]]).toEqual([2, kept]);
  });

  it('a lifecycle gives up uploads that were begun too long ago', async () => {
    const rules = [
      expiring(1, { Filter: { Prefix: 'tmp/' }, Expiration: undefined, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
    ];
    const { Bucket } = await bucketWith({ rules });
    for (const Key of ['tmp/a', 'kept']) await client().send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const uploads = async () => (await client().send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key);
    await pass(0);
    expect(await uploads()).toEqual(['kept', 'tmp/a']);
    await pass(3);
    expect(await uploads()).toEqual(['kept']);
  });

  it('a lifecycle reads many versions page by page, and marks each object that is due once', async () => {
    const rules = [expiring(1, { NoncurrentVersionExpiration: { NoncurrentDays: 30 } })];
    const { Bucket, versions } = await bucketWith({ versioned: true, rules });
    const { objects } = endpoint().store;
    const { id } = (await objects.bucket(Bucket))!;
    const object = (key: string, round: number) => ({
      key,
      size: 1,
      etag: `${round}`,
      modifiedAt: 0,
      blob: `${Bucket} ${key} ${round}`,
      parts: null,
      headers: {},
    });
    // Keys of one and two versions, and one of more than a page.
    for (let index = 0; index < 60; index += 1)
      for (let round = 0; round <= index % 2; round += 1)
        await objects.putObject(id, object(`${index}`.padStart(3, '0'), round), () => undefined);
    for (let round = 0; round < 205; round += 1) await objects.putObject(id, object('z', round), () => undefined);
    const later = Date.now();
    await objects.putObject(id, { ...object('zz', 0), modifiedAt: later }, () => undefined);
    await carryOutLifecycles({ index: objects, now: 5 * DAY, signal: new AbortController().signal });
    // Each of the 61 keys that are due has a marker, and all versions are there.
    expect(await objects.bucket(Bucket)).toMatchObject({ objects: 90 + 205 + 1 + 61, bytes: 90 + 205 + 1 });
    expect(await objects.objects(id, {}, 10)).toMatchObject([{ key: 'zz' }]);
    await carryOutLifecycles({ index: objects, now: 5 * DAY, signal: AbortSignal.abort() });
    expect((await versions()).length).toBe(90 + 205 + 1 + 61);
  });

  it('the platform itself carries out the lifecycle of a bucket', async () => {
    const { put, keys } = await bucketWith({ rules: [expiring(1, { Expiration: { Date: new Date('2020-01-01T00:00:00.000Z') } })] });
    await put('k');
    const stop = keepHouse(endpoint().store, { auditDays: 365, idle: DAY }, pino({ level: 'silent' }));
    await expect.poll(keys).toEqual([]);
    await stop();
  });

  it('a lifecycle leaves an object that is replaced after it was looked at', async () => {
    const { Bucket, put, keys } = await bucketWith({ rules: [expiring(1)] });
    await put('k');
    const { objects } = endpoint().store;
    const index = {
      ...objects,
      async removeObjects(...asked: Parameters<typeof objects.removeObjects>) {
        await client().send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'another one' }));
        return objects.removeObjects(...asked);
      },
    };
    await carryOutLifecycles({ index, now: Date.now() + 5 * DAY, signal: new AbortController().signal });
    expect(await keys()).toEqual(['k']);
  });
});
