import type { ObjectEntry, ObjectRow, Occupancy, PartRow } from '../../port/store/objects.ts';
import type { S3Key, StorageLimits } from '../../port/accounts.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import type { Body } from '../wire/body.ts';
import { KEY_BYTES, numberOf } from '../wire/request.ts';
import { readXml } from '../wire/xml-reader.ts';
import { longDocument } from '../wire/xml.ts';
import { deletionConditions, fits, isConditional, judgeReading, writingJudge, type DeletionConditions } from './conditions.ts';
import { keptHeaders, responseHeadersOf, validators } from './headers.ts';
import { ownBucket } from './names.ts';
import { partRange, rangeOf, spansOf, type Range } from './spans.ts';

/** Bytes of one object that is put at once. */
export const OBJECT_BYTES = 5 * 1024 ** 3;
/** Keys of one request. */
const BATCH_MAX = 1000;
/** Bytes of its body: the longest keys, each byte escaped as in `&quot;`, and the elements around each of them. */
const BATCH_BYTES = BATCH_MAX * (KEY_BYTES * 6 + 256);
const BATCH = {
  root: 'Delete',
  fields: ['Quiet'],
  entry: { name: 'Object', most: BATCH_MAX, fields: ['Key', 'VersionId', 'ETag', 'LastModifiedTime', 'Size'] },
} as const;
type Batched = Partial<Record<(typeof BATCH.entry.fields)[number], string>>;
const PARTS_MAX = 10_000;

/** Bytes of keys and headers that no quota of bytes counts: with fewer, objects of so many bytes fit a quota of so many. */
const DESCRIBED_FREE = 1024 * 1024;

type Kept = Pick<Occupancy, 'bytes' | 'objects' | 'described'>;
type Judge = (owner: Kept, project: Kept) => void;

const bytesOf = ({ bytes, described }: Kept): number => bytes + Math.max(0, described - DESCRIBED_FREE);

const isOver = (kept: Kept, limits: StorageLimits): boolean =>
  (limits.bytes !== null && bytesOf(kept) > limits.bytes) || (limits.objects !== null && kept.objects > limits.objects);

/** Throws QuotaExceeded where a change leaves more than may be kept; undefined where nothing is limited. */
export function quotaOf({ quota: { user, project } }: S3Key): Judge | undefined {
  if ([user, project].every(({ bytes, objects }) => bytes === null && objects === null)) return undefined;
  return (owner, whole) => {
    if (isOver(owner, user) || isOver(whole, project)) throw new S3Error('QuotaExceeded');
  };
}

/** Before bytes are taken that would be too many. `more`: bytes that are kept beyond what they replace. */
export async function assertRoom({ index }: Pick<Parts, 'index'>, { user, quota }: S3Key, more: number): Promise<void> {
  const quotas = [
    { limits: quota.user, of: { ownerId: user.id } },
    ...(user.projectId === null ? [] : [{ limits: quota.project, of: { projectId: user.projectId } }]),
  ];
  for (const { limits, of } of quotas)
    if (more > 0 && limits.bytes !== null && bytesOf(await index.occupancy(of)) + more > limits.bytes) throw new S3Error('QuotaExceeded');
}

/** An object of the caller's. Throws NoSuchKey. */
export async function ownObject(parts: Parts, exchange: Pick<Exchange, 'key'>, name: string, key: string): Promise<ObjectRow> {
  const { id } = await ownBucket(parts, exchange, name);
  return objectIn(parts, id, key);
}

async function objectIn({ index }: Pick<Parts, 'index'>, bucketId: number, key: string): Promise<ObjectRow> {
  const object = await index.object(bucketId, key);
  if (!object) throw new S3Error('NoSuchKey', undefined, { Key: key });
  return object;
}

/** What a request wants of an object: all of it, a range, or one of its parts. */
async function wanted(
  parts: Parts,
  { query, headers }: Exchange,
  object: ObjectRow,
): Promise<{ range: Range; partial: boolean; count?: number; part?: PartRow }> {
  const number = query.get('partNumber');
  if (number !== undefined) return { ...(await partRange(parts, object, numberOf(query, 'partNumber', 1, PARTS_MAX, 1))), partial: true };
  const range = rangeOf(headers['range'], object.size);
  return range ? { range, partial: true } : { range: { start: 0, end: object.size - 1 }, partial: false };
}

