/** What a bucket's owner sets for it, as the S3 client asks for it. null: the storage does not know such a setting. */
import {
  DeleteBucketCorsCommand,
  DeleteBucketLifecycleCommand,
  DeleteBucketTaggingCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  type CORSRule,
  type LifecycleRule,
  type S3Client,
} from '@aws-sdk/client-s3';
import { S3Error, type WithS3Errors } from './s3-error.ts';

/** Whether a bucket keeps versions; `Never`: it never did. */
export type Versioning = 'Never' | 'Enabled' | 'Suspended';
export type VersioningStatus = Exclude<Versioning, 'Never'>;
/** One tag of a bucket. */
export interface BucketTag {
  key: string;
  value: string;
}

export interface SettingValues {
  versioning: Versioning | null;
  tags: BucketTag[] | null;
  lifecycle: LifecycleRule[] | null;
  cors: CORSRule[] | null;
}
export type SettingReaders = { [S in keyof SettingValues]: (bucket: string) => Promise<SettingValues[S]> };

const UNSUPPORTED: readonly string[] = ['NotImplemented', 'MethodNotAllowed', 'UnsupportedOperation', 'XNotImplemented'];

/** What was read; `none` where the storage answers with this code that nothing is set. */
export async function unlessUnset<T, N>(answer: Promise<T>, code: string, none: N): Promise<T | N> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3Error && error.code === code) return none;
    throw error;
  }
}

/** The same, and null where the storage knows nothing of the kind. */
async function known<T>(answer: Promise<T>, code: string, none: T): Promise<T | null> {
  try {
    return await unlessUnset(answer, code, none);
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    if (error.status === 501 || UNSUPPORTED.includes(error.code)) return null;
    throw error;
  }
}

export function settingsApi(client: S3Client, withS3Errors: WithS3Errors) {
  return {
    async versioning(bucket: string): Promise<Versioning | null> {
      const answer = withS3Errors(client.send(new GetBucketVersioningCommand({ Bucket: bucket })));
      const found = await known<{ Status?: VersioningStatus | undefined }>(answer, '', {});
      return found && (found.Status ?? 'Never');
    },
    async setVersioning(bucket: string, Status: VersioningStatus): Promise<void> {
      await withS3Errors(client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status } })));
    },
    async tags(bucket: string): Promise<BucketTag[] | null> {
      const answer = withS3Errors(client.send(new GetBucketTaggingCommand({ Bucket: bucket })));
      const found = await known(
        answer.then(({ TagSet = [] }) => TagSet),
        'NoSuchTagSet',
        [],
      );
      return found && found.map(({ Key: key = '', Value: value = '' }) => ({ key, value }));
    },
    async setTags(bucket: string, tags: readonly BucketTag[]): Promise<void> {
      const TagSet = tags.map(({ key, value }) => ({ Key: key, Value: value }));
      const put = new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet } });
      await withS3Errors<unknown>(TagSet.length > 0 ? client.send(put) : client.send(new DeleteBucketTaggingCommand({ Bucket: bucket })));
    },
    lifecycle(bucket: string): Promise<LifecycleRule[] | null> {
      const answer = withS3Errors(client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket })));
      return known(
        answer.then(({ Rules = [] }) => Rules),
        'NoSuchLifecycleConfiguration',
        [],
      );
    },
    async setLifecycle(bucket: string, Rules: readonly LifecycleRule[]): Promise<void> {
      const LifecycleConfiguration = { Rules: [...Rules] };
      const put = new PutBucketLifecycleConfigurationCommand({ Bucket: bucket, LifecycleConfiguration });
      await withS3Errors<unknown>(Rules.length > 0 ? client.send(put) : client.send(new DeleteBucketLifecycleCommand({ Bucket: bucket })));
    },
    cors(bucket: string): Promise<CORSRule[] | null> {
      const answer = withS3Errors(client.send(new GetBucketCorsCommand({ Bucket: bucket })));
      return known(
        answer.then(({ CORSRules = [] }) => CORSRules),
        'NoSuchCORSConfiguration',
        [],
      );
    },
    async setCors(bucket: string, CORSRules: readonly CORSRule[]): Promise<void> {
      const put = new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [...CORSRules] } });
      await withS3Errors<unknown>(CORSRules.length > 0 ? client.send(put) : client.send(new DeleteBucketCorsCommand({ Bucket: bucket })));
    },
  };
}

/** Changes a list that is set as a whole, unless it has become another one since `shown` was read. Throws PreconditionFailed. */
export async function changeRules<T>(
  { read, write }: { read(): Promise<T[] | null>; write(rules: readonly T[]): Promise<void> },
  shown: readonly T[],
  changed: readonly T[],
): Promise<void> {
  if (JSON.stringify(await read()) !== JSON.stringify(shown)) throw new S3Error('PreconditionFailed', '');
  await write(changed);
}
