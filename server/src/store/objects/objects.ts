import { sql } from 'kysely';
import type { ObjectEntry, ObjectIndex, ObjectRow } from '../../port/store/objects.ts';
import { textRows, type Database, type Flavour } from '../sql/database.ts';
import type { Db } from '../sql/tables.ts';
import { bucketsOn, discardParts, judgeQuota, type Transact } from './buckets.ts';
import { count, describedBytes, objectOf, partOf, within } from './rows.ts';
import { uploadsOn } from './uploads.ts';

const OBJECT_COLUMNS = ['bucket_id', 'key', 'size', 'etag', 'modified_at', 'blob', 'parts', 'headers'] as const;

/** Within a transaction. */
async function presentIn(db: Db, bucketId: number, key: string): Promise<ObjectRow | undefined> {
  const row = await db
    .selectFrom('s3_objects')
    .select(OBJECT_COLUMNS)
    .where('bucket_id', '=', bucketId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && objectOf(row);
}

/** Within a transaction: the bytes of an object go. */
async function discard(db: Db, { blob, parts }: Pick<ObjectRow, 'blob' | 'parts'>): Promise<void> {
  if (parts === null) await db.insertInto('s3_garbage').values({ file: blob }).execute();
  else await discardParts(db, blob);
}

const describedOf = ({ key, headers, parts }: Pick<ObjectRow, 'key' | 'headers' | 'parts'>): number =>
  describedBytes(key, JSON.stringify(headers), parts ?? 0);

/** Within a transaction: inserts or replaces, and counts; `apart`: what changes beside. Whether more is kept now; undefined where the bucket is gone. */
async function place(
  db: Db,
  bucketId: number,
  object: ObjectRow,
  apart: { pending: number; described: number },
  judge: (present: ObjectRow | undefined) => void,
): Promise<boolean | undefined> {
  const present = await presentIn(db, bucketId, object.key);
  judge(present);
  const change = {
    objects: present ? 0 : 1,
    bytes: object.size - (present?.size ?? 0),
    pending: apart.pending,
    described: describedOf(object) - (present ? describedOf(present) : 0) + apart.described,
  };
  if (!(await count(db, bucketId, change))) return undefined;
  const { key, size, etag, modifiedAt, blob, parts, headers } = object;
  const values = { size, etag, modified_at: modifiedAt, blob, parts, headers: JSON.stringify(headers) };
  if (present) await discard(db, present);
  await db
    .insertInto('s3_objects')
    .values({ bucket_id: bucketId, key, ...values })
    .onConflict((conflict) => conflict.columns(['bucket_id', 'key']).doUpdateSet(values))
    .execute();
  return change.bytes > 0 || change.objects > 0 || change.described > 0;
}

/** Within a transaction: objects of a bucket by their keys, those that are there. */
async function entriesIn(db: Db, flavour: Flavour, bucketId: number, keys: readonly string[]): Promise<Map<string, ObjectEntry>> {
  const rows = await db
    .selectFrom('s3_objects')
    .select(['key', 'size', 'etag', 'modified_at'])
    .where('bucket_id', '=', bucketId)
    .where('key', 'in', textRows(flavour, keys).$castTo<string>())
    .execute();
  return new Map(rows.map(({ key, size, etag, modified_at: modifiedAt }) => [key, { key, size, etag, modifiedAt }]));
}

/** The index of the object store. `transact` runs what changes it. */
export function createObjectIndex({ flavour, read }: Pick<Database, 'flavour' | 'read'>, transact: Transact): ObjectIndex {
  return {
    ...bucketsOn(read, transact),
    ...uploadsOn(read, flavour, transact, place),
    async object(bucketId, key) {
      return presentIn(read, bucketId, key);
    },
    async objects(bucketId, range, limit) {
      const rows = await within(read.selectFrom('s3_objects').select(['key', 'size', 'etag', 'modified_at']), bucketId, range)
        .orderBy('key')
        .limit(limit)
        .execute();
      return rows.map(({ key, size, etag, modified_at: modifiedAt }) => ({ key, size, etag, modifiedAt }));
    },
    putObject: (bucketId, object, judge, quota) =>
      transact(async (db) => {
        const grown = await place(db, bucketId, object, { pending: 0, described: 0 }, judge);
        if (grown && quota) await judgeQuota(db, bucketId, quota);
        return grown !== undefined;
      }),
    removeObjects: (bucketId, keys, judge) =>
      transact(async (db) => {
        const going = judge ? judge(await entriesIn(db, flavour, bucketId, keys)) : keys;
        const removed = await db
          .deleteFrom('s3_objects')
          .where('bucket_id', '=', bucketId)
          .where('key', 'in', textRows(flavour, going).$castTo<string>())
          .returning(['key', 'headers', 'size', 'blob', 'parts'])
          .execute();
        for (const object of removed) await discard(db, object);
        if (removed.length > 0)
          await count(db, bucketId, {
            objects: -removed.length,
            bytes: -removed.reduce((sum, { size }) => sum + size, 0),
            described: -removed.reduce((sum, { key, headers, parts }) => sum + describedBytes(key, headers, parts ?? 0), 0),
          });
        return removed.length;
      }),
    async partsOf(blob) {
      return (await read.selectFrom('s3_parts').selectAll().where('owner', '=', blob).orderBy('number').execute()).map(partOf);
    },
    async known(files) {
      const texts = () => textRows(flavour, files).$castTo<string>();
      const whole = await read.selectFrom('s3_objects').select('blob as file').where('blob', 'in', texts()).execute();
      const parts = await read.selectFrom('s3_parts').select('file').where('file', 'in', texts()).execute();
      return new Set([...whole, ...parts].map(({ file }) => file));
    },
    async garbage(limit, after = '') {
      const rows = await read.selectFrom('s3_garbage').select('file').where('file', '>', after).orderBy('file').limit(limit).execute();
      return rows.map(({ file }) => file);
    },
    forgetGarbage: (files) =>
      transact(async (db) => {
        await db
          .deleteFrom('s3_garbage')
          .where(sql<boolean>`file in ${textRows(flavour, files)}`)
          .execute();
      }),
  };
}
