/** What whoever asks may do with a bucket and its objects: each operation looks for its bucket here, and says what it is about to do. */
import { isNarrowed, reachesBucket, reachesKey } from '@gantry/contract/nouns/object-storage/key-rights';
import type { FoundBucket } from '../../port/store/objects.ts';
import type { S3Holder } from '../../port/accounts.ts';
import { S3Error } from '../errors.ts';
import type { Exchange, Parts } from '../exchange.ts';
import { isReading, type Deed } from '../policy/actions.ts';
import { allowsDeed, policyIn, publicStatements, statementsFor } from '../policy/statements.ts';
import { assertExpectedOwner } from './carried-out.ts';

/** A bucket that the caller reaches. */
export interface Reach {
  bucket: FoundBucket & {
    /** Whose it is, and what the owner may keep. */
    holder: Pick<S3Holder, 'user' | 'quota'>;
  };
  allows(deed: Deed): boolean;
}

type Asking = Pick<Exchange, 'key' | 'headers'>;
type Places = Pick<Parts, 'index' | 'people' | 'isPublicAllowed'>;

function isWithinRights({ key: { rights } }: Asking, name: string, deed: Deed): boolean {
  if ('key' in deed) return reachesKey(rights, name, deed.key);
  return 'prefix' in deed ? reachesKey(rights, name, deed.prefix) : reachesBucket(rights, name);
}

/**
 * A bucket of another user that is shared with the caller, who does with it no more than its owner may do at that moment. Undefined where it is not, or
 * its owner may nothing any more.
 */
async function sharedBucket({ people, isPublicAllowed }: Places, { key }: Asking, bucket: FoundBucket): Promise<Reach | undefined> {
  const { user } = key;
  if (bucket.policy === null) return undefined;
  const policy = policyIn(bucket.policy);
  const statements = [
    ...(bucket.domainId === user.domainId ? statementsFor(policy, user) : []),
    ...(isPublicAllowed ? publicStatements(policy) : []),
  ];
  const holder = statements.length === 0 ? undefined : await people.holder(bucket.ownerId);
  if (!holder) return undefined;
  const allows = (deed: Deed): boolean =>
    (isReading(deed) || !holder.readOnly) && statements.some((statement) => allowsDeed(statement, deed));
  return { bucket: { ...bucket, holder }, allows };
}

/**
 * Throws NoSuchBucket, and AccessDenied where it is not among those of the key, or another user's who does not share it (its name is taken, which is no
 * secret).
 */
export async function reachBucket(places: Places, asking: Asking, name: string): Promise<Reach> {
  const { key, headers } = asking;
  if (!reachesBucket(key.rights, name)) throw new S3Error('AccessDenied');
  const bucket = await places.index.bucket(name);
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  assertExpectedOwner(headers, bucket.ownerId);
  const own = bucket.ownerId === key.user.id ? { bucket: { ...bucket, holder: key }, allows: () => true } : undefined;
  const reach = own ?? (await sharedBucket(places, asking, bucket));
  if (!reach) throw new S3Error('AccessDenied');
  return { ...reach, allows: (deed) => isWithinRights(asking, name, deed) && reach.allows(deed) };
}

/** The bucket, for all that is about to be done. Throws NoSuchBucket, AccessDenied. */
export async function bucketFor(places: Places, asking: Asking, name: string, ...deeds: readonly Deed[]): Promise<Reach['bucket']> {
  const { bucket, allows } = await reachBucket(places, asking, name);
  if (!deeds.every(allows)) throw new S3Error('AccessDenied');
  return bucket;
}

const READS = ['GET', 'HEAD'];

/**
 * The caller's own bucket, for what only its owner does: settings, and its end. Keys that are narrowed read settings, and change none: a
 * lifecycle, or the end of the bucket, would concern what is beyond them. Throws NoSuchBucket, AccessDenied.
 */
export async function ownBucket(
  { index }: Pick<Parts, 'index'>,
  { key, headers, method }: Asking & Pick<Exchange, 'method'>,
  name: string,
): Promise<FoundBucket> {
  if (!reachesBucket(key.rights, name) || (isNarrowed(key.rights) && !READS.includes(method))) throw new S3Error('AccessDenied');
  const bucket = await index.bucket(name);
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  if (bucket.ownerId !== key.user.id) throw new S3Error('AccessDenied');
  assertExpectedOwner(headers, bucket.ownerId);
  return bucket;
}
