/** One story of object storage, whatever holds it. A Ceph gateway takes part where OBJECTS_RGW names one (lab/ceph/scenario). */
import { CreateBucketCommand, DeleteBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { casesOfTier } from '../../../tools/lib/tier.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  bucketName,
  expectArchive,
  expectCutOff,
  expectKeys,
  expectLimits,
  expectLinks,
  expectObjects,
  expectOwnBuckets,
  expectParts,
  outcome,
  tenants,
  throughProxy,
  withKeys,
  type Tenants,
} from './support/objects.ts';
import {
  expectConditions,
  expectEncryption,
  expectKeyRights,
  expectSettings,
  expectSharing,
  expectVersions,
  expectWholeLifecycles,
} from './support/bucket-settings.ts';

/** What a server is started with, and what has to end after it. */
interface Stand {
  env: Record<string, string>;
  /** Somebody at the storage itself, where users share his keys. */
  holder?: S3Client;
  close?(): Promise<void>;
}

/** The endpoint of a second server, whose keys are the fixed ones of the first. */
async function secondServer(): Promise<Stand> {
  const second = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
  const holder = await second.as('acme-lead', 'acme-prod');
  const { key } = await holder.call(nouns.objectStorage.calls.enable);
  const url = second.app.s3Url!;
  const client = withKeys(url, 'us-east-1', key!.acc_key, key!.sec_key);
  return {
    env: { GANTRY_S3_ENDPOINT: url, GANTRY_S3_ACCESS_KEY: key!.acc_key, GANTRY_S3_SECRET_KEY: key!.sec_key },
    holder: client,
    async close() {
      client.destroy();
      await second.close();
    },
  };
}

/** `http://127.0.0.1:7480 ACCESS SECRET` */
const gateway = process.env['OBJECTS_RGW']?.split(' ');

const STORAGES: readonly { name: string; stand(): Promise<Stand> }[] = [
  { name: 'the embedded platform', stand: async () => ({ env: {} }) },
  { name: 'any S3, here the endpoint of a second server', stand: secondServer },
  ...(gateway
    ? [
        {
          name: 'a Ceph gateway',
          stand: async () => ({
            env: {
              GANTRY_S3_TYPE: 'rgw',
              GANTRY_S3_ENDPOINT: gateway[0]!,
              GANTRY_S3_ACCESS_KEY: gateway[1]!,
              GANTRY_S3_SECRET_KEY: gateway[2]!,
            },
          }),
        },
      ]
    : []),
];

describe.each(casesOfTier(STORAGES))('object storage held by $name', ({ stand }) => {
  let at: TestApp;
  let who: Tenants;
  let stands: Stand;
  beforeAll(async () => {
    stands = await stand();
    at = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0', ...stands.env } });
    who = await tenants(at);
  });
  afterAll(async () => {
    who.mine.destroy();
    who.theirs.destroy();
    await at.close();
    await stands.close?.();
  });

  it('keeps the buckets of tenants apart, and their names unique', () => expectOwnBuckets(who));
  it('object storage gives back objects as they were put, and lists them in pages', () => expectObjects(at, who));
  it('takes large objects in parts', () => expectParts(who));
  it('access keys of the console sign at the storage while they are enabled, or no key can be made', () => expectKeys(at, who));

  it('object storage limits what a user keeps, and says what is kept, as far as it can', () => expectLimits(at, who));
  it('shares an object by a link, until that is revoked', () => expectLinks(who));
  it('object storage gives a folder as one ZIP file', () => expectArchive(at, who));
  it('object storage keeps versions of objects, and restores one as the console does', () => expectVersions(who));
  it('object storage keeps tags, lifecycle and CORS of a bucket until they are taken away', () => expectSettings(who));
  it('object storage keeps a lifecycle rule whole, or refuses it and leaves the former rules', () => expectWholeLifecycles(who));
  it('object storage encrypts an object where that is asked for, or refuses to store it', () => expectEncryption(who));
  it('object storage keeps to conditions, or refuses them before anything is done', () => expectConditions(who));
  it('object storage shares a bucket with a user of the domain, or refuses its policy', () => expectSharing(at, who));
  it('object storage keeps to the rights of an access key, or makes none with less than its user has', () => expectKeyRights(who));

  it('a tenant can neither create nor delete a bucket that was in the storage before', async () => {
    const { holder } = stands;
    if (!holder) {
      expect(stands.env['GANTRY_S3_ACCESS_KEY'] === undefined || stands.env['GANTRY_S3_TYPE'] === 'rgw').toBe(true);
      return;
    }
    const Bucket = bucketName('before');
    await holder.send(new CreateBucketCommand({ Bucket }));
    await holder.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'v' }));
    expect(await outcome(who.mine.send(new CreateBucketCommand({ Bucket })))).toBe('BucketAlreadyExists 409');
    expect(await outcome(who.mine.send(new DeleteBucketCommand({ Bucket })))).toBe('NoSuchBucket 404');
  });

  it('access keys of a user who is disabled sign nothing until the user is enabled again', () => expectCutOff(at, who));

  it('the proxy refuses to create a bucket without a session', async () => {
    const nobody = throughProxy(at.url, { headers: {} });
    expect(await outcome(nobody.send(new CreateBucketCommand({ Bucket: bucketName('nobody') })))).toBe('unauthorized 401');
    nobody.destroy();
  });
});
