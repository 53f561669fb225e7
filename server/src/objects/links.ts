/** Links to objects that work for whoever has them. */
import type { S3Link } from '@gantry/contract/nouns/object-storage/links';
import { instantOf } from '../port/clock.ts';
import type { S3Key } from '../port/accounts.ts';
import { asApiError, assertGood, sendInternal, type Operate } from './internal-requests.ts';
import { presigned, type Place } from './remote/signed.ts';

/**
 * Signed with the hidden pair of the user: it opens that object as long as the user could, until it expires or the pair is another one. Throws
 * not_found where the user has no such object.
 */
export async function linkTo(
  { operate, place, signal, now }: { operate: Operate; place: Place; signal: AbortSignal; now: number },
  key: S3Key,
  { bucket, object, expires }: { bucket: string; object: string; expires: number },
): Promise<S3Link> {
  // Also what keeps users apart who share a pair of keys: the link itself would open any bucket of that pair.
  try {
    assertGood(await sendInternal(operate, key, { method: 'HEAD', bucket, object }, signal));
  } catch (error) {
    throw asApiError(error);
  }
  const url = presigned(place, { accessKey: key.accessKeyId, secret: key.secret }, `/${bucket}/${object}`, expires, now);
  return { url, expires_at: instantOf(now + expires * 1000) };
}
