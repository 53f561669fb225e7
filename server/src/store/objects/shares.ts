import type { ObjectIndex } from '../../port/store/objects.ts';
import type { Db } from '../sql/tables.ts';
import type { Transact } from './buckets.ts';
import { BUCKET_COLUMNS, bucketOf, putSetting } from './rows.ts';

/** Policies of buckets, and whom they name. */
export const sharesOn = (read: Db, transact: Transact): Pick<ObjectIndex, 'setPolicy' | 'sharedWith'> => ({
  setPolicy: (bucketId, policy, grantees) =>
    transact(async (db) => {
      if (!(await putSetting(db, bucketId, 'policy', policy))) return false;
      await db.deleteFrom('s3_shares').where('bucket_id', '=', bucketId).execute();
      const rows = grantees.map((grantee) => ({ grantee, bucket_id: bucketId }));
      if (rows.length > 0) await db.insertInto('s3_shares').values(rows).execute();
      return true;
    }),
  async sharedWith(grantees, domainId, limit) {
    const ids = read.selectFrom('s3_shares').select('bucket_id').where('grantee', 'in', grantees);
    const query = read.selectFrom('s3_buckets').select(BUCKET_COLUMNS).where('id', 'in', ids).where('domain_id', '=', domainId);
    return (await query.orderBy('name').limit(limit).execute()).map(bucketOf);
  },
});
