/** What whoever asks may do with a bucket and its objects: each operation looks for its bucket here, and says what it is about to do. */
import { isNarrowed, reachesBucket, reachesKey } from '@gantry/contract/nouns/object-storage/key-rights';
import type { FoundBucket } from '../../port/store/objects.ts';
import type { S3Key } from '../../port/accounts.ts';
import { S3Error } from '../errors.ts';
import type { Exchange, Parts } from '../exchange.ts';

/** Actions on one object, as S3 names them. */
const OBJECT_ACTIONS = [
  's3:GetObject',
  's3:GetObjectVersion',
  's3:GetObjectTagging',
  's3:GetObjectVersionTagging',
  's3:PutObject',
  's3:PutObjectTagging',
  's3:PutObjectVersionTagging',
  's3:DeleteObject',
  's3:DeleteObjectVersion',
  's3:DeleteObjectTagging',
  's3:DeleteObjectVersionTagging',
  's3:AbortMultipartUpload',
  's3:ListMultipartUploadParts',
] as const;
/** Actions on all objects of a bucket whose keys begin with a prefix. */
const LIST_ACTIONS = ['s3:ListBucket', 's3:ListBucketVersions', 's3:ListBucketMultipartUploads'] as const;
/** Actions on a bucket, whatever is in it. */
const BUCKET_ACTIONS = ['s3:HeadBucket', 's3:GetBucketLocation', 's3:GetBucketVersioning'] as const;

export type ObjectAction = (typeof OBJECT_ACTIONS)[number];
type ListAction = (typeof LIST_ACTIONS)[number];
type BucketAction = (typeof BUCKET_ACTIONS)[number];

/** Who owns a bucket, and what the owner may keep. */
export type Holder = Pick<S3Key, 'user' | 'quota'>;

/** What is about to be done: to an object, to those that a list may show, or to the bucket. */
export type Deed = { action: ObjectAction; key: string } | { action: ListAction; prefix: string } | { action: BucketAction };

/** A bucket that the caller reaches. */
export interface Reach {
  bucket: FoundBucket & { holder: Holder };
  allows(deed: Deed): boolean;
}

type Asking = Pick<Exchange, 'key'>;

function isWithinRights({ key: { rights } }: Asking, name: string, deed: Deed): boolean {
  if ('key' in deed) return reachesKey(rights, name, deed.key);
  return 'prefix' in deed ? reachesKey(rights, name, deed.prefix) : reachesBucket(rights, name);
}

/** Throws NoSuchBucket, and AccessDenied where it is another user's (its name is taken, which is no secret) or not among those of the key. */
export async function reachBucket({ index }: Pick<Parts, 'index'>, exchange: Asking, name: string): Promise<Reach> {
  const { key } = exchange;
  if (!reachesBucket(key.rights, name)) throw new S3Error('AccessDenied');
  const bucket = await index.bucket(name);
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  if (bucket.ownerId !== key.user.id) throw new S3Error('AccessDenied');
  return { bucket: { ...bucket, holder: key }, allows: (deed) => isWithinRights(exchange, name, deed) };
}

/** The bucket, for what is about to be done. Throws NoSuchBucket, AccessDenied. */
export async function bucketFor(parts: Pick<Parts, 'index'>, exchange: Asking, name: string, deed: Deed): Promise<Reach['bucket']> {
  const { bucket, allows } = await reachBucket(parts, exchange, name);
  if (!allows(deed)) throw new S3Error('AccessDenied');
  return bucket;
}

const READS = ['GET', 'HEAD'];

/**
 * The caller's own bucket, for what only its owner does: settings, and its end. Keys that are narrowed read settings, and change none: a
 * lifecycle, or the end of the bucket, would concern what is beyond them. Throws NoSuchBucket, AccessDenied.
 */
export async function ownBucket(
  parts: Pick<Parts, 'index'>,
  exchange: Asking & Pick<Exchange, 'method'>,
  name: string,
): Promise<Reach['bucket']> {
  if (isNarrowed(exchange.key.rights) && !READS.includes(exchange.method)) throw new S3Error('AccessDenied');
  return (await reachBucket(parts, exchange, name)).bucket;
}
