/** Buckets as requests name them. */
import { S3Error } from '../errors.ts';
import type { S3Holder } from '../../port/accounts.ts';

/** Lowercase letters, digits and `-._`, with a letter or digit at both ends. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/;
const LIKE_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;

export function assertBucketName(name: string): void {
  if (!BUCKET_NAME.test(name) || name.includes('..') || LIKE_ADDRESS.test(name))
    throw new S3Error('InvalidBucketName', undefined, { BucketName: name });
}

/** The user as answers name it. */
export const ownerOf = ({ user }: Pick<S3Holder, 'user'>): { ID: string; DisplayName: string } => ({ ID: user.id, DisplayName: user.name });

/** `2013-05-24T00:00:00.000Z` of milliseconds. */
export const isoOf = (time: number): string => new Date(time).toISOString();
