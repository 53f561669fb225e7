/** What owners set for their buckets, whatever holds them: what a storage cannot do is refused, and nothing of it happens. */
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteBucketCorsCommand,
  DeleteBucketLifecycleCommand,
  DeleteBucketPolicyCommand,
  DeleteBucketTaggingCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type LifecycleRule,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { TestApp } from '../../support/app.ts';
import { bucketName, outcome, throughProxy, withKeys, type Tenants } from './objects.ts';

const { calls } = nouns.objectStorage;

/** Deletes a bucket with every version that is in it. */
async function removeWhole(client: S3Client, Bucket: string): Promise<void> {
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key: Key!, VersionId }));
  if (Objects.length > 0) await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  await client.send(new DeleteBucketCommand({ Bucket }));
}

const textOf = async (client: S3Client, Bucket: string, Key: string): Promise<string> =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();

/** What was replaced or deleted is listed, and comes back as the console brings it back: by a copy, or without its marker. */
export async function expectVersions({ mine }: Tenants): Promise<void> {
  const Bucket = bucketName('versions');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const status = async () => (await mine.send(new GetBucketVersioningCommand({ Bucket }))).Status;
  const Key = 'fo lder/ä+ö %.txt';
  await mine.send(new PutObjectCommand({ Bucket, Key, Body: 'before' }));
  expect(await status()).toBeUndefined();
  await mine.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  expect(await status()).toBe('Enabled');
  const { VersionId: first } = await mine.send(new PutObjectCommand({ Bucket, Key, Body: 'first', Tagging: 'kept=yes' }));
  await mine.send(new PutObjectCommand({ Bucket, Key, Body: 'second' }));
  const { VersionId: marker } = await mine.send(new DeleteObjectCommand({ Bucket, Key }));
  expect(await outcome(mine.send(new GetObjectCommand({ Bucket, Key })))).toBe('NoSuchKey 404');
  const listed: (string | undefined)[] = [];
  for (let KeyMarker: string | undefined, VersionIdMarker: string | undefined, more = true; more;) {
    const asked = new ListObjectVersionsCommand({ Bucket, Prefix: 'fo lder/', Delimiter: '/', MaxKeys: 1, KeyMarker, VersionIdMarker });
    const page: ListObjectVersionsCommandOutput = await mine.send(asked);
    listed.push(...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ VersionId }) => VersionId));
    ({ NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page);
    more = page.IsTruncated === true;
  }
  expect([listed.length, listed[0], listed[2], listed[3]]).toEqual([4, marker, first, 'null']);
  const source = (version: string) => `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}?versionId=${version}`;
  await mine.send(new CopyObjectCommand({ Bucket, Key, CopySource: source(first!) }));
  expect(await textOf(mine, Bucket, Key)).toBe('first');
  expect((await mine.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet).toEqual([{ Key: 'kept', Value: 'yes' }]);
  await mine.send(new CopyObjectCommand({ Bucket, Key, CopySource: source('null') }));
  expect(await textOf(mine, Bucket, Key)).toBe('before');
  const again = await mine.send(new DeleteObjectCommand({ Bucket, Key }));
  await mine.send(new DeleteObjectCommand({ Bucket, Key, VersionId: again.VersionId }));
  expect(await textOf(mine, Bucket, Key)).toBe('before');
  await mine.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Suspended' } }));
  expect(await status()).toBe('Suspended');
  await removeWhole(mine, Bucket);
}

/** What a rule says, in whichever of its forms the storage tells its filter. */
const meaningOf = ({ Filter = {}, Prefix, ...rule }: LifecycleRule) => ({
  ...rule,
  prefix: Filter.And?.Prefix ?? Filter.Prefix ?? Prefix ?? '',
  tags: Filter.And?.Tags ?? (Filter.Tag ? [Filter.Tag] : []),
  larger: Filter.ObjectSizeGreaterThan,
});
const byId = (one: Pick<LifecycleRule, 'ID'>, other: Pick<LifecycleRule, 'ID'>): number => one.ID!.localeCompare(other.ID!);

