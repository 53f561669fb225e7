/** Rows of the object store's index between the database and the port. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { BucketRow, KeyRange, ObjectRow, PartRow, UploadRow } from '../../port/store/objects.ts';
import type { Db, Tables } from '../sql/tables.ts';

export const BUCKET_COLUMNS = [
  'id',
  'name',
  'owner_id',
  'domain_id',
  'project_id',
  'created_at',
  'objects',
  'bytes',
  'pending',
  'versioning',
] as const;

export const bucketOf = (row: Pick<Tables['s3_buckets'], Exclude<(typeof BUCKET_COLUMNS)[number], 'id'>> & { id: number }): BucketRow => ({
  id: row.id,
  name: row.name,
  ownerId: row.owner_id,
  domainId: row.domain_id,
  projectId: row.project_id,
  createdAt: row.created_at,
  versioning: row.versioning,
  objects: row.objects,
  bytes: row.bytes,
  pending: row.pending,
});

/** Within a transaction; undefined takes the setting away. False where the bucket is gone. */
export async function putSetting(db: Db, bucketId: number, name: string, value: string | undefined): Promise<boolean> {
  if (!(await db.selectFrom('s3_buckets').select('id').where('id', '=', bucketId).executeTakeFirst())) return false;
  await db.deleteFrom('s3_settings').where('bucket_id', '=', bucketId).where('name', '=', name).execute();
  if (value !== undefined) await db.insertInto('s3_settings').values({ bucket_id: bucketId, name, value }).execute();
  return true;
}

export const headersOf = (text: string): Readonly<Record<string, string>> => JSON.parse(text) as Record<string, string>;

export const objectOf = (row: Tables['s3_objects']): ObjectRow => ({
  key: row.key,
  version: row.version,
  size: row.size,
  etag: row.etag,
  modifiedAt: row.modified_at,
  blob: row.blob,
  parts: row.parts,
  headers: headersOf(row.headers),
});

export const uploadOf = (row: Tables['s3_uploads']): UploadRow => ({
  id: row.id,
  bucketId: row.bucket_id,
  key: row.key,
  headers: headersOf(row.headers),
  begunAt: row.begun_at,
});

export const partOf = (row: Tables['s3_parts']): PartRow => ({
  number: row.number,
  file: row.file,
  size: row.size,
  etag: row.etag,
  checksum: row.checksum,
  modifiedAt: row.modified_at,
});

/** Only the rows of one bucket whose keys are in the range. */
export function within<T extends 's3_objects' | 's3_versions' | 's3_uploads', R>(
  query: SelectQueryBuilder<Tables, T, R>,
  bucketId: number,
  { after, from, before }: KeyRange,
): SelectQueryBuilder<Tables, T, R> {
  let chosen = query.where(sql<boolean>`bucket_id = ${bucketId}`);
  if (after !== undefined) chosen = chosen.where(sql<boolean>`key > ${after}`);
  if (from !== undefined) chosen = chosen.where(sql<boolean>`key >= ${from}`);
  return before === undefined ? chosen : chosen.where(sql<boolean>`key < ${before}`);
}

/** Bytes that a row of the index takes beside its texts. */
const ROW_BYTES = 256;

/** What the index keeps of an object, or of an upload; `parts`: rows of parts that belong to it. */
export const describedBytes = (key: string, headers: string, parts: number): number =>
  Buffer.byteLength(key) + Buffer.byteLength(headers) + ROW_BYTES * (1 + parts);

/** What the index keeps of a part. */
export const PART_DESCRIBED = ROW_BYTES;

/** By how much the counters of a bucket move. */
export interface Change {
  objects?: number;
  bytes?: number;
  pending?: number;
  described?: number;
}

/** Within a transaction: moves the counters of a bucket. False where it is gone. */
export async function count(db: Db, bucketId: number, change: Change): Promise<boolean> {
  const { objects = 0, bytes = 0, pending = 0, described = 0 } = change;
  const counted = await db
    .updateTable('s3_buckets')
    .set({
      objects: sql`objects + ${sql.val(objects)}`,
      bytes: sql`bytes + ${sql.val(bytes)}`,
      pending: sql`pending + ${sql.val(pending)}`,
      described: sql`described + ${sql.val(described)}`,
    })
    .where('id', '=', bucketId)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}
