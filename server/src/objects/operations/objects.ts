import { NULL_VERSION, type BucketRow, type ObjectRow, type Occupancy, type PartRow } from '../../port/store/objects.ts';
import type { StorageLimits } from '../../port/accounts.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { expirationHeader } from '../lifecycle/rules.ts';
import type { Body } from '../wire/body.ts';
import { numberOf } from '../wire/request.ts';
import { isRangeOf, judgeReading, writingJudge } from './conditions.ts';
import { encryptionHeader, isEncrypted, keptHeaders, responseHeadersOf, TAGGING_HEADER, validators, wantedChecksum } from './headers.ts';
import type { Deed, ObjectAction } from '../policy/actions.ts';
import { bucketFor, reachBucket, type Reach } from './reach.ts';
import { partRange, rangeOf, spansOf, type Range } from './spans.ts';
import { candidateOf, taggingHeader } from './tagging.ts';
import { objectIn, versionHeaders, versionOf } from './versioning.ts';

/** Bytes of one object that is put at once. */
export const OBJECT_BYTES = 5 * 1024 ** 3;
const PARTS_MAX = 10_000;

/** Bytes of keys and headers that no quota of bytes counts: with fewer, objects of so many bytes fit a quota of so many. */
const DESCRIBED_FREE = 1024 * 1024;

type Kept = Pick<Occupancy, 'bytes' | 'objects' | 'described'>;
type Holder = Reach['bucket']['holder'];
type Judge = (owner: Kept, project: Kept) => void;

const bytesOf = ({ bytes, described }: Kept): number => bytes + Math.max(0, described - DESCRIBED_FREE);

const isOver = (kept: Kept, limits: StorageLimits): boolean =>
  (limits.bytes !== null && bytesOf(kept) > limits.bytes) || (limits.objects !== null && kept.objects > limits.objects);

/** Throws QuotaExceeded where a change leaves more than may be kept; undefined where nothing is limited. */
export function quotaOf({ quota: { user, project } }: Holder): Judge | undefined {
  if ([user, project].every(({ bytes, objects }) => bytes === null && objects === null)) return undefined;
  return (owner, whole) => {
    if (isOver(owner, user) || isOver(whole, project)) throw new S3Error('QuotaExceeded');
  };
}

/** Before bytes are taken that would be too many. `more`: bytes that are kept beyond what they replace. */
export async function assertRoom({ index }: Pick<Parts, 'index'>, { user, quota }: Holder, more: number): Promise<void> {
  const quotas = [
    { limits: quota.user, of: { ownerId: user.id } },
    ...(user.projectId === null ? [] : [{ limits: quota.project, of: { projectId: user.projectId } }]),
  ];
  for (const { limits, of } of quotas)
    if (more > 0 && limits.bytes !== null && bytesOf(await index.occupancy(of)) + more > limits.bytes) throw new S3Error('QuotaExceeded');
}

/** The action on a version of an object that is the same as one on the object. */
const OF_VERSIONS = {
  's3:GetObject': 's3:GetObjectVersion',
  's3:GetObjectTagging': 's3:GetObjectVersionTagging',
  's3:PutObjectTagging': 's3:PutObjectVersionTagging',
  's3:DeleteObjectTagging': 's3:DeleteObjectVersionTagging',
} as const satisfies Partial<Record<ObjectAction, ObjectAction>>;

interface FoundObject extends Reach {
  object: ObjectRow;
}

/** An object, or the version of it that a query names, for what is about to be done with it. Throws as `bucketFor` and `objectIn`. */
export async function objectFor(
  parts: Parts,
  { query, ...asking }: Pick<Exchange, 'key' | 'headers' | 'query'>,
  { name, key, action }: { name: string; key: string; action: keyof typeof OF_VERSIONS },
): Promise<FoundObject> {
  const version = versionOf(query);
  const reach = await reachBucket(parts, asking, name);
  if (!reach.allows({ action: version === undefined ? action : OF_VERSIONS[action], key })) throw new S3Error('AccessDenied');
  return { ...reach, object: await objectIn(parts, reach.bucket, key, version) };
}

/** What a request wants of an object: all of it, a range, or one of its parts. */
async function wanted(
  parts: Parts,
  { query, headers }: Exchange,
  object: ObjectRow,
): Promise<{ range: Range; partial: boolean; count?: number; part?: PartRow }> {
  const number = query.get('partNumber');
  if (number !== undefined) return { ...(await partRange(parts, object, numberOf(query, 'partNumber', 1, PARTS_MAX, 1))), partial: true };
  const range = isRangeOf(object, headers) ? rangeOf(headers['range'], object.size) : undefined;
  return range ? { range, partial: true } : { range: { start: 0, end: object.size - 1 }, partial: false };
}

