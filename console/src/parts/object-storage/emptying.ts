import type { S3Api, Undeleted } from './client.ts';
import { MAX_KEYS } from './limits.ts';
import { S3Error } from './s3-error.ts';

/** How far a deletion of many keys has come. */
export interface Emptying {
  deleted: number;
  /** What could not be deleted, those with the same reason together. */
  failed: readonly { code: string; count: number }[];
  /** What is still there after all of it; undefined until that was looked at. */
  remaining: number | undefined;
}

interface Task {
  bucket: string;
  /** All below it goes, and the key itself: `folder/`; the empty text is the whole bucket. */
  prefix: string;
  signal: AbortSignal;
  onProgress(state: Emptying): void;
}

type VersionsPage = Awaited<ReturnType<S3Api['versions']>>;

const grouped = (failed: readonly Undeleted[]): Emptying['failed'] =>
  [...Map.groupBy(failed, ({ code }) => code)].map(([code, some]) => ({ code, count: some.length }));

/**
 * Deletes all keys below a prefix: page by page they are listed and deleted together, then it is looked whether anything is left (decision
 * J5). Rejects with S3Error where the storage refuses as a whole, or the signal aborts.
 */
export async function deleteBelow(
  s3: Pick<S3Api, 'page' | 'deleteObjects'>,
  { bucket, prefix, signal, onProgress }: Task,
): Promise<Emptying> {
  let deleted = 0;
  const failed: Undeleted[] = [];
  const state = (remaining?: number): Emptying => ({ deleted, failed: grouped(failed), remaining });
  let marker: string | undefined;
  do {
    const { objects, is_truncated, next_marker } = await s3.page(bucket, { prefix, marker, max: MAX_KEYS, signal });
    const keys = objects.flatMap(({ Key }) => Key ?? []);
    if (keys.length > 0) {
      const undeleted = await s3.deleteObjects(bucket, keys, signal);
      failed.push(...undeleted);
      deleted += keys.length - undeleted.length;
      onProgress(state());
    }
    marker = is_truncated ? next_marker : undefined;
  } while (marker !== undefined);
  const left = await s3.page(bucket, { prefix, max: MAX_KEYS, signal });
  const ended = state(left.objects.length);
  onProgress(ended);
  return ended;
}

/** Deletes all that a bucket holds: each version and delete marker by its id, so that no further marker is made. Rejects as `deleteBelow`. */
export async function emptyBucket(
  s3: Pick<S3Api, 'page' | 'deleteObjects' | 'versions'>,
  { bucket, signal, onProgress }: Omit<Task, 'prefix'>,
): Promise<void> {
  const first = await firstVersions(s3, bucket, signal);
  if (!first || (first.versions.length === 0 && !first.next)) {
    await deleteBelow(s3, { bucket, prefix: '', signal, onProgress });
    return;
  }
  let deleted = 0;
  const failed: Undeleted[] = [];
  const tell = (remaining?: number): void => onProgress({ deleted, failed: grouped(failed), remaining });
  for (let page: VersionsPage | undefined = first; page !== undefined;) {
    const { versions, next }: VersionsPage = page;
    if (versions.length > 0) {
      const undeleted = await s3.deleteObjects(bucket, versions, signal);
      failed.push(...undeleted);
      deleted += versions.length - undeleted.length;
      tell();
    }
    page = next && (await s3.versions(bucket, next, signal));
  }
  tell((await s3.versions(bucket, undefined, signal)).versions.length);
}

/** Undefined where the storage keeps no versions. */
async function firstVersions(s3: Pick<S3Api, 'versions'>, bucket: string, signal: AbortSignal) {
  try {
    return await s3.versions(bucket, undefined, signal);
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NotImplemented') return undefined;
    throw error;
  }
}
