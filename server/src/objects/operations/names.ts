/** Buckets as requests name them. */
import type { FoundBucket } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Exchange, Parts } from '../exchange.ts';

/** Lowercase letters, digits and `-._`, with a letter or digit at both ends. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/;
const LIKE_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;

export function assertBucketName(name: string): void {
  if (!BUCKET_NAME.test(name) || name.includes('..') || LIKE_ADDRESS.test(name))
    throw new S3Error('InvalidBucketName', undefined, { BucketName: name });
}

/** The caller's own bucket. Throws NoSuchBucket, and AccessDenied where it is another user's: its name is taken, which is no secret. */
export async function ownBucket({ index }: Pick<Parts, 'index'>, { key }: Pick<Exchange, 'key'>, name: string): Promise<FoundBucket> {
  const bucket = await index.bucket(name);
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  if (bucket.ownerId !== key.user.id) throw new S3Error('AccessDenied');
  return bucket;
}

/** The user as answers name it. */
export const ownerOf = ({ user }: Exchange['key']): { ID: string; DisplayName: string } => ({ ID: user.id, DisplayName: user.name });

/** `2013-05-24T00:00:00.000Z` of milliseconds. */
export const isoOf = (time: number): string => new Date(time).toISOString();
