/**
 * Versions of objects. The current one of a key stands among the objects; the others, and delete markers, among the versions, where the highest
 * id is the newest. A key has a current version unless its newest one is a marker, or it has none.
 */
import { randomBytes } from 'node:crypto';
import { sql, type SelectQueryBuilder } from 'kysely';
import {
  NULL_VERSION,
  type KeyRange,
  type ObjectIndex,
  type ObjectRow,
  type VersionEntry,
  type Versioning,
} from '../../port/store/objects.ts';
import type { Db, Tables } from '../sql/tables.ts';
import { discardParts } from './buckets.ts';
import { describedBytes, headersOf, objectOf, within, type Change } from './rows.ts';

/** What versions are made of, whichever table they are in. */
export const VERSION_COLUMNS = ['bucket_id', 'key', 'version', 'size', 'etag', 'modified_at', 'blob', 'parts', 'headers'] as const;
type VersionValues = Pick<Tables['s3_versions'], (typeof VERSION_COLUMNS)[number]>;

/** Bytes of chance of which ids of versions are made. */
const ID_BYTES = 24;
/** The current version is newer than all others. */
const CURRENT = Number.MAX_SAFE_INTEGER;

export const newVersion = (versioning: Versioning): string =>
  versioning === 'Enabled' ? randomBytes(ID_BYTES).toString('base64url') : NULL_VERSION;

/** What a version is counted with, as a change that takes it back. */
const uncountedVersion = ({ key, size, parts, headers }: Pick<VersionValues, 'key' | 'size' | 'parts' | 'headers'>): Required<Change> => ({
  objects: -1,
  bytes: -size,
  pending: 0,
  described: -describedBytes(key, headers, parts ?? 0),
});

export const sumOf = (changes: readonly Change[]): Required<Change> =>
  changes.reduce<Required<Change>>(
    (sum, { objects = 0, bytes = 0, pending = 0, described = 0 }) => ({
      objects: sum.objects + objects,
      bytes: sum.bytes + bytes,
      pending: sum.pending + pending,
      described: sum.described + described,
    }),
    { objects: 0, bytes: 0, pending: 0, described: 0 },
  );

/** Within a transaction: the bytes of a version go. Returns by how much its bucket shrinks. */
export async function discard(
  db: Db,
  version: Pick<VersionValues, 'key' | 'size' | 'blob' | 'parts' | 'headers'>,
): Promise<Required<Change>> {
  if (version.blob !== null && version.parts === null) await db.insertInto('s3_garbage').values({ file: version.blob }).execute();
  if (version.blob !== null && version.parts !== null) await discardParts(db, version.blob);
  return uncountedVersion(version);
}

/** Within a transaction: deletes versions of keys that are not current. */
async function removeOld(db: Db, bucketId: number, key: string, version: string): Promise<Change[]> {
  const removed = await db
    .deleteFrom('s3_versions')
    .where('bucket_id', '=', bucketId)
    .where('key', '=', key)
    .where('version', '=', version)
    .returning(VERSION_COLUMNS)
    .execute();
  const changes = [];
  for (const one of removed) changes.push(await discard(db, one));
  return changes;
}

/** Within a transaction: the current version becomes an older one. */
async function retire(db: Db, bucketId: number, key: string): Promise<void> {
  const columns = sql.join(VERSION_COLUMNS.map((column) => sql.ref(column)));
  await sql`
    insert into s3_versions (${columns})
      select ${columns} from s3_objects where bucket_id = ${bucketId} and key = ${key}`.execute(db);
  await db.deleteFrom('s3_objects').where('bucket_id', '=', bucketId).where('key', '=', key).execute();
}

/**
 * Within a transaction, before a version takes the place of the current one: what the bucket keeps becomes an older version, all else goes.
 * Returns by how much the bucket shrinks.
 */
export async function makeRoom(
  db: Db,
  bucketId: number,
  { key, present, versioning }: { key: string; present: ObjectRow | undefined; versioning: Versioning },
): Promise<Required<Change>> {
  const isKept = present && (versioning === 'Enabled' || present.version !== NULL_VERSION);
  const changes: Change[] = [];
  if (present && !isKept) {
    changes.push(await discard(db, { ...present, headers: JSON.stringify(present.headers) }));
    await db.deleteFrom('s3_objects').where('bucket_id', '=', bucketId).where('key', '=', key).execute();
  }
  if (isKept) await retire(db, bucketId, key);
  // A key has one version without an id: the former one goes, wherever it is.
  if (versioning === 'Suspended') changes.push(...(await removeOld(db, bucketId, key, NULL_VERSION)));
  return sumOf(changes);
}

/** Within a transaction: a delete marker becomes the newest version. Returns by how much the bucket grows. */
export async function addMarker(db: Db, bucketId: number, marker: { key: string; version: string; at: number }): Promise<Required<Change>> {
  const { key, version, at } = marker;
  const values = { bucket_id: bucketId, key, version, size: 0, etag: '', modified_at: at, blob: null, parts: null, headers: '{}' };
  await db.insertInto('s3_versions').values(values).execute();
  return { objects: 1, bytes: 0, pending: 0, described: describedBytes(key, values.headers, 0) };
}

/** Within a transaction: deletes one version for ever; undefined where it is not there. The newest of those that are left becomes current. */
export async function removeVersion(
  db: Db,
  bucketId: number,
  key: string,
  version: string,
): Promise<{ change: Required<Change>; isMarker: boolean } | undefined> {
  const removed =
    (await db
      .deleteFrom('s3_objects')
      .where('bucket_id', '=', bucketId)
      .where('key', '=', key)
      .where('version', '=', version)
      .returning(VERSION_COLUMNS)
      .executeTakeFirst()) ??
    (await db
      .deleteFrom('s3_versions')
      .where('bucket_id', '=', bucketId)
      .where('key', '=', key)
      .where('version', '=', version)
      .returning(VERSION_COLUMNS)
      .executeTakeFirst());
  if (!removed) return undefined;
  const change = await discard(db, removed);
  await promote(db, bucketId, key);
  return { change, isMarker: removed.blob === null };
}

