import type { NewObject, ObjectIndex, ObjectRow } from '../../port/store/objects.ts';
import { numberRows, type Flavour } from '../sql/database.ts';
import type { Db } from '../sql/tables.ts';
import { discardParts, judgeQuota, type Transact } from './buckets.ts';
import { count, describedBytes, PART_DESCRIBED, partOf, uploadOf, within } from './rows.ts';
import { sql } from 'kysely';

type UploadCalls = 'beginUpload' | 'upload' | 'uploads' | 'uploadsBefore' | 'putPart' | 'parts' | 'completeUpload' | 'abortUpload';

/** Within a transaction: puts an object in its place; undefined where the bucket is gone. */
type Place = (
  db: Db,
  bucketId: number,
  object: NewObject,
  apart: { pending: number; described: number },
  judge: (present: ObjectRow | undefined) => void,
) => Promise<{ object: ObjectRow; grows: boolean } | undefined>;

/** What an upload and its parts were counted with, as a change that takes it back. */
async function uncounted(db: Db, id: string): Promise<{ pending: number; described: number }> {
  const upload = await db.selectFrom('s3_uploads').select(['key', 'headers']).where('id', '=', id).executeTakeFirstOrThrow();
  const { bytes, parts } = await db
    .selectFrom('s3_parts')
    .select([sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'), sql<number>`count(*)`.as('parts')])
    .where('owner', '=', id)
    .executeTakeFirstOrThrow();
  return { pending: -Number(bytes), described: -describedBytes(upload.key, upload.headers, Number(parts)) };
}

/** Uploads in parts. */
export function uploadsOn(read: Db, flavour: Flavour, transact: Transact, place: Place): Pick<ObjectIndex, UploadCalls> {
  const bucketIn = async (db: Db, uploadId: string): Promise<number | undefined> =>
    (await db.selectFrom('s3_uploads').select('bucket_id').where('id', '=', uploadId).executeTakeFirst())?.bucket_id;
  return {
    beginUpload: ({ id, bucketId, key, headers, begunAt }, judge, quota) =>
      transact(async (db) => {
        const values = { id, bucket_id: bucketId, key, headers: JSON.stringify(headers), begun_at: begunAt };
        if (!(await count(db, bucketId, { described: describedBytes(key, values.headers, 0) }))) return false;
        const others = db
          .selectFrom('s3_uploads')
          .select(sql<number>`count(*)`.as('uploads'))
          .where('bucket_id', '=', bucketId);
        judge(Number((await others.executeTakeFirstOrThrow()).uploads));
        await db.insertInto('s3_uploads').values(values).execute();
        if (quota) await judgeQuota(db, bucketId, quota);
        return true;
      }),
    async upload(id) {
      const row = await read.selectFrom('s3_uploads').selectAll().where('id', '=', id).executeTakeFirst();
      return row && uploadOf(row);
    },
    async uploadsBefore(begunAt, limit) {
      const query = read.selectFrom('s3_uploads').select('id').where('begun_at', '<', begunAt);
      return (await query.limit(limit).execute()).map(({ id }) => id);
    },
    async uploads(bucketId, { after, afterId, ...range }, limit) {
      let query = within(read.selectFrom('s3_uploads').selectAll(), bucketId, afterId === undefined ? { ...range, after } : range);
      if (after !== undefined && afterId !== undefined) query = query.where(sql<boolean>`(key, id) > (${after}, ${afterId})`);
      return (await query.orderBy('key').orderBy('id').limit(limit).execute()).map(uploadOf);
    },
    putPart: (uploadId, { number, file, size, etag, checksum, modifiedAt }, quota) =>
      transact(async (db) => {
        const bucketId = await bucketIn(db, uploadId);
        if (bucketId === undefined) return false;
        const former = await db
          .selectFrom('s3_parts')
          .select(['file', 'size'])
          .where('owner', '=', uploadId)
          .where('number', '=', number)
          .executeTakeFirst();
        if (former) await db.insertInto('s3_garbage').values({ file: former.file }).execute();
        const values = { file, size, etag, checksum, modified_at: modifiedAt };
        await db
          .insertInto('s3_parts')
          .values({ owner: uploadId, number, ...values })
          .onConflict((conflict) => conflict.columns(['owner', 'number']).doUpdateSet(values))
          .execute();
        await count(db, bucketId, { pending: size - (former?.size ?? 0), described: former ? 0 : PART_DESCRIBED });
        if (quota) await judgeQuota(db, bucketId, quota);
        return true;
      }),
    async parts(uploadId, after, limit) {
      const query = read.selectFrom('s3_parts').selectAll().where('owner', '=', uploadId).where('number', '>', after);
      return (await query.orderBy('number').limit(limit).execute()).map(partOf);
    },
    completeUpload: (uploadId, numbers, make, judge, quota) =>
      transact(async (db) => {
        const bucketId = await bucketIn(db, uploadId);
        if (bucketId === undefined) return undefined;
        const rows = await db
          .selectFrom('s3_parts')
          .selectAll()
          .where('owner', '=', uploadId)
          .where('number', 'in', numberRows(flavour, numbers).$castTo<number>())
          .orderBy('number')
          .execute();
        const object = make(rows.map(partOf));
        const apart = await uncounted(db, uploadId);
        await db.deleteFrom('s3_uploads').where('id', '=', uploadId).execute();
        await discardParts(db, uploadId, { except: new Set(numbers) });
        const placed = await place(db, bucketId, object, apart, judge);
        if (placed?.grows && quota) await judgeQuota(db, bucketId, quota);
        return placed?.object;
      }),
    abortUpload: (uploadId) =>
      transact(async (db) => {
        const bucketId = await bucketIn(db, uploadId);
        if (bucketId === undefined) return false;
        await count(db, bucketId, await uncounted(db, uploadId));
        await discardParts(db, uploadId);
        await db.deleteFrom('s3_uploads').where('id', '=', uploadId).execute();
        return true;
      }),
  };
}
