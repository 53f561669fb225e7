import { sql } from 'kysely';
import {
  NULL_VERSION,
  type Deleted,
  type Deletion,
  type NewObject,
  type ObjectEntry,
  type ObjectIndex,
  type ObjectRow,
  type Versioning,
} from '../../port/store/objects.ts';
import { textRows, type Database, type Flavour } from '../sql/database.ts';
import type { Db } from '../sql/tables.ts';
import { bucketsOn, judgeQuota, type Transact } from './buckets.ts';
import { count, describedBytes, objectOf, partOf, within, type Change } from './rows.ts';
import { sharesOn } from './shares.ts';
import { uploadsOn } from './uploads.ts';
import {
  addMarker,
  changeHeaders,
  discard,
  makeRoom,
  newVersion,
  removeVersion,
  sumOf,
  VERSION_COLUMNS,
  versionIn,
  versionsOn,
} from './versions.ts';

/** Deletions of a transaction where each looks for versions: some milliseconds. */
const DELETIONS_AT_ONCE = 50;

async function presentIn(db: Db, bucketId: number, key: string): Promise<ObjectRow | undefined> {
  const row = await db
    .selectFrom('s3_objects')
    .select(VERSION_COLUMNS)
    .where('bucket_id', '=', bucketId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && objectOf(row);
}

/** Undefined where the bucket is gone. */
async function versioningIn(db: Db, bucketId: number): Promise<{ versioning: Versioning } | undefined> {
  return db.selectFrom('s3_buckets').select('versioning').where('id', '=', bucketId).executeTakeFirst();
}

/** Within a transaction: inserts or replaces, and counts; `apart`: what changes beside. Whether more is kept now; undefined where the bucket is gone. */
async function place(
  db: Db,
  bucketId: number,
  object: NewObject,
  apart: { pending: number; described: number },
  judge: (present: ObjectRow | undefined) => void,
): Promise<{ object: ObjectRow; grows: boolean } | undefined> {
  const bucket = await versioningIn(db, bucketId);
  if (!bucket) return undefined;
  const { versioning } = bucket;
  const { key, size, etag, modifiedAt, blob, parts } = object;
  const present = await presentIn(db, bucketId, key);
  judge(present);
  const headers = JSON.stringify(object.headers);
  const version = newVersion(versioning);
  const change = sumOf([
    { objects: 1, bytes: size, described: describedBytes(key, headers, parts ?? 0) },
    apart,
    await makeRoom(db, bucketId, { key, present, versioning }),
  ]);
  await count(db, bucketId, change);
  await db
    .insertInto('s3_objects')
    .values({ bucket_id: bucketId, key, version, size, etag, modified_at: modifiedAt, blob, parts, headers })
    .execute();
  return { object: { ...object, version }, grows: change.bytes > 0 || change.objects > 0 || change.described > 0 };
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

type Judged = Parameters<ObjectIndex['removeObjects']>[2];

/** Within a transaction, in a bucket that never kept versions: all at once. */
async function removePlain(
  db: Db,
  flavour: Flavour,
  bucketId: number,
  deletions: readonly Deletion[],
  { judge }: Judged,
): Promise<Deleted[]> {
  const present =
    judge &&
    (await entriesIn(
      db,
      flavour,
      bucketId,
      deletions.map(({ key }) => key),
    ));
  const isThere = ({ version = NULL_VERSION }: Deletion): boolean => version === NULL_VERSION;
  const going = deletions.filter((one) => !judge || judge(one, isThere(one) ? present?.get(one.key) : undefined));
  const keys = going.filter(isThere).map(({ key }) => key);
  const removed = await db
    .deleteFrom('s3_objects')
    .where('bucket_id', '=', bucketId)
    .where('key', 'in', textRows(flavour, keys).$castTo<string>())
    .returning(VERSION_COLUMNS)
    .execute();
  const changes: Change[] = [];
  for (const object of removed) changes.push(await discard(db, object));
  if (changes.length > 0) await count(db, bucketId, sumOf(changes));
  return going;
}

/** Within a transaction, in a bucket that keeps versions, or kept some. */
async function removeVersioned(
  db: Db,
  bucketId: number,
  versioning: Versioning,
  deletions: readonly Deletion[],
  { at, judge, quota }: Judged,
): Promise<Deleted[]> {
  const deleted: Deleted[] = [];
  const changes: Change[] = [];
  let isJudged = false;
  for (const deletion of deletions) {
    const { key, version } = deletion;
    const found = await versionIn(db, bucketId, key, version);
    const present = found?.isMarker ? undefined : found;
    if (judge && !judge(deletion, present)) continue;
    if (version !== undefined) {
      const removed = await removeVersion(db, bucketId, key, version);
      if (removed) changes.push(removed.change);
      deleted.push({ ...deletion, marker: removed?.isMarker ? version : undefined });
      continue;
    }
    const marker = newVersion(versioning);
    changes.push(await makeRoom(db, bucketId, { key, present, versioning }), await addMarker(db, bucketId, { key, version: marker, at }));
    deleted.push({ key, marker });
    isJudged ||= present === undefined;
  }
  if (changes.length > 0) await count(db, bucketId, sumOf(changes));
  if (isJudged && quota) await judgeQuota(db, bucketId, quota);
  return deleted;
}

/** The index of the object store. `transact` runs what changes it. */
export function createObjectIndex({ flavour, read }: Pick<Database, 'flavour' | 'read'>, transact: Transact): ObjectIndex {
  return {
    ...bucketsOn(read, transact),
    ...sharesOn(read, transact),
    ...versionsOn(read),
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
        const placed = await place(db, bucketId, object, { pending: 0, described: 0 }, judge);
        if (placed?.grows && quota) await judgeQuota(db, bucketId, quota);
        return placed?.object;
      }),
    changeHeaders: (bucketId, of, change, quota) =>
      transact(async (db) => {
        const grown = await changeHeaders(db, bucketId, of, change);
        if (grown === undefined) return false;
        await count(db, bucketId, { described: grown });
        if (grown > 0 && quota) await judgeQuota(db, bucketId, quota);
        return true;
      }),
    async removeObjects(bucketId, deletions, options) {
      const atOnce = (await versioningIn(read, bucketId))?.versioning ? DELETIONS_AT_ONCE : deletions.length;
      const deleted: Deleted[] = [];
      for (let from = 0; from < deletions.length; from += atOnce) {
        const some = deletions.slice(from, from + atOnce);
        const gone = await transact(async (db) => {
          const { versioning } = (await versioningIn(db, bucketId)) ?? { versioning: null };
          return versioning === null
            ? removePlain(db, flavour, bucketId, some, options)
            : removeVersioned(db, bucketId, versioning, some, options);
        });
        deleted.push(...gone);
      }
      return deleted;
    },
    async partsOf(blob) {
      return (await read.selectFrom('s3_parts').selectAll().where('owner', '=', blob).orderBy('number').execute()).map(partOf);
    },
    async known(files) {
      const texts = textRows(flavour, files);
      // In one statement: a version moves between the tables when it becomes current, or is that no more.
      const { rows } = await sql<{ file: string }>`
        select blob as file from s3_objects where blob in ${texts}
        union all select blob as file from s3_versions where blob in ${texts}
        union all select file from s3_parts where file in ${texts}`.execute(read);
      return new Set(rows.map(({ file }) => file));
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
