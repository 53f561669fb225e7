import { sql } from 'kysely';
import type { BucketOwner, BucketSetting, ObjectIndex, Occupancy, QuotaJudge } from '../../port/store/objects.ts';
import type { Db } from '../sql/tables.ts';
import { BUCKET_COLUMNS, bucketOf, putSetting } from './rows.ts';

export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

const NOTHING: Occupancy = { buckets: 0, objects: 0, bytes: 0, described: 0 };

const SUMS = [
  sql<number>`count(*)`.as('buckets'),
  sql<number>`cast(coalesce(sum(objects), 0) as bigint)`.as('objects'),
  sql<number>`cast(coalesce(sum(bytes + pending), 0) as bigint)`.as('bytes'),
  sql<number>`cast(coalesce(sum(described), 0) as bigint)`.as('described'),
] as const;

const occupancyIn = ({ buckets, objects, bytes, described }: Occupancy): Occupancy => ({
  buckets: Number(buckets),
  objects: Number(objects),
  bytes: Number(bytes),
  described: Number(described),
});

async function occupancyOf(db: Db, { ownerId, domainId, projectId }: Partial<BucketOwner>): Promise<Occupancy> {
  let query = db.selectFrom('s3_buckets').select(SUMS);
  if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
  if (domainId !== undefined) query = query.where('domain_id', '=', domainId);
  if (projectId !== undefined)
    query = projectId === null ? query.where('project_id', 'is', null) : query.where('project_id', '=', projectId);
  return occupancyIn(await query.executeTakeFirstOrThrow());
}

async function occupanciesBy(db: Db, by: 'ownerId' | 'domainId', ids?: readonly string[]): Promise<Map<string, Occupancy>> {
  if (ids?.length === 0) return new Map();
  const column = by === 'ownerId' ? ('owner_id' as const) : ('domain_id' as const);
  let query = db
    .selectFrom('s3_buckets')
    .select([column, ...SUMS])
    .groupBy(column);
  if (ids) query = query.where(column, 'in', ids);
  const rows = (await query.execute()) as (Occupancy & Record<typeof column, string>)[];
  return new Map(rows.map((row) => [row[column], occupancyIn(row)]));
}

/** Within a transaction, after a change that adds something: what owner and project of the bucket keep now. */
export async function judgeQuota(db: Db, bucketId: number, quota: QuotaJudge): Promise<void> {
  const row = await db.selectFrom('s3_buckets').select(['owner_id', 'project_id']).where('id', '=', bucketId).executeTakeFirstOrThrow();
  const owner = await occupancyOf(db, { ownerId: row.owner_id });
  quota(owner, row.project_id === null ? NOTHING : await occupancyOf(db, { projectId: row.project_id }));
}

/** Within a transaction: files of parts, and the parts themselves, go. */
export async function discardParts(db: Db, owner: string, numbers?: { except: ReadonlySet<number> }): Promise<void> {
  if (numbers) {
    const rows = await db.selectFrom('s3_parts').select(['number', 'file']).where('owner', '=', owner).execute();
    for (const { number, file } of rows) {
      if (numbers.except.has(number)) continue;
      await db.insertInto('s3_garbage').values({ file }).execute();
      await db.deleteFrom('s3_parts').where('owner', '=', owner).where('number', '=', number).execute();
    }
    return;
  }
  await sql`insert into s3_garbage (file) select file from s3_parts where owner = ${owner}`.execute(db);
  await db.deleteFrom('s3_parts').where('owner', '=', owner).execute();
}

type BucketCalls =
  'createBucket' | 'bucket' | 'bucketsOf' | 'setVersioning' | 'setting' | 'settings' | 'set' | 'removeBucket' | 'occupancy' | 'occupancies';

/** Buckets of the index. */
export const bucketsOn = (read: Db, transact: Transact): Pick<ObjectIndex, BucketCalls> => ({
  createBucket: ({ name, ownerId, domainId, projectId, at }, judge) =>
    transact(async (db) => {
      if (await db.selectFrom('s3_buckets').select('id').where('name', '=', name).executeTakeFirst()) return undefined;
      judge((await occupancyOf(db, { ownerId })).buckets);
      const made = await db
        .insertInto('s3_buckets')
        .values({ name, owner_id: ownerId, domain_id: domainId, project_id: projectId, created_at: at, objects: 0, bytes: 0, pending: 0 })
        .returning(BUCKET_COLUMNS)
        .executeTakeFirstOrThrow();
      return bucketOf(made);
    }),
  async bucket(name) {
    const setting = (of: BucketSetting | 'policy') =>
      sql<string | null>`(select value from s3_settings where bucket_id = s3_buckets.id and name = ${of})`;
    const query = read
      .selectFrom('s3_buckets')
      .select([...BUCKET_COLUMNS, setting('lifecycle').as('lifecycle'), setting('policy').as('policy')])
      .where('name', '=', name);
    const row = await query.executeTakeFirst();
    return row && { ...bucketOf(row), lifecycle: row.lifecycle, policy: row.policy };
  },
  async bucketsOf(ownerId, limit, after) {
    let query = read.selectFrom('s3_buckets').select(BUCKET_COLUMNS).where('owner_id', '=', ownerId).orderBy('name').limit(limit);
    if (after !== undefined) query = query.where('name', '>', after);
    return (await query.execute()).map(bucketOf);
  },
  setVersioning: (id, versioning) =>
    transact(async (db) => {
      const changed = await db.updateTable('s3_buckets').set({ versioning }).where('id', '=', id).returning('id').executeTakeFirst();
      return changed !== undefined;
    }),
  async setting(bucketId, name) {
    const query = read.selectFrom('s3_settings').select('value').where('bucket_id', '=', bucketId).where('name', '=', name);
    return (await query.executeTakeFirst())?.value;
  },
  async settings(name, after, limit) {
    const query = read.selectFrom('s3_settings').select(['bucket_id', 'value']).where('name', '=', name).where('bucket_id', '>', after);
    const rows = await query.orderBy('bucket_id').limit(limit).execute();
    return rows.map(({ bucket_id: bucketId, value }) => ({ bucketId, value }));
  },
  set: (bucketId, name, value) => transact((db) => putSetting(db, bucketId, name, value)),
  removeBucket: (id) =>
    transact(async (db) => {
      const row = await db.selectFrom('s3_buckets').select('objects').where('id', '=', id).executeTakeFirst();
      if (!row) return 'missing';
      if (row.objects > 0) return 'not_empty';
      const uploads = await db.selectFrom('s3_uploads').select('id').where('bucket_id', '=', id).execute();
      for (const upload of uploads) await discardParts(db, upload.id);
      await db.deleteFrom('s3_uploads').where('bucket_id', '=', id).execute();
      await db.deleteFrom('s3_settings').where('bucket_id', '=', id).execute();
      await db.deleteFrom('s3_shares').where('bucket_id', '=', id).execute();
      await db.deleteFrom('s3_buckets').where('id', '=', id).execute();
      return 'removed';
    }),
  occupancy: (of) => occupancyOf(read, of),
  occupancies: (by, ids) => occupanciesBy(read, by, ids),
});