/** Within a transaction: changes the headers of a version. By how many bytes more are kept; undefined where it is not there, or is a marker. */
export async function changeHeaders(
  db: Db,
  bucketId: number,
  { key, version }: { key: string; version: string },
  change: (headers: ObjectRow['headers']) => ObjectRow['headers'],
): Promise<number | undefined> {
  for (const table of ['s3_objects', 's3_versions'] as const) {
    const isIt = sql<boolean>`bucket_id = ${bucketId} and key = ${key} and version = ${version} and blob is not null`;
    const row = await db.selectFrom(table).select('headers').where(isIt).executeTakeFirst();
    if (!row) continue;
    const headers = JSON.stringify(change(headersOf(row.headers)));
    await db.updateTable(table).set({ headers }).where(isIt).execute();
    return Buffer.byteLength(headers) - Buffer.byteLength(row.headers);
  }
  return undefined;
}

/** Within a transaction: where a key has no current version, its newest one becomes that, unless it is a delete marker. */
async function promote(db: Db, bucketId: number, key: string): Promise<void> {
  const current = db.selectFrom('s3_objects').select('key').where('bucket_id', '=', bucketId).where('key', '=', key);
  if (await current.executeTakeFirst()) return;
  const newest = await newestOld(db, bucketId, key);
  if (!newest || newest.blob === null) return;
  const { id, blob, ...version } = newest;
  await db.deleteFrom('s3_versions').where('id', '=', id).execute();
  await db
    .insertInto('s3_objects')
    .values({ ...version, blob })
    .execute();
}

const newestOld = (db: Db, bucketId: number, key: string) =>
  db
    .selectFrom('s3_versions')
    .select([...VERSION_COLUMNS, 'id'])
    .where('bucket_id', '=', bucketId)
    .where('key', '=', key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A version as lists read it. */
interface Entry {
  key: string;
  version: string;
  size: number;
  etag: string;
  modified_at: number;
  position: number;
  marker: number;
}
const ENTRY_COLUMNS = ['key', 'version', 'size', 'etag', 'modified_at'] as const;
const currentEntry = [...ENTRY_COLUMNS, sql.lit(CURRENT).as('position'), sql.lit(0).as('marker')] as const;
const oldEntry = [
  ...ENTRY_COLUMNS,
  sql<number>`id`.as('position'),
  sql<number>`case when blob is null then 1 else 0 end`.as('marker'),
] as const;

type VersionCalls = 'version' | 'versions' | 'positionOf';

type Found = Awaited<ReturnType<ObjectIndex['version']>>;

function found(row: VersionValues | undefined): Found {
  if (!row) return undefined;
  const { key, version, modified_at: modifiedAt, blob } = row;
  return blob === null ? { isMarker: true, key, version, modifiedAt } : { isMarker: false, ...objectOf({ ...row, blob }) };
}

/** A version of a key; without an id its newest one. */
export async function versionIn(db: Db, bucketId: number, key: string, version?: string): Promise<Found> {
  let query = db.selectFrom('s3_objects').select(VERSION_COLUMNS).where('bucket_id', '=', bucketId).where('key', '=', key);
  if (version !== undefined) query = query.where('version', '=', version);
  const current = await query.executeTakeFirst();
  if (current || version === undefined) return found(current ?? (await newestOld(db, bucketId, key)));
  const old = db.selectFrom('s3_versions').select(VERSION_COLUMNS).where('bucket_id', '=', bucketId).where('key', '=', key);
  return found(await old.where('version', '=', version).executeTakeFirst());
}

/** Versions of the index, current and older ones. */
export function versionsOn(read: Db): Pick<ObjectIndex, VersionCalls> {
  return {
    version: (bucketId, key, version) => versionIn(read, bucketId, key, version),
    async positionOf(bucketId, key, version) {
      const of = <T extends 's3_objects' | 's3_versions'>(query: SelectQueryBuilder<Tables, T, { position: number }>) =>
        query.where(sql<boolean>`bucket_id = ${bucketId} and key = ${key} and version = ${version}`).executeTakeFirst();
      const row =
        (await of(read.selectFrom('s3_objects').select(sql.lit(CURRENT).as('position')))) ??
        (await of(read.selectFrom('s3_versions').select('id as position')));
      return row?.position;
    },
    async versions(bucketId, { position, ...range }, limit) {
      const { after = '', ...others } = range;
      const current = within(read.selectFrom('s3_objects').select(currentEntry), bucketId, range).orderBy('key');
      const old = (of: KeyRange) =>
        within(read.selectFrom('s3_versions').select(oldEntry), bucketId, of).orderBy('key').orderBy('id', 'desc');
      const sides: SelectQueryBuilder<Tables, never, unknown>[] = [current, old(range)];
      if (position !== undefined)
        sides.push(
          old({ ...others, from: after })
            .where('key', '=', after)
            .where('id', '<', position),
        );
      // Each side ends at the limit: no more than a few times of what is asked for is put in order.
      const limited = sides.map((side) => sql`select * from (${side.limit(limit)}) as side`);
      const { rows } = await sql<Entry>`
        select * from (${sql.join(limited, sql` union all `)}) as found order by key, position desc limit ${limit}`.execute(read);
      return rows.map(({ modified_at: modifiedAt, marker, ...row }): VersionEntry => ({ ...row, modifiedAt, isMarker: marker === 1 }));
    },
  };
}