/** GetObject and HeadObject. */
export async function getObject(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { bucket, object } = await objectFor(parts, exchange, { name, key, action: 's3:GetObject' });
  if (judgeReading(object, exchange.headers) === 'unchanged') return { status: 304, headers: validators(object) };
  const { range, partial, count, part } = await wanted(parts, exchange, object);
  const headers = {
    ...responseHeadersOf(object, exchange, part),
    ...versionHeaders(bucket, object.version),
    ...(!exchange.query.has('versionId') && expirationHeader(bucket, candidateOf(object))),
    'content-length': String(range.end - range.start + 1),
    ...(partial && object.size > 0 && { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` }),
    ...(count !== undefined && { 'x-amz-mp-parts-count': String(count) }),
  };
  const status = partial ? 206 : 200;
  if (exchange.method === 'HEAD') return { status, headers };
  const body = await heldBytes(parts, exchange.signal, { bucketId: bucket.id, object, range });
  // Replaced since it was looked at: what is there now is told instead.
  return body ? { status, headers, body } : getObject(parts, exchange, name, key);
}

/** Where the bytes of a version are now. */
async function blobOf({ index }: Parts, bucketId: number, { key, version }: ObjectRow): Promise<string | undefined> {
  const found = await index.version(bucketId, key, version);
  return found?.isMarker ? undefined : found?.blob;
}

/** Bytes that stay readable to the end, also when the object is gone meanwhile; undefined where it is another one by now. */
export async function heldBytes(
  parts: Parts,
  signal: AbortSignal,
  { bucketId, object, range }: { bucketId: number; object: ObjectRow; range: Range },
): Promise<AsyncIterable<Buffer> | undefined> {
  const spans = await spansOf(parts, object, range);
  const release = parts.blobs.hold(spans, signal);
  if ((await blobOf(parts, bucketId, object)) === object.blob) return parts.blobs.read(spans, signal, release);
  release();
  return undefined;
}

/** Writes the bytes, encrypted where that is asked for, and lets the index know of them; where that refuses nothing is left. */
export async function store<T>(
  { blobs }: Pick<Parts, 'blobs'>,
  { bytes, size }: Pick<Body, 'bytes' | 'size'>,
  wantsEncryption: boolean,
  know: (file: string) => Promise<T>,
): Promise<T> {
  const fresh = await blobs.write(bytes, size, wantsEncryption);
  let known: T;
  try {
    known = await know(fresh.file);
  } catch (error) {
    // Where the database failed it may know of them all the same: that is looked at when the server starts again.
    if (error instanceof S3Error) await fresh.drop();
    throw error;
  }
  await fresh.keep();
  return known;
}

/** Bytes of the object that a new one would replace. */
async function replacedBytes({ index }: Parts, { id, versioning }: BucketRow, key: string): Promise<number> {
  const present = versioning === 'Enabled' ? undefined : await index.object(id, key);
  return present?.version === NULL_VERSION ? present.size : 0;
}

/** What is done by putting an object. */
export const putting = ({ headers }: Pick<Exchange, 'headers'>, key: string): Deed[] => [
  { action: 's3:PutObject', key },
  ...(headers[TAGGING_HEADER] ? [{ action: 's3:PutObjectTagging', key } as const] : []),
];

export async function putObject(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const bucket = await bucketFor(parts, exchange, name, ...putting(exchange, key));
  const encryption = encryptionHeader(exchange.headers);
  const kept = { ...keptHeaders(exchange.headers), ...taggingHeader(exchange.headers), ...encryption };
  const judge = writingJudge(exchange.headers);
  const body = exchange.body(OBJECT_BYTES, wantedChecksum(exchange.headers));
  await assertRoom(parts, bucket.holder, body.size - (await replacedBytes(parts, bucket, key)));
  const object = await store(parts, body, isEncrypted(encryption), async (blob) => {
    const headers = { ...kept, ...checksumHeader(body) };
    const made = { key, size: body.size, etag: body.md5(), modifiedAt: parts.now(), blob, parts: null, headers };
    const placed = await parts.index.putObject(bucket.id, made, judge, quotaOf(bucket.holder));
    if (!placed) throw new S3Error('NoSuchBucket');
    return placed;
  });
  parts.blobs.tidy();
  const told = {
    ...versionHeaders(bucket, object.version),
    ...expirationHeader(bucket, candidateOf(object)),
    ...checksumHeader(body),
    ...encryption,
  };
  return { status: 200, headers: { etag: `"${body.md5()}"`, ...told } };
}

export const checksumHeader = (body: Pick<Body, 'checksum'>): Record<string, string> => {
  const checksum = body.checksum();
  return checksum ? { [checksum[0]]: checksum[1] } : {};
};
