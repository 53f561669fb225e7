/** Deletion of objects and of their versions. */
import type { Deleted, Deletion, ObjectEntry } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { KEY_BYTES } from '../wire/request.ts';
import { readXml } from '../wire/xml-reader.ts';
import { longDocument } from '../wire/xml.ts';
import { deletionConditions, fits, isConditional, type DeletionConditions } from './conditions.ts';
import { quotaOf } from './objects.ts';
import type { Deed } from '../policy/actions.ts';
import { bucketFor, reachBucket } from './reach.ts';
import { isVersionId, MARKER_HEADER, VERSION_HEADER, versionOf } from './versioning.ts';

/** Keys of one request. */
const BATCH_MAX = 1000;
/** Bytes of its body: the longest keys, each byte escaped as in `&quot;`, and the elements around each of them. */
export const BATCH_BYTES = BATCH_MAX * (KEY_BYTES * 6 + 256);
const BATCH = {
  root: 'Delete',
  fields: ['Quiet'],
  entry: { name: 'Object', most: BATCH_MAX, fields: ['Key', 'VersionId', 'ETag', 'LastModifiedTime', 'Size'] },
} as const;
type Batched = Partial<Record<(typeof BATCH.entry.fields)[number], string>>;

type Conditional = Deletion & DeletionConditions;

/** Why an object is not deleted: it is not as the request says. */
function refusalOf({ key, version: _version, ...conditions }: Conditional, present: ObjectEntry | undefined): S3Error | undefined {
  if (!isConditional(conditions)) return undefined;
  if (!present) return new S3Error('NoSuchKey', undefined, { Key: key });
  return fits(conditions, present) ? undefined : new S3Error('PreconditionFailed');
}

function deletedHeaders({ version, marker }: Deleted): Record<string, string> {
  const told = version ?? marker;
  return { ...(told !== undefined && { [VERSION_HEADER]: told }), ...(marker !== undefined && { [MARKER_HEADER]: 'true' }) };
}

const deedOf = ({ key, version }: Deletion): Deed => ({
  action: version === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion',
  key,
});

/** One that is not there is no mistake, unless the request says what it has to be like. */
export async function deleteObject(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const asked: Conditional = { key, version: versionOf(exchange.query), ...deletionConditions(exchange.headers) };
  const { id, holder } = await bucketFor(parts, exchange, name, deedOf(asked));
  const judge = (_one: Deletion, present: ObjectEntry | undefined): boolean => {
    const refusal = refusalOf(asked, present);
    if (refusal) throw refusal;
    return true;
  };
  const options = { at: parts.now(), judge: isConditional(asked) ? judge : undefined, quota: quotaOf(holder) };
  const [deleted = { key }] = await parts.index.removeObjects(id, [{ key, version: asked.version }], options);
  parts.blobs.tidy();
  return { status: 204, headers: deletedHeaders(deleted) };
}

/** A key of a batch. Throws MalformedXML, KeyTooLongError. */
function deletionOf({ Key: key = '', VersionId: version, ETag: etag, LastModifiedTime: modified, Size: size }: Batched): Conditional {
  if (key === '' || key.includes('\0')) throw new S3Error('MalformedXML');
  if (Buffer.byteLength(key) > KEY_BYTES) throw new S3Error('KeyTooLongError');
  return { key, version, etag, modified, size };
}

/** The deletions of a batch. Throws MalformedXML, KeyTooLongError. */
export async function readBatch(bytes: AsyncIterable<Buffer>): Promise<{ all: Conditional[]; isQuiet: boolean }> {
  const { fields, entries } = await readXml(bytes, BATCH);
  if (entries.length === 0) throw new S3Error('MalformedXML');
  return { all: entries.map(deletionOf), isQuiet: fields.Quiet?.trim() === 'true' };
}

/** DeleteObjects, but for those that the caller may not delete, that are not as the request says, or whose versions cannot be. */
export async function deleteObjects(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { bucket, allows } = await reachBucket(parts, exchange, name);
  const { all, isQuiet } = await readBatch(exchange.body(BATCH_BYTES).bytes);
  const refused = new Map<Conditional, S3Error>();
  const unknown = all.filter(({ version }) => version !== undefined && !isVersionId(version));
  for (const one of unknown) refused.set(one, new S3Error('NoSuchVersion'));
  for (const one of all) if (!allows(deedOf(one))) refused.set(one, new S3Error('AccessDenied'));
  const asked = all.filter((one) => !refused.has(one));
  const judge = (one: Conditional, present: ObjectEntry | undefined): boolean => {
    const refusal = refusalOf(one, present);
    // A transaction may be tried once more.
    if (refusal) refused.set(one, refusal);
    else refused.delete(one);
    return !refusal;
  };
  const isJudged = asked.some(isConditional);
  const options = { at: parts.now(), judge: isJudged ? judge : undefined, quota: quotaOf(bucket.holder) };
  const deleted = await parts.index.removeObjects(bucket.id, asked, options);
  parts.blobs.tidy();
  const Deleted = (isQuiet ? [] : deleted).map(({ key, version, marker }) => ({
    Key: key,
    VersionId: version,
    ...(marker !== undefined && { DeleteMarker: true, DeleteMarkerVersionId: marker }),
  }));
  const Error = [...refused].map(([{ key, version }, { code, message }]) => ({
    Key: key,
    VersionId: version,
    Code: code,
    Message: message,
  }));
  return { status: 200, body: await longDocument('DeleteResult', { Deleted, Error }) };
}