/** Tags, lifecycle and CORS are read as they were set, until they are taken away. */
export async function expectSettings({ mine }: Tenants): Promise<void> {
  const Bucket = bucketName('settings');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const TagSet = [{ Key: 'team', Value: 'ä b' }];
  const Rules: LifecycleRule[] = [
    { ID: 'old', Status: 'Enabled', Filter: { Prefix: 'logs/' }, Expiration: { Days: 30 } },
    { ID: 'tagged', Status: 'Disabled', Filter: { And: { Prefix: 'x/', Tags: TagSet } }, Expiration: { Days: 3 } },
    {
      ID: 'rest',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { ExpiredObjectDeleteMarker: true },
      NoncurrentVersionExpiration: { NoncurrentDays: 7 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
    },
  ];
  const CORSRules = [
    {
      ID: 'page',
      AllowedOrigins: ['https://a.example.org'],
      AllowedMethods: ['GET', 'PUT'],
      AllowedHeaders: ['*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: 60,
    },
  ];
  const tags = () => mine.send(new GetBucketTaggingCommand({ Bucket }));
  const lifecycle = () => mine.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
  const cors = () => mine.send(new GetBucketCorsCommand({ Bucket }));
  const unset = ['NoSuchTagSet 404', 'NoSuchLifecycleConfiguration 404', 'NoSuchCORSConfiguration 404'];
  const all = () => Promise.all([tags, lifecycle, cors].map((read) => outcome(read())));
  expect(await all()).toEqual(unset);
  await mine.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet } }));
  await mine.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
  await mine.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  expect((await tags()).TagSet).toEqual(TagSet);
  expect(((await lifecycle()).Rules ?? []).map(meaningOf).toSorted(byId)).toEqual(Rules.map(meaningOf).toSorted(byId));
  expect((await cors()).CORSRules).toMatchObject([
    { AllowedOrigins: ['https://a.example.org'], MaxAgeSeconds: 60, ExposeHeaders: ['ETag'] },
  ]);
  await mine.send(new DeleteBucketTaggingCommand({ Bucket }));
  await mine.send(new DeleteBucketLifecycleCommand({ Bucket }));
  await mine.send(new DeleteBucketCorsCommand({ Bucket }));
  expect(await all()).toEqual(unset);
  await mine.send(new DeleteBucketCommand({ Bucket }));
}

/** A rule that a storage would keep only in part is refused, and the former rules stay: it would delete more than was meant. */
export async function expectWholeLifecycles({ mine }: Tenants): Promise<void> {
  const Bucket = bucketName('lifecycle');
  await mine.send(new CreateBucketCommand({ Bucket }));
  const set = (...Rules: LifecycleRule[]) =>
    outcome(mine.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } })));
  const read = async () => ((await mine.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules ?? []).map(meaningOf);
  const former: LifecycleRule = { ID: 'former', Status: 'Enabled', Filter: { Prefix: 'f/' }, Expiration: { Days: 9 } };
  for (const narrowed of [
    { Filter: { ObjectSizeGreaterThan: 1000 }, Expiration: { Days: 1 } },
    { Filter: { Prefix: '' }, NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 3 } },
  ]) {
    expect(await set(former)).toBe('accepted');
    const rule: LifecycleRule = { ID: 'narrow', Status: 'Enabled', ...narrowed };
    const answer = await set(rule);
    expect([answer, await read()]).toEqual(
      answer === 'accepted' ? ['accepted', [meaningOf(rule)]] : ['NotImplemented 501', [meaningOf(former)]],
    );
  }
  await mine.send(new DeleteBucketCommand({ Bucket }));
}

