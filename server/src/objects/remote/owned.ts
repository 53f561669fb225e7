/** Where all users share one pair of keys: each sees, and reaches, the buckets that they made. Whose they are stands in the index. */
import type { ObjectIndex } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { BUCKETS_MAX } from '../../port/accounts.ts';
import { listBuckets } from '../operations/buckets.ts';
import { assertBucketName } from '../operations/names.ts';
import { operationOf } from '../operations/operation.ts';
import { ownBucket } from '../operations/reach.ts';
import { targetOf, type Target } from '../wire/request.ts';
import { forwardable } from './forward.ts';

type Operate = (exchange: Exchange, target: Target) => Promise<Answer>;

const hasFailed = ({ status }: Answer): boolean => status >= 300;

/** The same operations, for buckets of the caller only. */
export function owned(index: ObjectIndex, operate: Operate, now: () => number): Operate {
  /** A name that is free here may be somebody's there, and even of the same keys: what was there before belongs to nobody here. */
  async function create(exchange: Exchange, target: Target, name: string): Promise<Answer> {
    assertBucketName(name);
    const { user } = exchange.key;
    const known = await index.bucket(name);
    if (known && known.ownerId !== user.id) throw new S3Error('BucketAlreadyExists', undefined, { BucketName: name });
    if (known) return operate(exchange, target);
    const { status } = await operate({ ...exchange, method: 'HEAD', query: new Map(), headers: {} }, { ...target, query: [] });
    if (status !== 404) throw new S3Error('BucketAlreadyExists', undefined, { BucketName: name });
    const owner = { ownerId: user.id, domainId: user.domainId, projectId: user.projectId };
    const made = await index.createBucket({ name, ...owner, at: now() }, (buckets) => {
      if (buckets >= BUCKETS_MAX) throw new S3Error('TooManyBuckets');
    });
    if (!made) throw new S3Error('BucketAlreadyExists', undefined, { BucketName: name });
    // Without an answer it may be there all the same: it stays the caller's, who can make or delete it again.
    const answer = await operate(exchange, target);
    if (hasFailed(answer)) await index.removeBucket(made.id);
    return answer;
  }

  return async (asked, target) => {
    // Before anything is kept here of what is refused there.
    const exchange = forwardable(asked, target);
    // What a policy lets in there is nobody that is known here: all users share one pair of keys.
    if (exchange.query.has('policy')) throw new S3Error('NotImplemented', undefined, { Resource: 'policy' });
    const { bucket } = target;
    if (bucket === undefined) return listBuckets({ index }, exchange);
    const operation = operationOf(exchange, target);
    if (operation === 'CreateBucket') return create(exchange, target, bucket);
    const { id } = await ownBucket({ index }, exchange, bucket);
    const source = exchange.headers['x-amz-copy-source'];
    if (source !== undefined) {
      const { bucket: from } = targetOf(source.startsWith('/') ? source : `/${source}`);
      if (from !== undefined) await ownBucket({ index }, exchange, from);
    }
    const answer = await operate(exchange, target);
    if (operation === 'DeleteBucket' && (!hasFailed(answer) || answer.status === 404)) await index.removeBucket(id);
    return answer;
  };
}