/** GetObject and HeadObject. */
export async function getObject(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const object = await objectIn(parts, id, key);
  if (judgeReading(object, exchange.headers) === 'unchanged') return { status: 304, headers: validators(object) };
  const { range, partial, count, part } = await wanted(parts, exchange, object);
  const headers = {
    ...responseHeadersOf(object, exchange, part),
    'content-length': String(range.end - range.start + 1),
    ...(partial && object.size > 0 && { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` }),
    ...(count !== undefined && { 'x-amz-mp-parts-count': String(count) }),
  };
  const status = partial ? 206 : 200;
  if (exchange.method === 'HEAD') return { status, headers };
  const body = await heldBytes(parts, exchange.signal, { bucketId: id, object, range });
  // Replaced since it was looked at: what is there now is told instead.
  return body ? { status, headers, body } : getObject(parts, exchange, name, key);
}

/** Bytes that stay readable to the end, also when the object is gone meanwhile; undefined where it is another one by now. */
export async function heldBytes(
  parts: Parts,
  signal: AbortSignal,
  { bucketId, object, range }: { bucketId: number; object: ObjectRow; range: Range },
): Promise<AsyncIterable<Buffer> | undefined> {
  const spans = await spansOf(parts, object, range);
  const release = parts.blobs.hold(spans, signal);
  if ((await parts.index.object(bucketId, object.key))?.blob === object.blob) return parts.blobs.read(spans, signal, release);
  release();
  return undefined;
}

/** Writes the bytes and lets the index know of them; where that refuses nothing is left. */
export async function store(
  { blobs }: Pick<Parts, 'blobs'>,
  { bytes, size }: Pick<Body, 'bytes' | 'size'>,
  know: (file: string) => Promise<void>,
): Promise<void> {
  const fresh = await blobs.write(bytes, size);
  try {
    await know(fresh.file);
  } catch (error) {
    // Where the database failed it may know of them all the same: that is looked at when the server starts again.
    if (error instanceof S3Error) await fresh.drop();
    throw error;
  }
  await fresh.keep();
}

export async function putObject(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const kept = keptHeaders(exchange.headers);
  const judge = writingJudge(exchange.headers);
  const body = exchange.body(OBJECT_BYTES);
  await assertRoom(parts, exchange.key, body.size - ((await parts.index.object(id, key))?.size ?? 0));
  await store(parts, body, async (blob) => {
    const headers = { ...kept, ...checksumHeader(body) };
    const object = { key, size: body.size, etag: body.md5(), modifiedAt: parts.now(), blob, parts: null, headers };
    if (!(await parts.index.putObject(id, object, judge, quotaOf(exchange.key)))) throw new S3Error('NoSuchBucket');
  });
  parts.blobs.tidy();
  return { status: 200, headers: { etag: `"${body.md5()}"`, ...checksumHeader(body) } };
}

export const checksumHeader = (body: Pick<Body, 'checksum'>): Record<string, string> => {
  const checksum = body.checksum();
  return checksum ? { [checksum[0]]: checksum[1] } : {};
};

interface Deletion extends DeletionConditions {
  key: string;
  /** Undefined where it asks for nothing else than the object as it is. */
  version?: string | undefined;
}

/** Why an object is not deleted: it has no versions, or is not as the request says. */
function refusalOf({ key, version, ...conditions }: Deletion, present: ObjectEntry | undefined): S3Error | undefined {
  if (version !== undefined) return new S3Error('NotImplemented');
  if (!isConditional(conditions)) return undefined;
  if (!present) return new S3Error('NoSuchKey', undefined, { Key: key });
  return fits(conditions, present) ? undefined : new S3Error('PreconditionFailed');
}

/** One that is not there is no mistake, unless the request says what it has to be like. */
export async function deleteObject(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const deletion = { key, ...deletionConditions(exchange.headers) };
  const judge = (present: ReadonlyMap<string, ObjectEntry>): string[] => {
    const refusal = refusalOf(deletion, present.get(key));
    if (refusal) throw refusal;
    return [key];
  };
  if ((await parts.index.removeObjects(id, [key], isConditional(deletion) ? judge : undefined)) > 0) parts.blobs.tidy();
  return { status: 204 };
}

/** A key of a batch. Throws MalformedXML, KeyTooLongError. */
function deletionOf({ Key: key = '', VersionId: version, ETag: etag, LastModifiedTime: modified, Size: size }: Batched): Deletion {
  if (key === '' || key.includes('\0')) throw new S3Error('MalformedXML');
  if (Buffer.byteLength(key) > KEY_BYTES) throw new S3Error('KeyTooLongError');
  return { key, version: version === 'null' ? undefined : version, etag, modified, size };
}

/** DeleteObjects: all of them at once, but for those that are not as the request says, or whose versions it names. */
export async function deleteObjects(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const { fields, entries } = await readXml(exchange.body(BATCH_BYTES).bytes, BATCH);
  if (entries.length === 0) throw new S3Error('MalformedXML');
  const deletions = entries.map(deletionOf);
  const keys = deletions.map(({ key }) => key);
  const refused = new Map<string, S3Error>();
  const going = (): string[] => keys.filter((key) => !refused.has(key));
  const judge = (present: ReadonlyMap<string, ObjectEntry>): string[] => {
    // A transaction may be tried once more.
    refused.clear();
    for (const one of deletions) {
      const refusal = refusalOf(one, present.get(one.key));
      if (refusal) refused.set(one.key, refusal);
    }
    return going();
  };
  const isJudged = deletions.some((one) => one.version !== undefined || isConditional(one));
  if ((await parts.index.removeObjects(id, keys, isJudged ? judge : undefined)) > 0) parts.blobs.tidy();
  const isQuiet = fields.Quiet?.trim() === 'true';
  const Deleted = isQuiet ? [] : going().map((key) => ({ Key: key }));
  const Error = [...refused].map(([key, { code, message }]) => ({ Key: key, Code: code, Message: message }));
  return { status: 200, body: await longDocument('DeleteResult', { Deleted, Error }) };
}
