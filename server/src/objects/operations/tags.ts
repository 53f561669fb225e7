/** Tags of objects and of buckets: texts by name, of which nothing depends here. */
import type { ObjectRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { readXml } from '../wire/xml-reader.ts';
import { document } from '../wire/xml.ts';
import { TAGGING_HEADER } from './headers.ts';
import { objectFor, quotaOf } from './objects.ts';
import { ownBucket, reachBucket } from './reach.ts';
import { assertTags, BUCKET_TAGS_MAX, candidateOf, OBJECT_TAGS_MAX, tagsIn, written, type Tag } from './tagging.ts';
import { versionHeaders } from './versioning.ts';

const BODY_BYTES = 512 * 1024;
const TAGGING = {
  root: 'Tagging',
  fields: [],
  entry: { name: 'Tag', inside: 'TagSet', most: BUCKET_TAGS_MAX + 1, fields: ['Key', 'Value'] },
} as const;

/** Throws MalformedXML, InvalidTag. */
async function readTags({ body }: Exchange, most: number): Promise<Tag[]> {
  const { bytes, size } = body(BODY_BYTES);
  if (size === 0) throw new S3Error('MalformedXML');
  const { entries } = await readXml(bytes, TAGGING);
  const tags = entries.map(({ Key, Value }): Tag => {
    if (Key === undefined || Value === undefined) throw new S3Error('MalformedXML');
    return [Key, Value];
  });
  assertTags(tags, most);
  return tags;
}

const tagsDocument = (tags: readonly Tag[]): string =>
  document('Tagging', { TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) } });

export async function objectTags(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { bucket, object } = await objectFor(parts, exchange, { name, key, action: 's3:GetObjectTagging' });
  const body = tagsDocument(candidateOf(object).tags);
  return { status: 200, headers: versionHeaders(bucket, object.version), body };
}

interface Tagged {
  name: string;
  key: string;
  action: 's3:PutObjectTagging' | 's3:DeleteObjectTagging';
}

async function changeTags(parts: Parts, exchange: Exchange, tagged: Tagged, tags: readonly Tag[]) {
  const { bucket, object } = await objectFor(parts, exchange, tagged);
  const change = ({ [TAGGING_HEADER]: _former, ...others }: ObjectRow['headers']): ObjectRow['headers'] =>
    tags.length === 0 ? others : { ...others, [TAGGING_HEADER]: written(tags) };
  if (!(await parts.index.changeHeaders(bucket.id, object, change, quotaOf(bucket.holder))))
    throw new S3Error('NoSuchKey', undefined, { Key: tagged.key });
  return versionHeaders(bucket, object.version);
}

export async function putObjectTags(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  await reachBucket(parts, exchange, name);
  const tags = await readTags(exchange, OBJECT_TAGS_MAX);
  return { status: 200, headers: await changeTags(parts, exchange, { name, key, action: 's3:PutObjectTagging' }, tags) };
}

export async function deleteObjectTags(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  return { status: 204, headers: await changeTags(parts, exchange, { name, key, action: 's3:DeleteObjectTagging' }, []) };
}

/** Throws NoSuchTagSet. */
export async function bucketTags(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const kept = await parts.index.setting(id, 'tags');
  if (kept === undefined) throw new S3Error('NoSuchTagSet', undefined, { BucketName: name });
  return { status: 200, body: tagsDocument(tagsIn(kept)) };
}

async function setBucketTags(parts: Parts, exchange: Exchange, name: string, tags: readonly Tag[]): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  if (!(await parts.index.set(id, 'tags', tags.length === 0 ? undefined : written(tags))))
    throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  return { status: 204 };
}

export async function putBucketTags(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  await ownBucket(parts, exchange, name);
  return setBucketTags(parts, exchange, name, await readTags(exchange, BUCKET_TAGS_MAX));
}

export const deleteBucketTags = (parts: Parts, exchange: Exchange, name: string): Promise<Answer> =>
  setBucketTags(parts, exchange, name, []);