/** An object is encrypted where that is asked for, or not stored. */
export async function expectEncryption({ mine }: Tenants): Promise<void> {
  const Bucket = bucketName('encryption');
  await mine.send(new CreateBucketCommand({ Bucket }));
  await mine.send(new PutObjectCommand({ Bucket, Key: 'plain', Body: 'plain' }));
  const asked = { Bucket, ServerSideEncryption: 'AES256' } as const;
  const tries = [
    await outcome(mine.send(new PutObjectCommand({ ...asked, Key: 'put', Body: 'secret' }))),
    await outcome(mine.send(new CopyObjectCommand({ ...asked, Key: 'copy', CopySource: `${Bucket}/plain` }))),
  ];
  expect(tries).toEqual(tries.map((answer) => (answer === 'accepted' ? answer : 'NotImplemented 501')));
  for (const [index, Key] of ['put', 'copy'].entries()) {
    const head = mine.send(new HeadObjectCommand({ Bucket, Key }));
    if (tries[index] === 'accepted') expect((await head).ServerSideEncryption).toBe('AES256');
    else expect(await outcome(head)).toBe('NotFound 404');
  }
  const begun = await outcome(mine.send(new CreateMultipartUploadCommand({ ...asked, Key: 'parts' })));
  const { Uploads = [] } = await mine.send(new ListMultipartUploadsCommand({ Bucket }));
  expect([begun, Uploads.length]).toEqual(tries[0] === 'accepted' ? ['accepted', 1] : ['NotImplemented 501', 0]);
  await removeWhole(mine, Bucket);
}

/** A condition is kept to, or refused before anything is done. */
export async function expectConditions({ mine }: Tenants): Promise<void> {
  const Bucket = bucketName('conditions');
  await mine.send(new CreateBucketCommand({ Bucket }));
  await mine.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'as it is' }));
  const IfMatch = '"00000000000000000000000000000000"';
  const place = { Bucket, Key: 'k' };
  for (const asked of [
    new PutObjectCommand({ ...place, Body: 'another', IfMatch }),
    new PutObjectCommand({ ...place, Body: 'another', IfNoneMatch: '*' }),
    new DeleteObjectCommand({ ...place, IfMatch }),
    new DeleteObjectCommand({ ...place, IfMatchSize: 77 }),
    new CopyObjectCommand({ ...place, CopySource: `${Bucket}/k`, MetadataDirective: 'REPLACE', IfNoneMatch: '*' }),
  ] as const)
    expect(await outcome(mine.send(asked as PutObjectCommand))).toMatch(/^(PreconditionFailed 412|NotImplemented 501)$/);
  const Delete = { Objects: [{ Key: 'k', ETag: IfMatch }] };
  const batch = await mine.send(new DeleteObjectsCommand({ Bucket, Delete })).catch((error: unknown) => String(error));
  expect(typeof batch === 'string' ? batch : batch.Errors).toEqual(
    typeof batch === 'string' ? expect.stringContaining('NotImplemented') : [expect.objectContaining({ Code: 'PreconditionFailed' })],
  );
  expect(await textOf(mine, Bucket, 'k')).toBe('as it is');
  await removeWhole(mine, Bucket);
}

/** The owner shares with users of the domain, and takes it back; what others have put stays the owner's. */
export async function expectSharing(at: TestApp, { acme, globex, mine }: Tenants): Promise<void> {
  const Bucket = bucketName('sharing');
  await mine.send(new CreateBucketCommand({ Bucket }));
  await mine.send(new PutObjectCommand({ Bucket, Key: 'of owner', Body: 'of owner' }));
  const lead = await at.as('acme-lead', 'acme-prod');
  const enabled = await lead.call(calls.enable);
  const { sharing, endpoint, port, region, max_keys: most } = await acme.call(calls.service);
  const [arn, foreign] = await Promise.all([lead, globex].map(async (one) => (await one.call(calls.user)).arn));
  const { project_id: projectId } = await acme.call(nouns.session.calls.whoami);
  const Resource = [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`];
  const READ = ['s3:GetObject', 's3:ListBucket'];
  const policyFor = (name: string, Action = READ) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Sid: 'x', Effect: 'Allow', Principal: { AWS: [name] }, Action, Resource }],
    });
  const share = (policy: string) => outcome(mine.send(new PutBucketPolicyCommand({ Bucket, Policy: policy })));
  const policyRead = async () => (await mine.send(new GetBucketPolicyCommand({ Bucket }))).Policy;
  if (sharing.length === 0) {
    expect(await share(policyFor(arn!))).toBe('NotImplemented 501');
    expect((await lead.reply(calls.shared)).status).toBe(501);
    await removeWhole(mine, Bucket);
    return;
  }
  const theirs = throughProxy(at.url, lead);
  const put = () => outcome(theirs.send(new PutObjectCommand({ Bucket, Key: 'of lead', Body: 'of lead' })));
  const read = (Key: string) => outcome(theirs.send(new GetObjectCommand({ Bucket, Key })));
  const sharedWithLead = async () => (await lead.call(calls.shared)).data.filter(({ name }) => name === Bucket).length;
  expect([await outcome(mine.send(new GetBucketPolicyCommand({ Bucket }))), await read('of owner')]).toEqual([
    'NoSuchBucketPolicy 404',
    'AccessDenied 403',
  ]);
  expect(await share(policyFor(foreign!))).toBe('MalformedPolicy 400');
  expect(await share(policyFor('*'))).toBe('AccessDenied 403');
  expect(await share(policyFor(arn!))).toBe('accepted');
  expect(await policyRead()).toBe(policyFor(arn!));
  expect([await read('of owner'), await put(), await sharedWithLead()]).toEqual(['accepted', 'AccessDenied 403', 1]);
  expect((await theirs.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(1);
  expect(await outcome(theirs.send(new PutBucketPolicyCommand({ Bucket, Policy: policyFor(arn!) })))).toBe('AccessDenied 403');
  expect(await share(policyFor(arn!, [...READ, 's3:PutObject', 's3:DeleteObject']))).toBe('accepted');
  expect([await put(), await textOf(mine, Bucket, 'of lead')]).toEqual(['accepted', 'of lead']);
  if (most > 0) {
    const direct = withKeys(endpoint ?? `http://127.0.0.1:${port}`, region, enabled.key!.acc_key, enabled.key!.sec_key);
    expect(await textOf(direct, Bucket, 'of owner')).toBe('of owner');
    direct.destroy();
  }
  const withProject = await share(policyFor(`arn:aws:iam:::project/${projectId}`));
  expect(withProject).toBe(sharing.includes('project') ? 'accepted' : 'NotImplemented 501');
  await mine.send(new DeleteBucketPolicyCommand({ Bucket }));
  expect([await read('of owner'), await put(), await sharedWithLead()]).toEqual(['AccessDenied 403', 'AccessDenied 403', 0]);
  expect(await outcome(mine.send(new GetBucketPolicyCommand({ Bucket })))).toBe('NoSuchBucketPolicy 404');
  expect(await textOf(mine, Bucket, 'of lead')).toBe('of lead');
  theirs.destroy();
  await removeWhole(mine, Bucket);
}

/** A pair of keys has less rights than its user only where the storage keeps to them. */
export async function expectKeyRights({ acme }: Tenants): Promise<void> {
  const { key_rights: areKept } = await acme.call(calls.service);
  for (const limits of [{ access: 'read' }, { prefix: 'p/' }, { expires_in_days: 1 }] as const) {
    const { status, json } = await acme.reply(calls.createKey, { body: limits });
    expect([limits, status]).toEqual([limits, areKept ? 201 : 501]);
    if (areKept) await acme.call(calls.deleteKey, { params: { accessKey: (json as { acc_key: string }).acc_key } });
  }
}
